// Thinker: several workers search one position side by side, each with its own tree and seed.
import { type Analysis, merged } from "./merge.ts";
import type { Task } from "./slices.ts";
import type { Report, Wish } from "./tree.ts";
import type { Answer, Setup } from "./worker.ts";

/** What is used of a worker: tests give others. */
export type Hand = Pick<Worker, "postMessage" | "terminate" | "onmessage">;

const MEMORY = 64_000_000; // bytes of all trees together

export class Thinker {
  private readonly hands: Hand[];
  private number = 0;

  constructor(module: WebAssembly.Module, wish: Wish, hands: Hand[]) {
    this.hands = hands;
    const memory = Math.floor((wish.memory ?? MEMORY) / hands.length);
    hands.forEach((hand, i) => {
      const own = { ...wish, memory, seed: (wish.seed ?? 0) + i };
      hand.postMessage({ module, wish: own } satisfies Setup);
    });
  }

  /** Look at a position; `tell` hears what all have found, as it grows. Resolves at the end. */
  think(
    task: Omit<Task, "number">,
    tell: (analysis: Analysis) => void = () => undefined,
  ): Promise<Analysis> {
    const number = ++this.number;
    const share = task.simulations && Math.ceil(task.simulations / this.hands.length);
    const [reports, ended] = [new Map<Hand, Report>(), new Set<Hand>()];
    return new Promise((resolve) => {
      for (const hand of this.hands) {
        hand.onmessage = ({ data }: MessageEvent<Answer>) => {
          if (data.number !== number || number !== this.number) return;
          reports.set(hand, data.report);
          if (data.done) ended.add(hand);
          const found = merged(this.hands.flatMap((each) => reports.get(each) ?? []));
          tell(found);
          if (ended.size === this.hands.length) resolve(found);
        };
        hand.postMessage({ ...task, simulations: share, number } satisfies Task);
      }
    });
  }

  /** Think of nothing; what was asked for is not answered any more. */
  stop() {
    const number = ++this.number;
    const nothing = { number, position: new Uint8Array() } satisfies Task;
    for (const hand of this.hands) hand.postMessage(nothing);
  }

  end() {
    for (const hand of this.hands) hand.terminate();
  }
}
