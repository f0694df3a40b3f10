// What is chosen on a board: the clicks so far, what is pointed at, and where that can lead.
import type { Board, Choice, Spot } from "../protocol";
import { back, click, drop, given, moveOf, nextSpots, type Step } from "./clicks";
import { isSign } from "./geometry";

/** What a board is told, and what it tells. */
export interface Source {
  readonly board: Board;
  readonly choices: Choice[];
  readonly onplay?: (token: string, dragged: boolean) => void;
  readonly ontry?: (path: string[]) => void;
  readonly onpreview?: (token: string | null) => void;
  readonly onpath?: (path: string[]) => void;
}

export class Selection {
  path: string[] = $state([]);
  /** The sign that a click on the chosen place means, if they were leafed through. */
  aim: string | null = $state(null);
  /** The spot that is pointed at. */
  hover: string | null = $state(null);
  readonly next = $derived.by(() => nextSpots(this.source.choices, this.path));
  /** Where a click on what is pointed at would lead. */
  readonly leads = $derived.by(() => {
    if (!this.hover || !this.next.has(this.hover)) return [];
    return this.among(nextSpots(this.source.choices, [...this.path, this.hover]));
  });

  constructor(private readonly source: Source) {}

  private among(ids: Set<string>): Spot[] {
    return this.source.board.spots.filter((spot) => ids.has(spot.id));
  }

  set(path: string[]) {
    this.path = path;
    this.aim = null;
    this.source.onpath?.(path);
  }

  /** Nothing is chosen but what all moves begin with. */
  clear() {
    this.set(given(this.source.choices));
  }

  /** The same when there are other moves to choose from, which is nothing that somebody did. */
  restart() {
    [this.path, this.aim] = [given(this.source.choices), null];
  }

  /** A click on a spot, or on the sign that was leafed to, if it is on their place. */
  click(spot: string): Step {
    const { choices } = this.source;
    return this.take(click(choices, this.path, this.aim && this.isChosen(spot) ? this.aim : spot));
  }

  /** A piece was dragged from the last spot of the path to this one. */
  drop(spot: string): Step {
    return this.take(drop(this.source.choices, this.path, spot), true);
  }

  private take(step: Step, dragged = false): Step {
    if (step.kind === "play") {
      this.set([]);
      this.source.onpreview?.(null);
      this.source.onplay?.(step.token, dragged);
    } else if (step.kind === "path") this.set(step.path);
    else this.source.ontry?.(step.path);
    return step;
  }

  /** An illegal move is tried: ask why not. */
  try(spot: string) {
    this.source.ontry?.([...this.path, spot]);
  }

  /** Take back the last click; says whether there was one. */
  back(): boolean {
    const shorter = back(this.source.choices, this.path);
    if (shorter.length === this.path.length) return false;
    this.set(shorter);
    return true;
  }

  isChosen(spot: string | null): boolean {
    return spot !== null && this.path.at(-1) === spot;
  }

  /** The pointer is over a spot; what was aimed at stays aimed at until it leaves the place. */
  glance(spot: string | null) {
    if (this.aim && this.isChosen(spot)) return;
    if (this.aim && spot !== this.aim) this.clear();
    this.point(spot);
  }

  /** Point at a spot: what a click there would do is previewed. */
  point(spot: string | null) {
    if (spot === this.hover) return;
    this.hover = spot;
    const move = spot ? moveOf(this.source.choices, [...this.path, spot]) : undefined;
    this.source.onpreview?.(move?.token ?? null);
  }

  /** Signs beside a place (such as quarter turns) can be leafed through without aiming at them:
   * go on to the next one (or the one before) of the place that is pointed at, else of this one. */
  leaf(by: number, otherwise: string): boolean {
    const begun = this.aim && this.path.length ? this.path : [this.hover ?? otherwise];
    const signs = this.among(nextSpots(this.source.choices, begun)).filter(isSign);
    if (!signs.length) return false;
    const i = signs.findIndex((spot) => spot.id === this.aim);
    const next = i < 0 ? (by > 0 ? 0 : signs.length - 1) : (i + by + signs.length) % signs.length;
    if (this.path !== begun) this.set(begun);
    this.point(signs[next].id);
    this.aim = signs[next].id;
    return true;
  }
}
