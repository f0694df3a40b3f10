// Animation of moves: pieces follow the legs of a route, one leg after the other.
// Replays in Python move in the same way (timeline.py); tests/cases/movement.json holds both to it.
import type { Leg, Mark } from "../protocol";
import { knock } from "../sound";
import { distance, type Point } from "./geometry";

const LEAST_MS = 160;
const POINT_MS = 120;
const SQUARE_MS = 26;
const LONGEST_MS = 520;
const LANDED = 0.3; // squares: closer to the end of a way lies the piece that has gone it
const PATIENCE_MS = 400; // after which a leg counts as finished, whatever the browser reports

/** What a page needs of its board: to animate moves. */
export interface Animator {
  travel: (route: Leg[]) => Promise<void>;
  skip: () => void;
}

export const placed = (x: number, y: number, turn: number) =>
  `translate(${x}px, ${y}px) rotate(${turn}deg)`;

/** How long a leg takes, in milliseconds. */
export function duration({ points }: Pick<Leg, "points">): number {
  const steps = points.slice(1).map(([x, y], i) => Math.hypot(x - points[i][0], y - points[i][1]));
  const way = steps.reduce((sum, step) => sum + step, 0);
  return Math.max(LEAST_MS, POINT_MS * steps.length, Math.min(SQUARE_MS * way, LONGEST_MS));
}

/** The angle to turn to, by the shorter way from the one before. */
export function shorterTurn(before: number, after: number): number {
  return before + (((((after - before + 180) % 360) + 360) % 360) - 180);
}

export const liesAt = (mark: Point, end: Point) => distance(mark, end) < LANDED;

/** An animation of pieces; `skip` finishes it at once. */
export class Walk {
  private running: Animation[] = [];
  private skipped = false;
  private arrive: () => void = () => undefined;

  /** Resolves when all have arrived, at the latest after their time is up, or when skipped. */
  async along(route: Leg[], marks: Mark[], element: (id: string) => SVGElement | undefined) {
    const turns = new Map(marks.map((mark) => [mark.id, mark.turn]));
    for (const leg of route) {
      const piece = element(leg.mark);
      if (this.skipped || !piece || leg.points.length < 2) continue;
      await this.go(leg, piece, turns.get(leg.mark) ?? 0);
    }
    if (!this.skipped) knock();
  }

  private go(leg: Leg, piece: SVGElement, turn: number): Promise<void> {
    const frames = leg.points.map(([x, y]) => ({
      transform: placed(x, y, turn),
      opacity: leg.below ? 0.28 : 1,
    }));
    const timing = { duration: duration(leg), easing: "ease-in-out", fill: "forwards" } as const;
    return new Promise((arrive) => {
      this.arrive = arrive;
      setTimeout(arrive, timing.duration + PATIENCE_MS);
      const animation = piece.animate(frames, timing);
      this.running.push(animation);
      animation.finished.then(() => arrive(), arrive);
    });
  }

  skip() {
    this.skipped = true;
    this.arrive();
  }

  /** Release the pieces: from now on they are where the position says. */
  release() {
    this.running.forEach((animation) => animation.cancel());
  }
}
