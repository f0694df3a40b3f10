import { beforeEach, expect, test, vi } from "vitest";
import { keeping } from "../src/kept.svelte";
import * as storage from "../src/storage";
import { forget, keepMade, keepSecret, noteVisit, seatsAt, visited } from "../src/storage";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem(key: string, value: string) {
    if (refusal) throw refusal;
    kept.set(key, value);
  },
  removeItem: (key: string) => kept.delete(key),
});
/** Why the browser keeps nothing, if it does not. */
let refusal: Error | null = null;
beforeEach(() => {
  kept.clear();
  [refusal, keeping.state] = [null, "all"];
});
const visit = (table: string) => ({ table, game: "a-game", at: 1, over: false, yours: [0] });

test("secrets of links are to share, the others are ours", () => {
  keepMade({ table: "t", secrets: ["one", null, "two"] }, [false, false, true]);
  expect(seatsAt("t")).toEqual({ own: ["one"], shared: { 2: "two" } });
});

test("a secret that came by a link is kept once, and one's own invitation never", () => {
  keepMade({ table: "t", secrets: ["one", "two"] }, [false, true]);
  keepSecret("t", "two");
  keepSecret("t", "three");
  keepSecret("t", "three");
  expect(seatsAt("t").own).toEqual(["one", "three"]);
});

test("the table visited last comes first, and the oldest are forgotten with their secrets", () => {
  keepSecret("t0", "secret");
  for (let i = 0; i < 31; i++) noteVisit(visit(`t${i}`));
  noteVisit(visit("t5"));
  expect(visited()).toHaveLength(30);
  expect(visited()[0].table).toBe("t5");
  expect(seatsAt("t0").own).toEqual([]);
});

test("a table can be forgotten", () => {
  noteVisit(visit("t"));
  forget("t");
  expect(visited()).toEqual([]);
});

test("what cannot be read is as good as nothing", () => {
  kept.set("tablier.tables", "{nonsense");
  expect(visited()).toEqual([]);
});

test("notes of another browser are added to ours, under the names that tables have here", () => {
  keepSecret("both", "theirs");
  keepSecret("apart", "far");
  noteVisit({ ...visit("both"), at: 5, moves: 3 });
  noteVisit({ ...visit("apart"), at: 2 });
  const theirs = storage.allNotes();
  kept.clear();
  keepSecret("both", "ours");
  noteVisit({ ...visit("both"), at: 4, moves: 1 });
  noteVisit({ ...visit("ours"), at: 3 });
  storage.addNotes(theirs, { apart: "apart-2" });
  storage.addNotes({}, {});
  expect(visited().map(({ table, moves }) => [table, moves])).toEqual([
    ["both", 3],
    ["ours", undefined],
    ["apart-2", undefined],
  ]);
  expect(seatsAt("both").own).toEqual(["ours", "theirs"]);
  expect(seatsAt("apart-2").own).toEqual(["far"]);
});

test.each([
  ["full", new DOMException("The quota has been exceeded.", "QuotaExceededError")],
  ["nothing", new DOMException("The operation is insecure.", "SecurityError")],
])("what the browser does not keep, the page remembers, and says so: %s", (state, reason) => {
  noteVisit({ ...visit("t"), moves: 1 });
  refusal = reason;
  keepSecret("u", "secret");
  noteVisit({ ...visit("t"), moves: 2 });
  expect([seatsAt("u").own, visited()[0].moves, keeping.state]).toEqual([["secret"], 2, state]);
  refusal = null;
  noteVisit({ ...visit("t"), moves: 3 });
  expect(JSON.parse(kept.get("tablier.tables")!)[0].moves).toBe(3);
  expect(visited()[0].moves).toBe(3);
  forget("u");
  expect(seatsAt("u").own).toEqual([]);
});

test("notes of a file that make no sense are left out, and spoil nothing", () => {
  const sound = { ...visit("t"), at: 7 };
  for (const page of [
    null,
    { visits: 5 },
    { visits: [null, 3, { table: {} }, sound], seats: null },
  ])
    storage.addNotes(page as never, {});
  storage.addNotes(
    { visits: [sound], seats: { t: { own: [1, "mine"], shared: {} } } } as never,
    {},
  );
  expect([visited(), seatsAt("t").own]).toEqual([[sound], ["mine"]]);
  kept.set("tablier.tables", JSON.stringify([null, sound]));
  expect(visited()).toEqual([sound]);
});
