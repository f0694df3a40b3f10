// Python in this thread, by Pyodide, and in it the host of the tab (tablier/tab/boot.py).
//
// The first time, Python starts and imports all that every table needs, which takes seconds; then its
// memory is kept. Later it is put back, and Python goes on from there. Compiled libraries are loaded
// before Python begins, both times: so they lie at the same addresses.

/** Where records of tables are kept: all or none are saved, and only over those that are known. */
export interface Database {
  load(table: string): Promise<string | undefined>;
  /** `records` is a list in JSON, as tablier/tab/storage.py has it. */
  save(records: string): Promise<boolean>;
  /** All records, as a list in JSON. */
  all(): Promise<string>;
}

/** An object of Python, which stays in memory until it is told to go. */
interface Kept {
  destroy(): void;
}

/** A connection to a table, in texts of JSON. */
export interface Connection extends Kept {
  receive(frame: string): void;
  leave(): void;
}

export interface Host {
  answer(
    path: string,
    lang: string,
    body: string,
  ): Promise<Kept & { status: number; body: string }>;
  connect(table: string, send: (frame: string) => void, close: (code: number) => void): Connection;
}

/** As much of Pyodide as is used here. */
interface Pyodide {
  runPython(program: string): unknown;
  pyimport(name: string): { start: (page: Database) => Host };
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
}
interface Module {
  FS: { mkdirTree(path: string): void; writeFile(path: string, contents: Uint8Array): void };
  addRunDependency(name: string): void;
  removeRunDependency(name: string): void;
  preloadedWasm: Record<string, unknown>;
  loadWebAssemblyModule(
    library: Uint8Array,
    flags: object,
    path: string,
    scope: object,
  ): Promise<unknown>;
}
type Make = (settings: { preRun: ((module: Module) => void)[] }) => Promise<unknown>;
interface Options {
  indexURL: string;
  createPyodideModule: Make;
  _makeSnapshot?: boolean;
  _loadSnapshot?: Uint8Array;
}

/** What Python is started from. */
export interface Parts {
  /** From pyodide.mjs and from pyodide.asm.mjs. */
  load: (options: Options) => Promise<Pyodide>;
  make: Make;
  folder: string;
  /** Our modules, zipped. */
  archive: Uint8Array;
  /** Those that are compiled, by their paths among our modules. */
  libraries: Record<string, Uint8Array>;
}

/** What was kept of an earlier start from the same parts. */
export interface Memory {
  kept: Uint8Array | undefined;
  keep(memory: Uint8Array<ArrayBuffer>): void;
}

const [APP, ARCHIVE] = ["/app", "/app.zip"];
const UNPACK = `
import random, shutil
shutil.unpack_archive("${ARCHIVE}", "${APP}", "zip")
random.seed()
`;
// The package itself imports all that it offers, which is more than a tab needs.
const BEGIN = `
import sys
from importlib.util import find_spec, module_from_spec
sys.path.insert(0, "${APP}")
sys.modules["tablier"] = module_from_spec(find_spec("tablier"))
from tablier.tab.boot import prepare
prepare()
`;

/** Put our files there before Python runs, and load what is compiled. */
async function install(module: Module, { archive, libraries }: Parts) {
  module.addRunDependency(APP);
  module.FS.writeFile(ARCHIVE, archive);
  for (const [name, library] of Object.entries(libraries)) {
    const path = `${APP}/${name}`;
    module.FS.mkdirTree(path.replace(/\/[^/]*$/, ""));
    module.FS.writeFile(path, library);
    const flags = { loadAsync: true, global: false, nodelete: true };
    module.preloadedWasm[path] = await module.loadWebAssemblyModule(library, flags, path, {});
  }
  module.removeRunDependency(APP);
}

async function load(parts: Parts, options: Partial<Options>): Promise<Pyodide> {
  const createPyodideModule: Make = (settings) => {
    return new Promise((resolve, reject) => {
      settings.preRun.push((module) => void install(module, parts).catch(reject));
      parts.make(settings).then(resolve, reject);
    });
  };
  const python = await parts.load({ indexURL: parts.folder, createPyodideModule, ...options });
  python.runPython(UNPACK);
  return python;
}

async function begin(parts: Parts, memory: Memory): Promise<Pyodide> {
  const python = await load(parts, { _makeSnapshot: true });
  python.runPython(BEGIN);
  memory.keep(python.makeMemorySnapshot());
  return python;
}

/** Start Python, and the host of the tab in it. */
export async function startHost(parts: Parts, database: Database, memory: Memory): Promise<Host> {
  const python = memory.kept
    ? await load(parts, { _loadSnapshot: memory.kept })
    : await begin(parts, memory);
  return python.pyimport("tablier.tab.boot").start(database);
}
