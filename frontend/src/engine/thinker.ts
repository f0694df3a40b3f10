// Thinker: several workers search one position side by side, each with its own tree and seed.
import { type Summary, merged } from "./merge.ts";
import type { Task } from "./slices.ts";
import type { Report } from "./tree.ts";
import type { Answer, Message, Setup } from "./worker.ts";

/** What is used of a worker: tests give others. */
export type SearchWorker = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

/** What was found, and the move that was chosen, if one was to be chosen in time. */
export interface Found extends Summary {
  action?: number;
  speed: number;
}

/** A search that runs. */
interface Run {
  number: number;
  reports: Map<SearchWorker, Report>;
  ended: Set<SearchWorker>;
  tell: (found: Found) => void;
  end: (found: Found) => void;
  fail: (reason: Error) => void;
}

export class Thinker {
  private readonly workers: SearchWorker[];
  private number = 0;
  /** Has a worker failed? Then others are needed. */
  failed = false;
  private run: Run | null = null;

  constructor(setup: Setup, workers: SearchWorker[]) {
    this.workers = workers;
    for (const worker of workers) {
      worker.onmessage = ({ data }: MessageEvent<Answer>) => this.hear(worker, data);
      worker.onerror = ({ message }: ErrorEvent) => this.fail(new Error(message));
      worker.postMessage(setup satisfies Message);
    }
  }

  /** Look at a position; `tell` hears what all have found, as it grows. Resolves at the end, with what
   *  was found until then if `signal` or another task is the end of it. */
  think(
    task: Omit<Task, "number">,
    tell: (found: Found) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<Found> {
    this.stop();
    const number = ++this.number;
    const simulations = task.simulations && Math.ceil(task.simulations / this.workers.length);
    const memory = Math.floor(task.memory / this.workers.length);
    return new Promise((end, fail) => {
      this.run = { number, reports: new Map(), ended: new Set(), tell, end, fail };
      const stop = () => this.number === number && this.stop();
      signal?.addEventListener("abort", stop, { once: true });
      this.workers.forEach((worker, i) => {
        const own = { ...task, simulations, memory, seed: task.seed + BigInt(i), number };
        worker.postMessage(own satisfies Message);
      });
      if (signal?.aborted) stop();
    });
  }

  private hear(worker: SearchWorker, { number, report, done, action }: Answer) {
    const { run } = this;
    if (number !== run?.number) return;
    run.reports.set(worker, report);
    if (done) run.ended.add(worker);
    const found = this.found(run, action);
    run.tell(found);
    if (run.ended.size < this.workers.length) return;
    this.run = null;
    run.end(found);
  }

  private fail(reason: Error) {
    const { run } = this;
    this.run = null;
    this.failed = true;
    run?.fail(reason);
  }

  private found({ reports }: Run, action?: number): Found {
    const known = this.workers.flatMap((worker) => reports.get(worker) ?? []);
    const speed = known.reduce((sum, report) => sum + (report.speed ?? 0), 0);
    return { ...merged(known), action, speed };
  }

  /** Think of nothing; what was asked for ends with what was found until now. */
  stop() {
    if (!this.run) return;
    const number = ++this.number;
    for (const worker of this.workers) worker.postMessage({ number } satisfies Message);
    this.run.end(this.found(this.run));
    this.run = null;
  }

  end() {
    this.stop();
    for (const worker of this.workers) worker.terminate();
  }
}
