import { beforeEach, expect, test } from "vitest";
import { databaseInMemory, openDatabase } from "../src/tab/database";

/** What is on the disk. A transaction gets there whole, when its last request has been answered. */
let disk: Map<string, unknown>;
/** Is the tab closed before the next transaction is over? */
let closes = false;

class FakeTransaction {
  oncomplete?: () => void;
  onabort?: () => void;
  readonly error = new Error("aborted");
  private readonly own = new Map(disk);
  private asked = 0;

  objectStore() {
    return {
      get: (key: string) => this.request(() => this.own.get(key)),
      getAll: () => this.request(() => [...this.own.values()]),
      put: (value: unknown, key: string) => this.request(() => void this.own.set(key, value)),
      delete: (key: string) => this.request(() => void this.own.delete(key)),
    };
  }

  private request<T>(act: () => T) {
    const request: { onsuccess?: () => void; result?: T } = {};
    const number = ++this.asked;
    queueMicrotask(() => {
      request.result = act();
      request.onsuccess?.();
      setTimeout(() => number === this.asked && this.end());
    });
    return request;
  }

  private end() {
    if (closes) return;
    disk = this.own;
    this.oncomplete?.();
  }
}

beforeEach(() => {
  [disk, closes] = [new Map(), false];
  const result = { transaction: () => new FakeTransaction(), createObjectStore: () => undefined };
  const open = () => {
    const request: { onsuccess?: () => void; result: unknown } = { result };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  Object.assign(globalThis, { indexedDB: { open } });
});

const record = (changes: number, ...moves: string[]) =>
  JSON.stringify({ table: { changes }, moves });
const saved = (table: string, known: number, text: string) => ({ table, known, record: text });
const list = (...all: ReturnType<typeof saved>[]) => JSON.stringify(all);

test("what is saved together is stored together, or not at all", async () => {
  const database = await openDatabase();
  const [one, two] = [saved("one", -1, record(0)), saved("two", -1, record(0))];
  expect(await database.save(list(one, two))).toBe(true);
  const [later, stale] = [saved("one", 0, record(1, "e4")), saved("two", 5, record(6))];
  expect(await database.save(list(later, stale))).toBe(false);
  expect(await database.load("one")).toBe(record(0));
});

test("a tab that is closed in mid-move leaves the record as it was, and the move unconfirmed", async () => {
  const database = await openDatabase();
  await database.save(list(saved("one", -1, record(0))));
  closes = true;
  let confirmed = false;
  void database.save(list(saved("one", 0, record(1, "e4")))).then(() => (confirmed = true));
  await new Promise((resolve) => setTimeout(resolve, 5));
  closes = false;
  expect(confirmed).toBe(false);
  const again = await openDatabase();
  expect(await again.load("one")).toBe(record(0));
  expect(await again.save(list(saved("one", 0, record(1, "e4"))))).toBe(true);
});

test("a game that came back is removed only if it is the one that was brought", async () => {
  const database = await openDatabase();
  await database.save(list(saved("one", -1, record(0))));
  await database.save(list(saved("one", 0, record(1, "e4"))));
  expect(await database.remove("one", record(0))).toBe(false);
  expect(await database.load("one")).toBe(record(1, "e4"));
  expect(await database.remove("one", record(1, "e4"))).toBe(true);
  expect(await database.all()).toBe("[]");
});

test("a browser that keeps nothing has tables as long as the page, by the same rules", async () => {
  const database = databaseInMemory();
  const [one, two] = [saved("one", -1, record(0)), saved("two", -1, record(0))];
  expect(await database.save(list(one, two))).toBe(true);
  const [later, stale] = [saved("one", 0, record(1, "e4")), saved("two", 5, record(6))];
  expect(await database.save(list(later, stale))).toBe(false);
  expect(await database.load("one")).toBe(record(0));
  expect(await database.save(list(later))).toBe(true);
  expect(await database.all()).toBe(`[${record(1, "e4")},${record(0)}]`);
  expect(await database.load("three")).toBe(undefined);
});
