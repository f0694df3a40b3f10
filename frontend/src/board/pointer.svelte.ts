// Mouse and fingers on a board: what they mean, what they drag, and what they put down.
import type { Board, Choice, Mark, Spot } from "../protocol";
import { open } from "./clicks";
import { distance, fineness, nearest, type Point } from "./geometry";
import type { Selection } from "./selection.svelte";
import { FINGER, type Targets } from "./targets.svelte";
import type { Zoom } from "./zoom.svelte";

const DRAG = 6; // pixels: what is less is a click
const MISS = 33; // pixels: how far from a sign one has only just missed it
const MISSED = ""; // no spot is called so
const DROP_REACH = 0.75; // squares
const ANSWER_MS = 1500; // how long a piece that was put down waits for the answer
const WHEEL_MS = 120; // from one step of the wheel to the next

interface Source {
  readonly board: Board;
  readonly marks: Mark[];
  readonly choices: Choice[];
  readonly turned: boolean;
  readonly zoom: Zoom;
}

interface Drag {
  spot: string;
  mark: string;
  from: Point;
  by: Point;
  moved: boolean;
}

interface Dropped {
  mark: string;
  by: Point;
  at: Point;
  marks: Mark[];
}

interface Pressed {
  at: Point;
  spot: string | null;
}

interface Finger {
  point: Point;
  fine: boolean;
  target: string | null;
}

const pixel = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY });

export class Pointer {
  private svg!: SVGSVGElement;
  private drag: Drag | null = $state(null);
  private pressed: Pressed | null = null;
  private wheeled = 0;
  /** A finger on the board, and what it means. */
  finger: Finger | null = $state(null);
  /** A piece that was put down, until the answer comes. */
  dropped: Dropped | null = $state(null);
  readonly drags = $derived.by(() => this.drag?.moved ?? false);
  /** The piece that is away from its place, and how far. */
  readonly carried = $derived.by(() => (this.drag?.moved ? this.drag : this.dropped));

  /** `skip` brings pieces that are on their way to their end; it says whether there were any. */
  constructor(
    private readonly source: Source,
    private readonly selection: Selection,
    private readonly targets: Targets,
    private readonly skip: () => boolean,
  ) {}

  attach = (svg: SVGSVGElement) => {
    this.svg = svg;
  };

  /** Where on the board something on the screen is, and how many pixels a square has. */
  private onBoard(event: PointerEvent): Point & { unit: number } {
    const { board, turned } = this.source;
    const matrix = this.svg.getScreenCTM()!;
    const x = (event.clientX - matrix.e) / matrix.a;
    const y = (event.clientY - matrix.f) / matrix.d;
    const point = turned ? { x: board.width - x, y: board.height - y } : { x, y };
    return { ...point, unit: matrix.a };
  }

  // What is meant

  /** The spot that is meant: one that leads on, else that of the highest piece, else the highest. */
  private meant(event: PointerEvent): { spot: string | null; mark: string | null } {
    const found = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((each) => each.closest<SVGElement>("[data-at]"))
      .filter((each) => each !== null && this.svg.contains(each) && each.dataset.at)
      .map((each) => each!.dataset);
    const held = found.find((each) => each.mark);
    const here = found.filter((each) => !each.mark).map((each) => each.at!);
    const wanted = (known: (spot: string) => boolean) =>
      here.find(known) ?? found.find((each) => each.mark && known(each.at!))?.at;
    const spot =
      wanted((each) => this.selection.next.has(each)) ??
      wanted((each) => this.begins(each)) ??
      held?.at ??
      here[0] ??
      null;
    return { spot, mark: held?.at === spot ? held!.mark! : this.markOn(spot) };
  }

  private begins(spot: string): boolean {
    return open(this.source.choices, [spot]).length > 0;
  }

  private markOn(spot: string | null): string | null {
    return this.source.marks.findLast((mark) => mark.spot === spot)?.id ?? null;
  }

  /** What a finger means: what is near enough and leads on. */
  private touched(event: PointerEvent): string | null {
    const point = this.onBoard(event);
    const exact = this.meant(event).spot;
    if (exact && this.selection.next.has(exact)) return exact;
    if (this.targets.fan.size) return this.beside(point, exact);
    const close = nearest(this.targets.next, point, FINGER / point.unit);
    const other = exact && this.begins(exact);
    return close && !(other && distance(close, point) * point.unit > FINGER / 2) ? close.id : exact;
  }

  /** A finger beside signs means the nearest; where it only just misses them, nothing is meant. */
  private beside(point: Point & { unit: number }, exact: string | null): string | null {
    const signs = [...this.targets.fan.values()];
    const place = this.targets.byId.get(this.selection.path.at(-1)!)!;
    if (distance(place, point) * point.unit < FINGER / 4) return place.id;
    const sign = nearest(signs, point, FINGER / 2 / point.unit);
    return sign?.id ?? (nearest(signs, point, MISS / point.unit) ? MISSED : exact);
  }

  // Pressed, moved, released

  press = (event: PointerEvent) => {
    if (this.source.zoom.down(event, this.svg) || !event.isPrimary) return this.lose();
    if (event.button || this.skip() || !this.source.choices.length) return;
    const point = this.onBoard(event);
    const touch = event.pointerType === "touch";
    const { spot: exact, mark } = this.meant(event);
    const spot = touch ? this.touched(event) : exact;
    this.pressed = { at: pixel(event), spot };
    this.svg.setPointerCapture(event.pointerId);
    const target = spot ? this.targets.byId.get(spot) : undefined;
    const fine = touch && !!target && fineness(this.targets.next, target) * point.unit < FINGER;
    const leads = spot !== null && this.selection.next.has(spot);
    if (touch) this.finger = { point: this.pressed.at, fine, target: leads ? spot : null };
    if (spot && mark && !fine && this.leadsOn(spot))
      this.drag = { spot, mark, from: point, by: { x: 0, y: 0 }, moved: false };
  };

  private leadsOn(spot: string): boolean {
    const further = open(this.source.choices, [spot]).some((choice) => choice.path.length > 1);
    return further || (this.selection.isChosen(spot) && this.selection.next.size > 0);
  }

  move = (event: PointerEvent) => {
    const at = this.pressed?.at;
    const far = at ? distance(pixel(event), at) : 0;
    if (this.source.zoom.move(event, this.svg, !this.drag && far > DRAG)) return this.lose();
    if (!this.pressed) {
      if (event.pointerType !== "touch") this.selection.glance(this.meant(event).spot);
      return;
    }
    const point = this.onBoard(event);
    if (this.drag) this.carry(this.drag, point, far > DRAG);
    else if (this.finger?.fine) this.slide(this.finger, event, point);
  };

  private carry(drag: Drag, point: Point, far: boolean) {
    if (!drag.moved && far) this.lift(drag.spot);
    const by = { x: point.x - drag.from.x, y: point.y - drag.from.y };
    this.drag = { ...drag, by, moved: drag.moved || far };
    if (this.drag.moved) this.selection.point(this.dropTarget(this.drag)?.id ?? null);
  }

  private lift(spot: string) {
    const { path } = this.selection;
    if (!this.selection.isChosen(spot))
      this.selection.set(
        open(this.source.choices, [...path, spot]).length ? [...path, spot] : [spot],
      );
    this.finger = null;
  }

  /** A finger slides from target to target under the lens. */
  private slide(finger: Finger, event: PointerEvent, point: Point & { unit: number }) {
    const close = nearest(this.targets.next, point, (FINGER * 1.5) / point.unit);
    this.finger = { ...finger, point: pixel(event), target: close?.id ?? null };
    this.pressed!.spot = close?.id ?? null;
  }

  /** The spot that a dragged piece would take: the nearest target of its own place. */
  private dropTarget({ spot, by }: Drag): Spot | undefined {
    const home = this.targets.byId.get(spot)!;
    const paths = open(this.source.choices, this.selection.path).map((choice) => choice.path);
    const ends = new Set(paths.map((path) => path.at(-1)!));
    const targets = this.source.board.spots.filter(
      ({ id }) => ends.has(id) || this.selection.next.has(id),
    );
    return nearest(targets, { x: home.x + by.x, y: home.y + by.y }, DROP_REACH);
  }

  release = (event: PointerEvent) => {
    this.source.zoom.up(event, this.svg);
    if (!this.pressed) return;
    const [drag, { spot }] = [this.drag, this.pressed];
    this.lose();
    if (drag?.moved) this.putDown(drag, event);
    else if (spot) this.selection.click(spot);
    else if (spot !== MISSED) this.selection.back();
    this.selection.point(null);
  };

  /** A piece is put down: on a target it moves there, elsewhere somebody has tried to. */
  private putDown(drag: Drag, event: PointerEvent) {
    const target = this.dropTarget(drag);
    const beside = this.meant(event).spot;
    if (target) return this.leave(drag, target);
    if (beside && beside !== drag.spot) this.selection.try(beside);
    this.selection.clear();
  }

  /** Leave a piece where it was dropped, and say that it goes there. */
  private leave(drag: Drag, target: Spot) {
    const home = this.targets.byId.get(drag.spot)!;
    const { marks } = this.source;
    const by = { x: target.x - home.x, y: target.y - home.y };
    if (this.selection.drop(target.id).kind === "play")
      this.dropped = { mark: drag.mark, by, at: target, marks };
    setTimeout(() => (this.dropped = null), ANSWER_MS);
  }

  cancel = (event: PointerEvent) => {
    this.source.zoom.up(event, this.svg);
    this.lose();
  };

  out = () => {
    if (!this.pressed) this.selection.point(null);
  };

  private lose() {
    [this.drag, this.finger, this.pressed] = [null, null, null];
  }

  /** The wheel leafs through the signs of the place that is pointed at. */
  wheel = (event: WheelEvent) => {
    const { hover, aim } = this.selection;
    const wanted = hover ?? aim;
    if (event.ctrlKey || !this.source.choices.length || wanted === null) return;
    if (event.timeStamp - this.wheeled < WHEEL_MS) return;
    if (!this.selection.leaf(Math.sign(event.deltaY), wanted)) return;
    this.wheeled = event.timeStamp;
    event.preventDefault();
  };
}
