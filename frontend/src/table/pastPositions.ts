// Positions of the past, each asked for once.
import type { Looked } from "../protocol";

export class PastPositions {
  private known = new Map<number, Promise<Looked>>();
  private asked = new Map<number, (looked: Looked) => void>();

  constructor(private readonly ask: (ply: number) => void) {}

  at(ply: number): Promise<Looked> {
    const found =
      this.known.get(ply) ??
      new Promise<Looked>((resolve) => {
        this.asked.set(ply, resolve);
        this.ask(ply);
      });
    this.known.set(ply, found);
    return found;
  }

  receive(frame: Looked) {
    this.asked.get(frame.position.ply)?.(frame);
    this.asked.delete(frame.position.ply);
  }

  /** Forget all: other moves, another language, or a new connection. */
  clear() {
    this.known.clear();
    this.asked.clear();
  }
}

/** The moves of the same seat, one after the other, that led to a ply. */
export function turnTo(movers: number[], ply: number): number[] {
  const before = movers.slice(0, ply);
  const others = before.findLastIndex((seat) => seat !== before.at(-1)) + 1;
  return before.slice(others).map((_, i) => others + i + 1);
}
