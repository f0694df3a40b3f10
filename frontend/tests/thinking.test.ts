import { beforeEach, expect, test, vi } from "vitest";
import type { Analysis, ChoiceWish } from "../src/engine/computer";
import type { Advice, Search, TableView, Up } from "../src/protocol";
import { type LocalComputer, Thinking } from "../src/table/thinking";

const VIEW = { game: "some-game", options: {}, result: null, position: { ply: 1 } } as TableView;
const MOVE: Search = {
  ...{ type: "search", number: 7, kind: "move", ply: 1, state: btoa("\u0001\u00ff") },
  ...{ level: 2, seed: "18446744073709551617", seconds: null },
};
const HINT: Search = { ...MOVE, kind: "hint", number: 1, level: null };
const ANALYSIS: Search = { ...HINT, kind: "analysis", number: 2 };

const move = (token: string, visits: number) => ({
  ...{ token, visits, line: [token, "then"], values: [0, 0], prior: 0.5, winrate: 0.5 },
  proven: false,
});
const found = (...tokens: string[]): Analysis => ({
  moves: tokens.map((token) => move(token, 3)),
  values: [0, 0],
  visits: 9,
  proven: false,
});
const advice = (...tokens: string[]) =>
  ({
    moves: tokens.map((token) => ({ ...move(token, 1), path: [`${token}!`], route: [] })),
  }) as unknown as Advice;

/** A search that ends when the test says so, or when it is aborted. */
class Later<T> {
  finish!: (value: T) => void;
  fail!: (reason: Error) => void;
  readonly promise: Promise<T>;
  constructor(readonly signal?: AbortSignal) {
    this.promise = new Promise((resolve, reject) => {
      [this.finish, this.fail] = [resolve, reject];
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  }
}

class FakeComputer implements LocalComputer {
  strong = true;
  closed = 0;
  prepared = 0;
  wishes: ChoiceWish[] = [];
  choices: Later<{ token: string; analysis: Analysis }>[] = [];
  hints: Later<Analysis>[] = [];
  analyses: (Later<Analysis> & { tell?: (analysis: Analysis) => void })[] = [];
  levels: number[] = [];

  prepare() {
    this.prepared++;
  }
  choose(wish: ChoiceWish) {
    this.wishes.push(wish);
    this.choices.push(new Later(wish.signal));
    return this.choices.at(-1)!.promise;
  }
  hint(_: Uint8Array, signal?: AbortSignal) {
    this.hints.push(new Later(signal));
    return this.hints.at(-1)!.promise;
  }
  review = this.hint;
  async analyse(
    _: Uint8Array,
    tell: (analysis: Analysis) => void,
    { signal }: { signal?: AbortSignal } = {},
  ) {
    const later = Object.assign(new Later<Analysis>(signal), { tell });
    this.analyses.push(later);
    return later.promise.catch(() => found()); // an abort is its usual end
  }
  async isStrongEnough(level: number) {
    this.levels.push(level);
    return this.strong;
  }
  close() {
    this.closed++;
  }
}

let [sent, advised, again, time]: [Up[], Advice[], number, number] = [[], [], 0, 0];
/** Where nobody else thinks, what waits, and for how long. */
let pauses: [number, () => void][] = [];
let computer: FakeComputer;

beforeEach(() => {
  [sent, advised, again, time] = [[], [], 0, 0];
  pauses = [];
  computer = new FakeComputer();
});

const around = ({ isAlone = false, engine = true } = {}) => ({
  send: (frame: Up) => void sent.push(frame),
  advise: (each: Advice) => void advised.push(each),
  askAgain: () => void again++,
  find: async () => (engine ? computer : null),
  now: () => time,
  wait: async (ms: number) =>
    isAlone ? new Promise<void>((go) => pauses.push([ms, go])) : undefined,
  isAlone,
});

async function ready(how: { isAlone?: boolean; engine?: boolean } = {}): Promise<Thinking> {
  const thinking = new Thinking(around(how));
  await thinking.prepare(VIEW);
  return thinking;
}

/** Let everything happen that can. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

test("with an engine it offers to think, without one it asks again later", async () => {
  const without = await ready({ engine: false });
  expect([sent, without.isReady]).toEqual([[], false]);
  const thinking = await ready();
  await thinking.prepare(VIEW);
  expect([sent, thinking.isReady]).toEqual([[{ type: "thinks", on: true }], true]);
  expect(computer.prepared).toBe(1);
});

test("advice waits for an engine, but not for long where there is a server", async () => {
  for (const isAlone of [false, true]) {
    const engine = new Later<LocalComputer | null>();
    let waited = false;
    const thinking = new Thinking({ ...around({ isAlone }), find: () => engine.promise });
    void thinking.prepareSoon(VIEW).then(() => (waited = true));
    await settle();
    expect(waited).toBe(!isAlone);
    engine.finish(null);
    await settle();
    expect(waited).toBe(true);
  }
});

test("a move is computed as it was asked for, and sent with its number", async () => {
  const thinking = await ready();
  void thinking.search(MOVE);
  await settle();
  const { position, level, seed, seconds } = computer.wishes[0];
  expect([[...position], level, seed, seconds]).toEqual([[1, 255], 2, 2n ** 64n + 1n, undefined]);
  computer.choices[0].finish({ token: "a1", analysis: found() });
  await settle();
  expect(sent.slice(1)).toEqual([{ type: "computed", number: 7, token: "a1" }]);
  expect(computer.levels).toEqual([2]);
});

test("a move that is no longer wanted is not sent", async () => {
  const thinking = await ready();
  void thinking.search(MOVE);
  await settle();
  thinking.follow(VIEW);
  expect(computer.choices[0].signal!.aborted).toBe(false);
  thinking.follow({ ...VIEW, position: { ...VIEW.position, ply: 0 } });
  expect(computer.choices[0].signal!.aborted).toBe(true);
  computer.choices[0].finish({ token: "a1", analysis: found() });
  await settle();
  expect(sent.slice(1)).toEqual([]);
});

test("a device that is too weak leaves it to the server, unless there is none", async () => {
  computer.strong = false;
  const thinking = await ready();
  await thinking.search(ANALYSIS);
  expect(sent.slice(1)).toEqual([{ type: "thinks", on: false }]);
  expect([again, thinking.isReady, computer.analyses.length]).toEqual([1, false, 0]);
  await thinking.prepare(VIEW);
  expect(sent).toHaveLength(2);
  const alone = await ready({ isAlone: true });
  void alone.search(MOVE);
  await settle();
  expect([computer.choices.length, alone.isReady]).toEqual([1, true]);
});

test("a device that was too weak offers to think again after a rest, each time after a longer one", async () => {
  computer.strong = false;
  const thinking = await ready();
  await thinking.search(MOVE);
  time = 59_000;
  await thinking.prepare(VIEW);
  expect([sent.length, thinking.isReady]).toEqual([2, false]);
  time = 60_000;
  await thinking.prepare(VIEW);
  await thinking.prepare(VIEW);
  expect(sent.slice(2)).toEqual([{ type: "thinks", on: true }]);
  await thinking.search(MOVE); // still weak
  time += 60_000;
  await thinking.prepare(VIEW);
  expect(sent.slice(3)).toEqual([{ type: "thinks", on: false }]);
  time += 60_000;
  await thinking.prepare(VIEW);
  computer.strong = true;
  void thinking.search(MOVE);
  await settle();
  expect(computer.choices).toHaveLength(1);
  expect(sent.slice(4)).toEqual([{ type: "thinks", on: true }]);
});

test("a hint is told by the table", async () => {
  const thinking = await ready();
  void thinking.search(HINT);
  await settle();
  computer.hints[0].finish(found("a1", "b2", "c3", "d4", "e5", "f6"));
  await settle();
  const told = sent.at(-1)!;
  expect(told).toMatchObject({ type: "found", number: 1, visits: 9, final: true });
  expect("moves" in told && told.moves.map(({ line }) => line[0])).toHaveLength(5);
});

test("an analysis asks how moves look once, and shows the rest by itself, not too often", async () => {
  const thinking = await ready();
  void thinking.search(ANALYSIS);
  await settle();
  const { tell } = computer.analyses[0];
  tell!(found("a1"));
  expect(sent.at(-1)).toMatchObject({ type: "found", number: 2, final: false });
  thinking.learn(advice("a1", "b2"));
  tell!(found("b2", "a1"));
  expect(advised).toEqual([]);
  time = 300;
  tell!(found("b2", "a1"));
  expect(advised[0]).toMatchObject({ ply: 1, kind: "analysis", visits: 9, final: false });
  expect(advised[0].moves.map(({ token, path }) => [token, path])).toEqual([
    ["b2", ["b2!"]],
    ["a1", ["a1!"]],
  ]);
  time = 600;
  tell!(found("c3"));
  expect([advised.length, sent.filter(({ type }) => type === "found").length]).toEqual([1, 2]);
});

test("an analysis rests while the page is hidden, and ends when it is stopped", async () => {
  const thinking = await ready();
  void thinking.search(ANALYSIS);
  await settle();
  thinking.show(false);
  expect(computer.analyses[0].signal!.aborted).toBe(true);
  await settle();
  thinking.show(true);
  await settle();
  expect(computer.analyses).toHaveLength(2);
  expect(sent.at(-1)).toEqual({ type: "thinks", on: true });
  thinking.stop();
  expect(computer.analyses[1].signal!.aborted).toBe(true);
  thinking.show(true);
  await settle();
  expect(computer.analyses).toHaveLength(2);
});

test("what comes after the end is closed, too", async () => {
  const thinking = new Thinking(around());
  const finding = thinking.prepare(VIEW);
  thinking.close();
  await finding;
  expect([computer.closed, sent, thinking.isReady]).toEqual([1, [], false]);
});

test("a review goes on beside an analysis, and is told by its number", async () => {
  const thinking = new Thinking(around({ isAlone: true }));
  await thinking.prepare(VIEW);
  void thinking.search(ANALYSIS);
  const reviewing = thinking.search({ ...HINT, kind: "review", number: 5 });
  await Promise.resolve();
  await Promise.resolve();
  computer.hints[0].finish(found("a1"));
  await reviewing;
  expect(computer.analyses[0].signal?.aborted).toBe(false);
  expect(sent.at(-1)).toMatchObject({ type: "found", number: 5, final: true });
});

test("where nobody else thinks, what has failed is tried again", async () => {
  const thinking = await ready({ isAlone: true });
  vi.stubGlobal("reportError", () => undefined);
  void thinking.search(MOVE);
  await settle();
  computer.choices[0].fail(new Error("no memory"));
  await settle();
  expect(sent.slice(1)).toEqual([{ type: "thinks", on: false }]);
  pauses[0][1]();
  await settle();
  expect([sent.slice(2), again]).toEqual([[{ type: "thinks", on: true }], 1]);
  thinking.offerLater();
  thinking.close();
  expect(pauses.map(([ms]) => ms)).toEqual([1000, 2000]);
  pauses[1][1]();
  await settle();
  expect(sent).toHaveLength(3);
  vi.unstubAllGlobals();
});

test("where nobody else thinks, an engine that could not be loaded is looked for again", async () => {
  let engine: LocalComputer | null = null;
  const thinking = new Thinking({ ...around({ isAlone: true }), find: async () => engine });
  await thinking.prepare(VIEW);
  expect([thinking.isReady, pauses.length]).toEqual([false, 1]);
  engine = computer;
  pauses[0][1]();
  await settle();
  expect([thinking.isReady, sent]).toEqual([true, [{ type: "thinks", on: true }]]);
});
