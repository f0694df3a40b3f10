// The spots as they can be hit: under a finger, signs are fanned out, and what is too fine is magnified.
import type { Board, Spot } from "../protocol";
import { fanned, finest, isSign } from "./geometry";
import type { Selection } from "./selection.svelte";
import type { Zoom } from "./zoom.svelte";

/** Pixels: how far from a finger a target still counts. */
export const FINGER = 44;

interface Source {
  readonly board: Board;
  readonly zoom: Zoom;
}

export class Targets {
  private readonly coarse = matchMedia("(pointer: coarse)").matches;
  private pixels = $state(0);
  /** How many pixels a square has. */
  readonly unit = $derived.by(() => (this.pixels / this.source.board.width) * this.source.zoom.by);
  private readonly fine = $derived.by(() => finest(this.source.board.spots));
  /** Under a finger, the signs of the chosen place are as large as it. */
  readonly fan = $derived.by(() => {
    const { spots } = this.source.board;
    const place = spots.find((spot) => this.selection.isChosen(spot.id));
    const signs = spots.filter((spot) => this.selection.next.has(spot.id) && isSign(spot));
    if (!place || !this.coarse || !this.unit) return new Map<string, Spot>();
    return fanned(signs, place, FINGER / this.unit);
  });
  readonly list = $derived.by(() =>
    this.source.board.spots.map((spot) => this.fan.get(spot.id) ?? spot),
  );
  readonly byId = $derived.by(() => new Map(this.list.map((spot) => [spot.id, spot])));
  /** Those that lead on. */
  readonly next = $derived.by(() => this.list.filter((spot) => this.selection.next.has(spot.id)));

  constructor(
    private readonly source: Source,
    private readonly selection: Selection,
  ) {}

  /** Know how large the board is on the screen, and magnify it as far as fingers need. */
  attach = (svg: Element) => {
    this.pixels = svg.getBoundingClientRect().width; // before the first picture: nothing moves later
    const watch = new ResizeObserver(([{ contentRect }]) => (this.pixels = contentRect.width));
    watch.observe(svg);
    $effect(() => {
      const { board, zoom } = this.source;
      const need = (FINGER * board.width) / (this.fine * this.pixels);
      zoom.fit(board, this.coarse && this.pixels ? need : 1);
    });
    return () => watch.disconnect();
  };
}
