import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Analysis } from "../src/engine/computer";
import type { Answered, Explored, ExploredMove } from "../src/protocol";
import { forget, keep, kept, keptTree, keyOf } from "../src/explore/storage";
import { packed, unpacked } from "../src/explore/link";
import { proofs } from "../src/explore/proofs";
import {
  across,
  added,
  below,
  EMPTY,
  endOf,
  grown,
  isMain,
  lineOf,
  listed,
  pathTo,
  promoted,
  removed,
  reviewed,
  ROOT,
  turns,
  valued,
  type Line,
  type Tree,
} from "../src/explore/tree";
import { Valuation, type Valued } from "../src/explore/valuation.svelte";

/** Nodes from parents and tokens; players take turns. */
function nodes(...moves: [number, string, Partial<ExploredMove>?][]): ExploredMove[] {
  const found: ExploredMove[] = [{ ...EMPTY, parent: -1, legal: 2 }];
  for (const [parent, token, more] of moves)
    found.push({ ...EMPTY, parent, token, turn: 1 - found[parent].turn, legal: 2, ...more });
  return found;
}

const words = (tree: Tree, line: Line): string =>
  line.moves
    .map(({ id, variations }) =>
      [tree.get(id)!.token, ...variations.map((each) => `(${words(tree, each)})`)].join(" "),
    )
    .join(" ");
const written = (tree: Tree) => words(tree, lineOf(tree, tree.get(ROOT)!.children));

// a b c, with d instead of b, then e; and f instead of e
const LIST = nodes([0, "a"], [1, "b"], [2, "c"], [1, "d"], [4, "e"], [4, "f"]);

test("a tree is the list of its nodes, whatever was done to it in between", () => {
  const tree = grown(LIST);
  expect(written(tree)).toBe("a b (d e (f)) c");
  expect(listed(tree)).toEqual(LIST);
  const [more, id] = added(tree, 3, { token: "g" });
  expect(written(more)).toBe("a b (d e (f)) c g");
  expect(listed(removed(more, id))).toEqual(LIST);
  expect(written(removed(tree, 4))).toBe("a b c");
  expect(written(tree)).toBe("a b (d e (f)) c"); // the tree itself never changes
});

test("a promoted variation is the main line from the start on", () => {
  const tree = promoted(grown(LIST), 6);
  expect(written(tree)).toBe("a d (b c) f (e)");
  expect([6, 5, 2].map((id) => isMain(tree, id))).toEqual([true, false, false]);
  expect(grown(listed(tree)).size).toBe(tree.size);
  expect(written(grown(listed(tree)))).toBe(written(tree));
});

test("keys lead along a line, and between variations from wherever one is in them", () => {
  const tree = grown(LIST);
  expect(pathTo(tree, 6)).toEqual([0, 1, 4, 6]);
  expect(endOf(tree, ROOT)).toBe(3);
  expect(across(tree, 2, 1)).toBe(4);
  expect(across(tree, 3, 1)).toBe(4); // beside the move before it
  expect(across(tree, 4, -1)).toBe(2);
  expect(across(tree, 5, 1)).toBe(6);
  expect(across(tree, 1, 1)).toBe(1);
});

test("moves are numbered by turns, which may have several moves", () => {
  const tree = grown(nodes([0, "a", { turn: 0 }], [1, "b"], [2, "c"]));
  expect([1, 2, 3].map((id) => turns(tree).get(id))).toEqual([
    { number: 1, first: true },
    { number: 1, first: false },
    { number: 2, first: true },
  ]);
});

test("long trees are no deeper to walk than short ones", () => {
  const long = nodes();
  for (let i = 0; i < 3000; i++) long.push({ ...EMPTY, parent: i, token: `${i}` });
  expect(below(grown(long), ROOT)).toHaveLength(3001);
  expect(listed(grown(long))).toEqual(long);
});

const WON = { outcome: [1, 0] };
const LOST = { outcome: [0, 1] };
const DRAWN = { outcome: [0.5, 0.5] };

test("a position is won if one of its moves is proven to win", () => {
  expect(proofs(grown(nodes([0, "a"], [0, "b", WON]))).get(ROOT)).toEqual([1, 0]);
  expect(proofs(grown(nodes([0, "a", LOST]))).get(ROOT)).toBeUndefined();
  const engine = { shares: [1, 0], proven: true };
  expect(proofs(grown(nodes([0, "a", engine]))).get(ROOT)).toEqual([1, 0]);
  expect(proofs(grown(nodes([0, "a", { shares: [1, 0] }]))).get(ROOT)).toBeUndefined();
});

test("a position is lost if all its legal moves are in the tree and lose, and carries that up", () => {
  expect(proofs(grown(nodes([0, "a", LOST], [0, "b", LOST]))).get(ROOT)).toEqual([0, 1]);
  expect(proofs(grown(nodes([0, "a", LOST], [0, "a", LOST]))).get(ROOT)).toBeUndefined();
  expect(proofs(grown(nodes([0, "a", LOST], [0, "b", DRAWN]))).get(ROOT)).toEqual([0.5, 0.5]);
  expect(proofs(grown(nodes([0, "a", DRAWN]))).get(ROOT)).toBeUndefined();
  // a: the other side has two moves, both lose for it, so a wins
  expect(proofs(grown(nodes([0, "a"], [1, "c", WON], [1, "d", WON]))).get(ROOT)).toEqual([1, 0]);
});

test("among four players a proof stays where it was found", () => {
  const four = { outcome: [1, 0, 0, 0] };
  const found = proofs(grown(nodes([0, "a", four], [0, "b", four])));
  expect([ROOT, 1].map((id) => found.get(id))).toEqual([undefined, [1, 0, 0, 0]]);
});

test("what a review has found is in the tree of its game, where nothing else was found", () => {
  const shares = [
    [0.5, 0.5],
    [0.61234, 0.38766],
    [0.7, 0.3],
    [1, 0],
  ];
  const list = nodes([0, "x"], [0, "a", { shares: [0.1, 0.9] }], [2, "b"], [3, "c", WON]);
  const found = reviewed(list, ["a", "b", "c"], shares);
  expect(found.map((node) => node.shares)).toEqual([[0.5, 0.5], [], [0.1, 0.9], [0.7, 0.3], []]);
  expect(reviewed(LIST, ["a", "d"], shares).map(({ shares: [first] }) => first)).toEqual(
    [0.5, 0.612, undefined, undefined, 0.7, undefined, undefined], // of the game, not of what leads on
  );
  expect(reviewed(LIST, ["a", "b"], [])).toEqual(LIST);
});

test("values that were found since are no change that is undone", () => {
  const before = grown(LIST);
  const after = grown(
    reviewed(
      LIST,
      ["a"],
      [
        [0.5, 0.5],
        [0.6, 0.4],
      ],
    ),
  );
  const [more, id] = added(after, 3, { token: "g", shares: [1, 0] });
  const back = valued(before, more);
  expect([back.get(1)!.shares, back.get(2)!.shares]).toEqual([[0.6, 0.4], []]);
  expect(back.has(id)).toBe(false);
});

/** A tree whose nodes have no values, and what thinks about them: slowly, and two at a time. */
function thinking(count: number) {
  const left = new Set(Array.from({ length: count }, (_, id) => id));
  const asked: [number, number][] = [];
  const answers: (() => void)[] = [];
  const review = (position: Uint8Array, signal?: AbortSignal, lane = 0) => {
    asked.push([position[0], lane]);
    return new Promise<Analysis>((answer, refuse) => {
      const analysis = { moves: [], values: [0.2, -0.2], visits: 100, proven: false };
      answers.push(() => answer(analysis));
      signal!.addEventListener("abort", () => refuse(signal!.reason));
    });
  };
  const valued: Valued = {
    next: (except) => [...left].find((id) => !except.has(id)),
    look: async (id) => ({ state: btoa(String.fromCharCode(id)) }) as Answered,
    keep: (id, shares) => {
      expect(shares).toEqual([0.6, 0.4]);
      left.delete(id);
    },
    find: async () => ({ review, lanes: 2 }),
  };
  return { valuation: new Valuation(valued), valued, left, asked, answers };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("all nodes get values, each worker taking the next one, those that are added meanwhile too", async () => {
  const { valuation, left, asked, answers } = thinking(3);
  const run = valuation.start();
  await settled();
  expect([valuation.isOn, asked]).toEqual([true, [[0, 0], [1, 1]]]); // prettier-ignore
  left.add(7);
  while (answers.length) {
    answers.shift()!();
    await settled();
  }
  await run;
  expect(asked.map(([id]) => id)).toEqual([0, 1, 2, 7]);
  expect([[...left], valuation.isOn, valuation.isDone]).toEqual([[], false, true]);
});

test("values that were found stay when somebody stops, and the rest comes later", async () => {
  const { valuation, left, answers, asked } = thinking(3);
  const run = valuation.start();
  await settled();
  answers.shift()!();
  await settled();
  valuation.stop();
  await run;
  expect([[...left], valuation.isOn, valuation.isDone]).toEqual([[1, 2], false, false]);
  void valuation.start();
  await settled();
  expect(asked.slice(-2).map(([id]) => id)).toEqual([1, 2]);
  valuation.stop();
});

test("where there is no engine it is said; what cannot be looked at ends it", async () => {
  const { valuation, valued } = thinking(1);
  valued.look = () => Promise.reject(new Error("away"));
  await expect(valuation.start()).rejects.toThrow("away");
  expect([valuation.isOn, valuation.isDone, valuation.missing]).toEqual([false, false, false]);
  valued.find = () => Promise.resolve(null);
  await valuation.start();
  expect([valuation.isOn, valuation.isDone, valuation.missing]).toEqual([false, false, true]);
});

test("a link has the whole record, and what is none is not unpacked", async () => {
  const record = '[Game "mole-hill"]\n\ne4 {ä „x“ 日本} a1|a2 *\n'.repeat(20);
  const part = await packed(record);
  expect(part).toMatch(/^[\w-]+$/);
  expect(part.length).toBeLessThan(record.length / 4);
  expect(await unpacked(part)).toBe(record);
  for (const wrong of ["", "%", part.slice(0, 20), "AAAA"])
    expect((await unpacked(wrong)) || null).toBeNull();
});

test("a link that would unpack to far too much is none", async () => {
  expect(await unpacked(await packed("x".repeat(5_000_000)))).toBeNull();
});

const stored = new Map<string, string>();
let room = Infinity;
beforeEach(() => {
  stored.clear();
  room = Infinity;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException("", "QuotaExceededError");
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  });
});

afterAll(() => vi.unstubAllGlobals()); // other tests may share these modules

const TREE: Explored = {
  game: "mole-hill",
  options: {},
  start: "- - m 1 -",
  seed: null,
  tags: { Player1: "Ada", Player2: "Bob" },
  given: "*",
  nodes: LIST,
};

test("explorations are kept until they are deleted", () => {
  expect(keep("one", TREE, "table")).toBe(true);
  expect(keep("two", { ...TREE, nodes: LIST.slice(0, 3) })).toBe(true);
  expect(keep("one", TREE)).toBe(true);
  expect(kept().map(({ id, moves, names, table }) => [id, moves, names, table])).toEqual([
    ["one", 6, ["Ada", "Bob"], "table"],
    ["two", 2, ["Ada", "Bob"], undefined],
  ]);
  expect(keptTree("one")).toEqual(TREE);
  forget("one");
  expect([keptTree("one"), kept().length]).toEqual([null, 1]);
});

test("where there is no room, it is said, and what was kept stays", () => {
  keep("one", TREE);
  room = 100;
  const longer = { ...TREE, nodes: [...LIST, ...LIST] };
  expect(keep("one", longer)).toBe(false);
  expect(JSON.parse(stored.get(keyOf("one"))!)).toEqual(TREE);
  expect(keptTree("one")).toEqual(longer); // as long as the page is open
  room = Infinity;
  expect([keep("one", longer), keptTree("one")]).toEqual([true, longer]);
});

test("a list of explorations that cannot be read is as good as none", () => {
  stored.set("tablier.explorations", "{");
  expect(kept()).toEqual([]);
});
