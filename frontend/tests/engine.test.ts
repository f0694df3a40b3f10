import { expect, test, vi } from "vitest";
import { Computer } from "../src/engine/computer";
import { type Engines, judgeOf } from "../src/engine/files";
import { merged } from "../src/engine/merge";
import { type Surroundings, type Task, work } from "../src/engine/slices";
import { type SearchWorker, Thinker } from "../src/engine/thinker";
import { type Move, type Report, type Tree, withNet } from "../src/engine/tree";

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
  expect(merged([report()])).toEqual({ turn: 0, moves: [], values: [], visits: 0, proven: false });
});

/** A tree that only counts, and a clock that goes on a millisecond for each 10 simulations. */
function counted(decidedAfter = Infinity) {
  const done = { simulations: 0, slices: 0, reports: [] as boolean[] };
  const tree = {
    speed: 0,
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

const plan = { exploration: 1, urgency: 0, patience: 1, horizon: 0, insight: 1 };
const task: Task = {
  ...{ number: 1, position: new Uint8Array(1), player: "", plan, seed: 5n, memory: 1000 },
};

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

test("however little time there is, a search runs as many simulations as it is told at least", async () => {
  const { done, tree, around } = counted();
  Object.defineProperty(tree, "lead", { get: () => 900 });
  const slow = { ...task, seconds: 0.1, atLeast: 3000 };
  await work(tree, slow, around);
  expect(done.simulations).toBeGreaterThanOrEqual(3000);
  expect(done.simulations).toBeLessThan(3100);
  await work(tree, { ...slow, choice: { softness: 0, seed: 0n } }, around);
  expect(done.simulations).toBeGreaterThan(5100); // of 3,000 more, the last 900 could not help
  expect(done.simulations).toBeLessThan(5300);
});

test("a search that somebody else's wish has ended says nothing more", async () => {
  const { done, tree, around } = counted();
  await work(tree, task, { ...around, isCurrent: () => done.simulations < 500 });
  expect(done.reports).not.toContain(true);
});

test("a move that cannot be overtaken in the time left is chosen at once", async () => {
  const { done, tree, around } = counted();
  const leads = (simulations: number) => (simulations < 2000 ? 0 : 3500);
  Object.defineProperty(tree, "lead", { get: () => leads(done.simulations) });
  const timed = { ...task, seconds: 0.5 };
  await work(tree, { ...timed, choice: { softness: 0, seed: 0n } }, around);
  expect(done.simulations).toBeGreaterThanOrEqual(2000);
  expect(done.simulations).toBeLessThan(2100);
  await work(tree, { ...timed, choice: { softness: 0.1, seed: 0n } }, around);
  expect(done.simulations).toBeGreaterThan(7000);
});

test("a slow beginning does not end a choice", async () => {
  const { done, tree, around } = counted();
  let first = Infinity;
  const begun = () => 3 * (Number(done.simulations > 0) + Number(done.simulations > first));
  const now = () => done.simulations / 100 + begun(); // a search takes three milliseconds to begin
  Object.defineProperty(tree, "lead", { get: () => (done.simulations < first ? 0 : 3000) });
  const chosen = { ...task, seconds: 0.1, choice: { softness: 0, seed: 0n } };
  await work(tree, chosen, { ...around, now });
  first = done.simulations;
  await work(tree, chosen, { ...around, now });
  expect(done.simulations - first).toBeGreaterThan(6000); // the last 3,000 could not change it
  expect(done.simulations - first).toBeLessThan(8000);
});

/** Workers that keep what they are told. */
function fakeWorkers(count: number) {
  return Array.from({ length: count }, () => {
    const told: (Partial<Task> & { number: number; module?: unknown })[] = [];
    const worker = {
      told,
      postMessage: (data: never) => told.push(data),
      terminate: () => undefined,
    };
    return worker as unknown as SearchWorker & { told: typeof told };
  });
}

const setup = { module: {} as WebAssembly.Module, seats: 2 };
const answer = (worker: SearchWorker, data: object) =>
  worker.onmessage?.call(worker as Worker, new MessageEvent("message", { data }));

test("several workers share the simulations, and their trees are merged", async () => {
  const workers = fakeWorkers(2);
  const thinker = new Thinker(setup, workers);
  const visits: number[] = [];
  const ended = thinker.think({ ...task, simulations: 101 }, (found) => visits.push(found.visits));
  expect(workers.map(({ told }) => told[0].module)).toEqual([setup.module, setup.module]);
  const [, asked] = workers[0].told;
  expect(workers.map(({ told }) => [told[1].simulations, told[1].seed, told[1].memory])).toEqual([
    [51, 5n, 500],
    [51, 6n, 500],
  ]);
  const { number } = asked;
  answer(workers[0], { number, report: report(move(1, 51, 0.2)), done: true });
  answer(workers[1], { number, report: report(move(1, 20, 0.2)), done: false });
  answer(workers[1], { number, report: report(move(1, 51, 0.2)), done: true });
  expect((await ended).visits).toBe(102);
  expect(visits).toEqual([51, 71, 102]);
});

test("a search that is ended says what it has found, and answers that come late are not heard", async () => {
  const [worker] = fakeWorkers(1);
  const thinker = new Thinker(setup, [worker]);
  const stop = new AbortController();
  let heard = 0;
  const ended = thinker.think(task, () => heard++, stop.signal);
  const { number } = worker.told[1];
  answer(worker, { number, report: report(move(1, 8, 0.2)), done: false });
  stop.abort();
  answer(worker, { number, report: report(move(1, 9, 0.2)), done: true });
  expect((await ended).visits).toBe(8);
  expect(heard).toBe(1);
  expect(worker.told[2]).toEqual({ number: number + 1 });
});

const level = { simulations: 80, insight: 0.5, softness: 0, seconds: null };
const budgets = {
  memory: 256_000_000,
  advice: {
    memory: 64_000_000,
    hint: { simulations: 20_000, seconds: 2 },
    review: { simulations: 3_000 },
  },
};
const loaded = {
  ...setup,
  ...budgets,
  ...{ tokens: ["a", "b", "c"], plan },
  levels: [level, { ...level, simulations: 8000 }, { ...level, seconds: 2 }],
};

test("a player has the days and the budget of its level, and answers in tokens", async () => {
  const [worker] = fakeWorkers(1);
  const computer = new Computer(loaded, () => worker);
  const wish = { position: new Uint8Array(1), seed: 0n };
  const chosen = computer.choose({ ...wish, level: 1 });
  const [, { number, ...asked }] = worker.told;
  expect(asked).toMatchObject({ simulations: 80, plan: { ...plan, insight: 0.5 }, player: "1 0" });
  expect(asked.seconds).toBeUndefined();
  const told = report(move(2, 9, 0.5, { line: [1] }), move(1, 5, 0.2));
  answer(worker, { number, report: told, done: true, action: 1 });
  const { token, analysis } = await chosen;
  expect(token).toBe("b");
  expect(analysis.moves[0]).toMatchObject({ token: "c", line: ["c", "b"], winrate: 0.75 });
  void computer.choose({ ...wish, level: 3, seconds: 0.5 }).catch(() => undefined);
  expect(worker.told.at(-1)!).toMatchObject({ seconds: 0.5, atLeast: 0 });
  void computer.choose({ ...wish, level: 3 }).catch(() => undefined);
  expect(worker.told.at(-1)!).toMatchObject({ seconds: 2, atLeast: 8000 });
});

test("a choice that is given up, or a worker that fails, is an error, and a new one is started", async () => {
  const workers = fakeWorkers(2);
  const computer = new Computer(loaded, () => workers.shift()!);
  const wish = { position: new Uint8Array(1), seed: 0n, level: 1 };
  const [first, second] = workers;
  const stop = new AbortController();
  const given = computer.choose({ ...wish, signal: stop.signal });
  stop.abort();
  await expect(given).rejects.toThrow(/abort/i);
  const failing = computer.choose(wish);
  const broken = Object.assign(new Event("error"), { message: "out of memory" });
  first.onerror?.call(first as unknown as Worker, broken as ErrorEvent);
  await expect(failing).rejects.toThrow("out of memory");
  void computer.choose(wish).catch(() => undefined);
  expect(second.told).toHaveLength(2);
});

/** A worker on a device that reaches so many simulations a second, by a clock of its own. */
function device(speed: number) {
  const own = { speed, clock: 0 };
  const tree = { lookAt: () => undefined, isDecided: false, report: () => report(move(1, 8, 0)) };
  const worker: SearchWorker = {
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
    postMessage: (data: Partial<Task>) => {
      const { number, position } = data;
      if (!position) return;
      void work(
        { ...tree, grow: (n: number) => void (own.clock += (1000 * n) / own.speed) } as never,
        data as Task,
        {
          now: () => own.clock,
          pause: () => Promise.resolve(),
          isCurrent: () => true,
          report: (told, done) => answer(worker, { number, report: told, done }),
        },
      );
    },
  };
  return Object.assign(own, { worker });
}

test.each([
  [200, false, 100],
  [990, false, 100],
  [1010, true, 10],
  [500_000, true, 10],
])(
  "a device that reaches %d simulations a second: is it strong enough? %s, it knows in %d ms",
  async (speed, is, most) => {
    const slow = device(speed);
    const computer = new Computer(loaded, () => slow.worker);
    expect(await computer.isStrongEnough(3, new Uint8Array(1))).toBe(is);
    expect(slow.clock).toBeLessThan(most);
    expect(await computer.isStrongEnough(1, new Uint8Array(1))).toBe(true);
  },
);

test("a device that was busy for a moment is measured again, one that is strong is not", async () => {
  const busy = device(100);
  const computer = new Computer(loaded, () => busy.worker);
  expect(await computer.isStrongEnough(2, new Uint8Array(1))).toBe(false);
  busy.speed = 50_000;
  expect(await computer.isStrongEnough(2, new Uint8Array(1))).toBe(true);
  busy.speed = 100;
  expect(await computer.isStrongEnough(2, new Uint8Array(1))).toBe(true);
});

test("one worker, which waits, measures and then plays; the end of a measurement is no judgement", async () => {
  const [worker] = fakeWorkers(1);
  const computer = new Computer(loaded, () => worker);
  const wish = { position: new Uint8Array(1), seed: 0n, level: 1 };
  computer.prepare();
  expect(worker.told).toHaveLength(1);
  const strong = computer.isStrongEnough(3, wish.position);
  void computer.choose(wish).catch(() => undefined);
  expect(worker.told.map(({ player }) => player)).toEqual([undefined, "measuring"]);
  const { number } = worker.told[1];
  answer(worker, { number, report: { ...report(move(1, 8, 0)), speed: 999 }, done: true });
  expect(await strong).toBe(false);
  expect(worker.told[2].player).toBe("1 0");
  const again = computer.isStrongEnough(3, wish.position);
  computer.close(); // by another page of the same game
  expect(await again).toBe(true);
});

test.each([
  [{ hardwareConcurrency: 1 }, 1, 256_000_000],
  [{ hardwareConcurrency: 4 }, 3, 256_000_000],
  [{ hardwareConcurrency: 64, deviceMemory: 8 }, 8, 256_000_000],
  [{ hardwareConcurrency: 8, deviceMemory: 2 }, 4, 64_000_000],
  [{ hardwareConcurrency: 8, deviceMemory: 0.25 }, 1, 8_000_000],
])("an analysis on a device with %o has %d workers", (device, count, memory) => {
  vi.stubGlobal("navigator", device);
  const workers = fakeWorkers(count);
  const others = [...workers];
  const computer = new Computer(loaded, () => others.shift()!);
  void computer.analyse(new Uint8Array(1), () => undefined);
  expect(others).toHaveLength(0);
  expect(workers.map(({ told }) => told[1].memory)).toEqual(
    workers.map(() => Math.floor(memory / count)),
  );
  vi.unstubAllGlobals();
});

test("the more seats, the less a search with a net explores", () => {
  expect(withNet({ ...plan, exploration: 1.5 }, 2)).toEqual({ ...plan, exploration: 1.5 });
  expect(withNet({ ...plan, exploration: 1.5 }, 4)).toEqual({ ...plan, exploration: 0.75 });
});

test("a net judges where it knows the options, and features judge elsewhere", () => {
  const judge = { engine: "", weights: null, plan, levels: [] };
  const net = { ...judge, options: { siege: [true, false], target: [12] } };
  const engines: Engines = { players: 2, tokens: "", features: judge, net, ...budgets };
  expect(judgeOf(engines, { siege: true, target: 12 })).toBe(net);
  expect(judgeOf(engines, { siege: true, target: 13 })).toBe(judge);
  expect(judgeOf({ ...engines, net: null }, {})).toBe(judge);
});
