"""What was tested is written down: constraints.txt and package-lock.json hold every version."""

import json
import re
import sys
import tomllib
from importlib.metadata import distributions
from itertools import chain
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
ELSEWHERE = {"gpu"}  # extras that the tests do without
IMPORT = re.compile(r"^ *(?:import|from) (\w+)[\w.]*(?: import | as |$)", re.MULTILINE)
OTHERWISE = {
    "PIL": "pillow",
    "markdown_it": "markdown-it-py",
    "opentelemetry": "opentelemetry-sdk",
    "pyspiel": "open_spiel",
}
"""What the packages of some modules are called."""


def pinned() -> dict[str, str]:
    """The version of each package, by its name."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pairs = (line.split("==") for line in lines if not line.startswith("#"))
    return {str(canonicalize_name(name)): version for name, version in pairs}


def wanted() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    named = (needs for extra, needs in extras.items() if extra not in ELSEWHERE)
    own = project["project"]["dependencies"] + project["build-system"]["requires"]
    return [Requirement(line) for line in chain(own, *named)]


def test_every_dependency_has_a_version_that_it_allows() -> None:
    for need in wanted():
        if need.name != "tablier":
            assert need.specifier.contains(pinned()[canonicalize_name(need.name)]), need


def test_the_tests_run_with_these_versions() -> None:
    known = pinned()
    installed = {  # the build of a version (2.13.0+cpu) is up to the machine
        str(canonicalize_name(each.name)): Version(each.version).public for each in distributions()
    }
    others = {
        name: installed[name] for name in known if installed.get(name, known[name]) != known[name]
    }
    assert others == {}


def test_node_packages_are_locked_for_every_system_and_name_no_host() -> None:
    text = (ROOT / "frontend" / "package-lock.json").read_text("utf-8")
    packages = json.loads(text)["packages"]
    assert "://" not in "".join(each.get("resolved", "") for each in packages.values())
    assert all("integrity" in each for name, each in packages.items() if name)
    named = chain(*(each.get("optionalDependencies", {}) for each in packages.values()))
    missing = {name for name in named if f"node_modules/{name}" not in packages}
    assert missing <= {"@rolldown/binding-wasm32-wasi"}


def test_every_package_that_is_imported_is_declared() -> None:
    # One that only comes with another package may go away with its next version.
    modules = [path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")]
    names = {name for module in modules for name in IMPORT.findall(module)}
    packages = {OTHERWISE.get(name, name) for name in names - sys.stdlib_module_names}
    declared = {canonicalize_name(need.name) for need in wanted()}
    assert {canonicalize_name(name) for name in packages} <= declared
