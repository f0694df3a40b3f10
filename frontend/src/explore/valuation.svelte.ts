// Values for all nodes of a tree: the page's own engine looks at one after the other, as far as a review does.
import type { Computer } from "../engine/computer";
import type { Answered } from "../protocol";
import { bytesOf, type Keep, sharesOf } from "./thoughts.svelte";

/** What is needed of the tree, and of what thinks. */
export interface Valued {
  /** The first node without a value that is none of these. */
  next: (except: ReadonlySet<number>) => number | undefined;
  look: (id: number) => Promise<Answered>;
  keep: Keep;
  find: () => Promise<Pick<Computer, "review" | "lanes"> | null>;
}

export class Valuation {
  isOn = $state(false);
  /** Has it come to the end? */
  isDone = $state(false);
  /** Is there no engine here? */
  missing = $state(false);
  private abort: AbortController | null = null;

  constructor(private readonly valued: Valued) {}

  /** Go through all nodes; what is added meanwhile is looked at too. */
  async start() {
    if (this.isOn) return;
    const { signal } = (this.abort = new AbortController());
    this.isOn = true;
    this.isDone = false;
    try {
      const computer = await this.valued.find();
      this.missing = computer === null;
      if (!computer) return;
      const seen = new Set<number>();
      const lanes = Array.from({ length: computer.lanes }, (_, lane) => lane);
      await Promise.all(lanes.map((lane) => this.go(computer, lane, seen, signal)));
      this.isDone = !signal.aborted;
    } catch (reason) {
      if (!signal.aborted) throw reason;
    } finally {
      if (this.abort?.signal === signal) this.stop();
    }
  }

  /** One worker: it takes the next node whenever it has done with one. */
  private async go(
    computer: Pick<Computer, "review">,
    lane: number,
    seen: Set<number>,
    signal: AbortSignal,
  ) {
    for (let id = this.valued.next(seen); id !== undefined; id = this.valued.next(seen)) {
      seen.add(id);
      const look = await this.valued.look(id);
      if (signal.aborted) return;
      const found = await computer.review(bytesOf(look), signal, lane);
      this.valued.keep(id, sharesOf(found.values), found.proven);
    }
  }

  /** What was found until now stays. */
  stop() {
    this.isOn = false;
    this.abort?.abort();
    this.abort = null;
  }
}
