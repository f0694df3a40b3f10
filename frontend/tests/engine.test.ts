import { expect, test } from "vitest";
import { merged } from "../src/engine/merge";
import { type Surroundings, type Task, work } from "../src/engine/slices";
import { type Hand, Thinker } from "../src/engine/thinker";
import type { Move, Report, Tree } from "../src/engine/tree";

const move = (action: number, visits: number, value: number, more: Partial<Move> = {}): Move => ({
  ...{ action, visits, values: [value, -value], prior: 0.5, proven: false, line: [] },
  ...more,
});
const report = (...moves: Move[]): Report => ({
  ...{ turn: 0, proven: false, moves },
  visits: moves.reduce((sum, each) => sum + each.visits, 0),
});

test("trees count by their visits", () => {
  const found = merged([
    report(move(1, 30, 0.5, { line: [9] }), move(2, 10, 0)),
    report(move(1, 10, 0.1), move(2, 20, 0.3)),
  ]);
  expect(found.moves.map(({ action, visits }) => [action, visits])).toEqual([
    [1, 40],
    [2, 30],
  ]);
  expect(found.values[0]).toBeCloseTo(0.4);
  expect(found.values[1]).toBeCloseTo(-0.4);
  expect(found.moves[0].line).toEqual([1, 9]);
  expect(found.visits).toBe(70);
});

test("a certain win comes first and a certain loss last, whatever their visits", () => {
  const certain = { proven: true };
  const won = move(3, 1, 1, certain);
  const found = merged([report(move(1, 50, -1, certain), move(2, 5, 0.2), won)]);
  expect(found.moves.map(({ action }) => action)).toEqual([3, 2, 1]);
  expect(found.proven).toBe(false);
  expect(merged([{ ...report(won), proven: true }]).proven).toBe(true);
});

test("a position that nobody has looked at has no moves", () => {
  expect(merged([report()])).toEqual({ moves: [], values: [], visits: 0, proven: false });
});

/** A tree that only counts, and a clock that goes on a millisecond for each 10 simulations. */
function counted(decidedAfter = Infinity) {
  const done = { simulations: 0, slices: 0, reports: [] as boolean[] };
  const tree = {
    lookAt: () => undefined,
    grow: (simulations: number) => {
      done.simulations += simulations;
      done.slices++;
    },
    report: () => report(),
    get isDecided() {
      return done.simulations >= decidedAfter;
    },
  } as unknown as Tree;
  const around: Surroundings = {
    now: () => done.simulations / 10,
    pause: () => Promise.resolve(),
    isCurrent: () => true,
    report: (_, isOver) => done.reports.push(isOver),
  };
  return { done, tree, around };
}

const task: Task = { number: 1, position: new Uint8Array(1) };

test("a search keeps its number of simulations and runs in short slices", async () => {
  const { done, tree, around } = counted();
  await work(tree, { ...task, simulations: 1234 }, around);
  expect(done.simulations).toBe(1234);
  expect(done.slices).toBeGreaterThan(20);
  expect(done.reports).toEqual([false, true]);
});

test("a search ends after its time, and once all is known", async () => {
  const timed = counted();
  await work(timed.tree, { ...task, seconds: 0.5 }, timed.around);
  expect(timed.done.simulations).toBeGreaterThanOrEqual(5000);
  expect(timed.done.simulations).toBeLessThan(5100);
  const sure = counted(40);
  await work(sure.tree, task, sure.around);
  expect(sure.done.reports).toEqual([true]);
});

test("a search that somebody else's wish has ended says nothing more", async () => {
  const { done, tree, around } = counted();
  await work(tree, task, { ...around, isCurrent: () => done.simulations < 500 });
  expect(done.reports).not.toContain(true);
});

/** Workers that keep what they are told. */
function hands(count: number) {
  return Array.from({ length: count }, () => {
    const told: { number: number; simulations?: number; wish?: { seed: number } }[] = [];
    const hand = {
      told,
      postMessage: (data: never) => told.push(data),
      terminate: () => undefined,
    };
    return hand as unknown as Hand & { told: typeof told };
  });
}

const answer = (hand: Hand, data: object) =>
  hand.onmessage?.call(hand as Worker, new MessageEvent("message", { data }));

test("several workers share the simulations, and their trees are merged", async () => {
  const workers = hands(2);
  const module = {} as WebAssembly.Module;
  const thinker = new Thinker(module, { plan: {} as never, seed: 5 }, workers);
  expect(workers.map(({ told }) => told[0].wish?.seed)).toEqual([5, 6]);
  const visits: number[] = [];
  const ended = thinker.think({ ...task, simulations: 101 }, (found) => visits.push(found.visits));
  expect(workers.map(({ told }) => told[1].simulations)).toEqual([51, 51]);
  const { number } = workers[0].told[1];
  answer(workers[0], { number, report: report(move(1, 51, 0.2)), done: true });
  answer(workers[1], { number, report: report(move(1, 20, 0.2)), done: false });
  answer(workers[1], { number, report: report(move(1, 51, 0.2)), done: true });
  expect((await ended).visits).toBe(102);
  expect(visits).toEqual([51, 71, 102]);
});

test("answers to what was asked before are not heard", () => {
  const workers = hands(1);
  const thinker = new Thinker({} as WebAssembly.Module, { plan: {} as never }, workers);
  let heard = 0;
  void thinker.think(task, () => heard++);
  const { number } = workers[0].told[1];
  thinker.stop();
  answer(workers[0], { number, report: report(), done: false });
  expect(heard).toBe(0);
});
