// Slices: a search that stops every few milliseconds, so that whoever runs it hears of other wishes.
import type { Report, Tree } from "./tree.ts";

/** What a worker is asked to look at: a position, for so long at most. */
export interface Task {
  /** Answers carry it: those of an earlier task are late. */
  number: number;
  position: Uint8Array;
  /** Whichever is used up first ends it; the simulations are kept exactly. */
  simulations?: number;
  seconds?: number;
}

const PULSE_MS = 5; // of a slice
const NEWS_MS = 100; // between two reports
const FIRST = 16; // simulations

export interface Surroundings {
  now(): number;
  /** Lets messages come in. */
  pause(): Promise<void>;
  isCurrent(): boolean;
  report(report: Report, done: boolean): void;
}

/** Grow the tree until the task is done or no longer the current one, and report now and then. */
export async function work(tree: Tree, task: Task, around: Surroundings) {
  const begin = around.now();
  let [pulse, left, told] = [FIRST, task.simulations ?? Infinity, begin];
  tree.lookAt(task.position);
  const isOver = (now: number) =>
    left <= 0 || tree.isDecided || now - begin >= 1000 * (task.seconds ?? Infinity);
  for (let now = begin; !isOver(now); now = around.now()) {
    const portion = Math.min(pulse, left);
    tree.grow(portion);
    left -= portion;
    const took = Math.max(around.now() - now, 1e-3);
    pulse = Math.max(1, Math.min(2 * pulse, Math.floor((portion * PULSE_MS) / took)));
    if (now - told >= NEWS_MS) {
      around.report(tree.report(), false);
      told = now;
    }
    await around.pause();
    if (!around.isCurrent()) return;
  }
  around.report(tree.report(), true);
}
