"""Compiler: the entries of a game as a WebAssembly module, by Numba and LLVM alone.

It runs in a process of its own with NUMBA_OPT=0: what Numba hands over must not have been optimised
for the processor here. LLVM optimises it for WebAssembly instead.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from numba.core import dispatcher
from numba.core.caching import NullCache
from numba.core.ccallback import CFunc
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from tablier.engines.entries import Entry
from tablier.engines.wasm import linked, size_of_data
from tablier.fingerprint import reached

FunctionCompiler: Any = dispatcher._FunctionCompiler  # type: ignore[attr-defined]

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"  # all browsers since 2023
FASTEST = 3  # level of optimisation
OPTIONS = (
    "-vectorizer-maximize-bandwidth",  # else products of 16 bits are not added in pairs (dot)
    "-unroll-full-max-count=16",  # longer loops are to become vectors, not a list of their rounds
)
EXACT = ("sqrt", "floor", "ceil", "trunc", "rint", "fabs")  # functions that are an instruction
KINDS = {"f64": "double", "f32": "float"}
INSTRUCTIONS = {
    name + suffix: (KINDS[bits], f"llvm.{name}.{bits}")
    for name in EXACT
    for suffix, bits in (("", "f64"), ("f", "f32"))
}
ERRORS = ("NRT_", "numba_", "Py")  # beginnings of names that only Numba's handling of errors calls
DECLARATION = re.compile(r"^declare (?P<kind>[^@]*)@(?P<name>[\w.$]+)\((?P<takes>[^)]*)\).*$", re.M)
RECURSION = re.compile(r'^(@"?\.numba\.unresolved\$)([^"\s]+)("?) = external global ptr.*$', re.M)
INTRINSICS = {"llvm.trap": "declare void @llvm.trap()"} | {
    f"llvm.{name}.{bits}": f"declare {kind} @llvm.{name}.{bits}({kind})"
    for name in EXACT
    for bits, kind in KINDS.items()
}
TRAP = "define internal {kind} @{name}({takes}) {{\n call void @llvm.trap()\n unreachable\n}}"
CALL = (
    "define internal {0} @{1}({0} %x) alwaysinline {{\n %y = call {0} @{2}({0} %x)\n ret {0} %y\n}}"
)


SETS = "UniTupleIy"  # in the names of functions that take sets of squares in several words


class NotPortable(Exception):
    """The sources call functions that are not the same on every machine."""


class _LoweringOnly(FunctionCompiler):  # type: ignore[misc]
    """Compiles a rule as far as LLVM's language: there is nothing to be called here."""

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return flags

    def compile(self, *of: Any) -> Any:
        found = super().compile(*of)._replace(entry_point=lambda: None)
        context = self.targetdescr.target_context
        context.insert_user_function(found.entry_point, found.fndesc, [found.library])
        return found


class _Lowered(CPUDispatcher):
    """A rule that other rules can call, and nobody else."""

    def add_overload(self, found: Any) -> None:
        self.overloads[tuple(found.signature.args)] = found


Section = tuple[str, bytes]


def lowered_all(entries: dict[str, Entry]) -> list[str]:
    """All entries in LLVM's language."""
    functions = reached(*(entry.function for entry in entries.values()))
    rules: list[Any] = [each for each in functions if isinstance(each, CPUDispatcher)]
    for rule in rules:
        rule.__class__ = _Lowered
        rule._compiler.__class__ = _LoweringOnly
        rule._cache = NullCache()
    return [lowered(name, entry) for name, entry in entries.items()]


def compiled(texts: list[str], names: list[str], note: Callable[[int], Section]) -> bytes:
    """A module of those of these names; `note` makes a section of how many bytes of data it has."""
    found = optimised(texts, names)
    return linked(found, names, note(size_of_data(found)))


@global_compiler_lock  # type: ignore[untyped-decorator]
def lowered(name: str, entry: Entry) -> str:
    """An entry and all that it calls, in LLVM's language; the entry has this name."""
    signature = entry.signature
    made: Any = CFunc(entry.function, (signature.args, signature.return_type), {}, {})
    found = made._compile_uncached()
    found.library.finalize()
    text = found.library.get_llvm_str()
    called = found.fndesc.llvm_cfunc_wrapper_name
    return re.sub(rf'@"?{re.escape(called)}"?(?=\()', f"@{name}", text)


def optimised(texts: list[str], names: Iterable[str]) -> bytes:
    """One object of all these, optimised as a whole."""
    initialise()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(opt=FASTEST, features=FEATURES)
    modules = [llvm.parse_assembly(for_machine(text, machine)) for text in texts]
    for each in modules[1:]:
        modules[0].link_in(each)
    whole = llvm.parse_assembly(without_imports(str(modules[0])))
    whole.verify()
    hide(whole, set(names))
    inline_sets(whole)
    options = llvm.create_pipeline_tuning_options(speed_level=FASTEST)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(whole, builder)
    return bytes(machine.emit_object(whole))


@cache
def initialise() -> None:
    """Make LLVM ready; its options can be set once."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    for option in OPTIONS:
        llvm.set_option("tablier", option)


def for_machine(text: str, machine: Any) -> str:
    """The same for WebAssembly; a function that calls itself does so without Numba's help."""
    text = RECURSION.sub(r'\1\2\3 = internal constant ptr @"\2"', text)
    text = re.sub(
        r"(?m)^target datalayout = .*$", f'target datalayout = "{machine.target_data}"', text
    )
    text = re.sub(r"(?m)^target triple = .*$", f'target triple = "{machine.triple}"', text)
    return re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)


def without_imports(text: str) -> str:
    """Functions from elsewhere as our own: some are instructions, and errors end the engine."""
    foreign = [each["name"] for each in DECLARATION.finditer(text)]
    known = ("llvm.", *ERRORS)
    strange = [name for name in foreign if name not in INSTRUCTIONS and not name.startswith(known)]
    if strange:
        raise NotPortable(", ".join(strange))
    return "\n".join([DECLARATION.sub(_defined, text), *INTRINSICS.values()])


def _defined(found: re.Match[str]) -> str:
    name = found["name"]
    if name in INSTRUCTIONS:
        kind, instruction = INSTRUCTIONS[name]
        return CALL.format(kind, name, instruction)
    if name.startswith("llvm."):
        return "" if name in INTRINSICS else found[0]
    return TRAP.format(**found.groupdict())


def hide(module: Any, names: set[str]) -> None:
    """Leave only the functions of these names to be seen from outside."""
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in names:
            each.linkage = "internal"


def inline_sets(module: Any) -> None:
    """Have functions of large sets inlined: every word would go through the memory at each call."""
    for each in module.functions:
        if SETS in each.name and not each.is_declaration:
            each.add_function_attribute("alwaysinline")
