// Slices: a search that stops every few milliseconds, so that whoever runs it hears of other wishes.
import type { Plan, Report, Tree } from "./tree.ts";

/** What a worker is asked to look at: a position, for so long at most. */
export interface Task {
  /** Answers carry it: those of an earlier task are late. */
  number: number;
  position: Uint8Array;
  /** Whose tree grows; it is remembered under this name. */
  player: string;
  /** How that player searches. */
  plan: Plan;
  seed: bigint;
  memory: number;
  /** Whichever is used up first ends it; the simulations are kept exactly. */
  simulations?: number;
  seconds?: number;
  /** So many simulations are run however long they take. */
  atLeast?: number;
  /** So many simulations a second are enough: once a slice reaches them, it is over. */
  enough?: number;
  /** Choose a move, as soft as that, by that seed. */
  choice?: { softness: number; seed: bigint };
}

const PULSE_MS = 5; // of a slice
const NEWS_MS = 100; // between two reports
const FIRST = 1; // simulation: on a very slow device, more would be a long slice

export interface Surroundings {
  now(): number;
  /** Lets messages come in. */
  pause(): Promise<void>;
  isCurrent(): boolean;
  report(report: Report, done: boolean, action?: number): void;
}

type Budget = Pick<Task, "position" | "simulations" | "seconds" | "atLeast" | "enough" | "choice">;

/** The most simulations a second, of times that are long enough for the clock; pauses count. */
class Pace {
  best = 0;
  private since: number;
  private before = 0;

  constructor(begin: number) {
    this.since = begin;
  }

  note(now: number, ran: number) {
    const took = now - this.since;
    if (took <= PULSE_MS / 5) return;
    this.best = Math.max(this.best, (1000 * (ran - this.before)) / took);
    [this.since, this.before] = [now, ran];
  }
}

/** Grow the tree until the task is done or no longer the current one, and report now and then.
 *  If a move is to be chosen in a time, it ends as soon as no other can overtake the first. */
export async function work(tree: Tree, task: Budget, around: Surroundings) {
  const begin = around.now();
  const end = begin + 1000 * (task.seconds ?? Infinity);
  let [pulse, left, told, ran] = [FIRST, task.simulations ?? Infinity, begin, 0];
  const pace = new Pace(begin);
  const onlyBest = task.choice?.softness === 0 && task.seconds !== undefined;
  const due = () => (task.atLeast ?? 0) - ran;
  const ahead = (now: number) => Math.max((tree.speed / 1000) * (end - now), due());
  const isOver = (now: number) =>
    left <= 0 ||
    tree.isDecided ||
    (now >= end && due() <= 0) ||
    pace.best >= (task.enough ?? Infinity) ||
    (onlyBest && tree.speed > 0 && tree.lead > ahead(now));
  tree.lookAt(task.position);
  for (let now = begin; !isOver(now); now = around.now()) {
    const portion = Math.min(pulse, left);
    tree.grow(portion);
    left -= portion;
    ran += portion;
    const took = Math.max(around.now() - now, 1e-3);
    pulse = Math.max(1, Math.min(2 * pulse, Math.floor((portion * PULSE_MS) / took)));
    pace.note(around.now(), ran);
    tree.speed = Math.max(tree.speed, pace.best);
    if (now - told >= NEWS_MS && !task.choice) {
      around.report({ ...tree.report(), speed: pace.best }, false);
      told = now;
    }
    await around.pause();
    if (!around.isCurrent()) return;
  }
  around.report({ ...tree.report(!task.choice), speed: pace.best }, true);
}
