// The review of a finished game: wanted, under way, or here.
import { gameNamed } from "../games.svelte";
import { isAlone } from "../site";
import type { MoveReview, Reviewed, Reviewing, ReviewView, TableView, Up } from "../protocol";

/** Can the game be reviewed? Without a server only where this browser has an engine. */
export const canReview = ({ game, result, tokens }: TableView) =>
  result !== null && tokens.length > 0 && (!isAlone || !!gameNamed(game)?.levels.length);

export class Review {
  view: ReviewView | null = $state.raw(null);
  progress: Reviewing | null = $state.raw(null);
  wanted = $state(false);

  constructor(private send: (frame: Up) => void) {}

  start() {
    if (this.view || this.wanted) return;
    this.wanted = true;
    this.send({ type: "review" });
  }

  cancel() {
    this.wanted = false;
    this.progress = null;
    this.send({ type: "review", on: false });
  }

  /** Ask again on a new connection, which has forgotten it. */
  resume() {
    if (this.wanted || this.view) this.send({ type: "review" });
  }

  /** Other moves than those that were reviewed. */
  reset() {
    this.view = null;
    this.progress = null;
    this.wanted = false;
  }

  refused() {
    this.wanted = false;
    this.progress = null;
  }

  hear(frame: Reviewing | Reviewed) {
    const isDone = frame.type === "reviewed";
    if (isDone) this.view = frame.review;
    this.progress = isDone || !this.wanted ? null : frame;
    this.wanted &&= !isDone;
  }

  /** What is said of the move that was played in the position after so many moves. */
  at(ply: number): MoveReview | null {
    return this.view?.moves[ply] ?? null;
  }
}
