// Where tables are kept: in the browser's own database, one record for each.
import type { Database } from "./python";

interface Saved {
  table: string;
  /** How many changes the record has had that is replaced; −1: there is none. */
  known: number;
  record: string;
}

const STORE = "tables";

/** The result of a request, once it is there. */
function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Is a record the one that the table was known by? */
const isAsKnown = (record: string | undefined, { known }: Saved): boolean =>
  (record === undefined ? -1 : JSON.parse(record).table.changes) === known;

/** What a page does with tables itself, beside what Python does with them. */
export interface TableDatabase extends Database {
  /** Remove the record of a table, unless it is another by now. */
  remove(table: string, record: string): Promise<boolean>;
}

export async function openDatabase(name = "tablier"): Promise<TableDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  database.onversionchange = () => database.close();
  return {
    async load(table) {
      const tables = database.transaction(STORE).objectStore(STORE);
      return (await done(tables.get(table))) as string | undefined;
    },
    async all() {
      const tables = database.transaction(STORE).objectStore(STORE);
      return `[${((await done(tables.getAll())) as string[]).join()}]`;
    },
    async save(list) {
      const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
      const [tables, records] = [transaction.objectStore(STORE), JSON.parse(list) as Saved[]];
      for (const each of records)
        if (!isAsKnown(await done(tables.get(each.table)), each)) return false;
      for (const { table, record } of records) tables.put(record, table);
      await committed(transaction);
      return true;
    },
    async remove(table, record) {
      const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
      const tables = transaction.objectStore(STORE);
      if ((await done(tables.get(table))) !== record) return false;
      tables.delete(table);
      await committed(transaction);
      return true;
    },
  };
}

/** For browsers that keep nothing: tables last as long as the page. */
export function databaseInMemory(): Database {
  const tables = new Map<string, string>();
  return {
    load: async (table) => tables.get(table),
    all: async () => `[${[...tables.values()].join()}]`,
    async save(list) {
      const records = JSON.parse(list) as Saved[];
      if (!records.every((each) => isAsKnown(tables.get(each.table), each))) return false;
      for (const { table, record } of records) tables.set(table, record);
      return true;
    },
  };
}
