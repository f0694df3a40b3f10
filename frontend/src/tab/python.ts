// Python in this thread, by Pyodide, and in it the host of the tab (tablier/tab/boot.py).

/** Where records of tables are kept: all or none are saved, and only over those that are known. */
export interface Database {
  load(table: string): Promise<string | undefined>;
  /** `records` is a list in JSON, as tablier/tab/storage.py has it. */
  save(records: string): Promise<boolean>;
}

/** An object of Python, which stays in memory until it is told to go. */
interface Kept {
  destroy(): void;
}

/** A connection to a table, in texts of JSON. */
export interface Line extends Kept {
  receive(frame: string): void;
  leave(): void;
}

export interface Host {
  answer(
    path: string,
    lang: string,
    body: string,
  ): Promise<Kept & { status: number; body: string }>;
  connect(table: string, send: (frame: string) => void, close: (code: number) => void): Line;
}

/** As much of Pyodide as is used here. */
interface Pyodide {
  unpackArchive(archive: ArrayBuffer, format: "zip", options: { extractDir: string }): void;
  runPython(program: string): unknown;
  pyimport(name: string): { start: (page: Database) => Host };
}
type Load = (options: { indexURL: string }) => Promise<Pyodide>;

const APP = "/app";
// The package itself imports all that it offers, which is more than a tab needs.
const BEGIN = `
import sys
from importlib.util import find_spec, module_from_spec
sys.path.insert(0, "${APP}")
sys.modules["tablier"] = module_from_spec(find_spec("tablier"))
`;
/** Start Python, whose files lie in that folder, with our modules from that archive. */
export async function startHost(
  load: Load,
  folder: string,
  archive: ArrayBuffer,
  database: Database,
): Promise<Host> {
  const python = await load({ indexURL: folder });
  python.unpackArchive(archive, "zip", { extractDir: APP });
  python.runPython(BEGIN);
  return python.pyimport("tablier.tab.boot").start(database);
}
