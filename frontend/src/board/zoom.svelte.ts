// A part of the board, magnified under fingers as maps are: pinched, dragged, and taken back.
import type { Point } from "./geometry";

const MOST = 4;

/** One finger or two: their middle, and how far they are apart. */
function grip(fingers: Point[]): Point & { apart: number } {
  const [a, b] = [fingers[0], fingers[1] ?? fingers[0]];
  return {
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    apart: Math.hypot(a.x - b.x, a.y - b.y),
  };
}

const pixel = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY });

/** What was under the fingers when they came, and how large. */
interface Held {
  point: Point;
  apart: number;
  by: number;
}

export class Zoom {
  /** How many times as large as the whole board would be. */
  by = $state(1);
  /** How much it takes until all targets are as large as a finger; 1 where they are. */
  need = $state(1);
  /** The middle of what is shown, in squares of the picture. */
  private middle: Point = $state({ x: 0, y: 0 });
  private size = $state({ width: 1, height: 1 });
  private fingers = new Map<number, Point>();
  private held: Held | null = null;
  /** Where a finger was last. */
  private touched: Point | null = null;

  get on(): boolean {
    return this.by > 1;
  }

  /** What part of the picture is shown. */
  readonly view = $derived.by(() => {
    const [width, height] = [this.size.width / this.by, this.size.height / this.by];
    const within = (middle: number, part: number, whole: number) =>
      Math.min(Math.max(middle - part / 2, 0), whole - part);
    return {
      x: within(this.middle.x, width, this.size.width),
      y: within(this.middle.y, height, this.size.height),
      width,
      height,
    };
  });

  /** The board is so large, and wants to be magnified so much; where that is not at all, it is not. */
  fit(size: { width: number; height: number }, need: number) {
    this.size = { width: size.width, height: size.height };
    this.need = Math.min(need, MOST);
    if (need <= 1) this.by = 1;
  }

  /** Magnify what was touched last, or go back to the whole board. */
  toggle() {
    const { width, height } = this.size;
    this.middle = this.touched ?? { x: width / 2, y: height / 2 };
    this.by = this.on ? 1 : this.need;
  }

  /** A finger comes down; says whether there are two now, which hold the board. */
  down(event: PointerEvent, board: Element): boolean {
    if (event.pointerType !== "touch" || this.need <= 1) return false;
    this.fingers.set(event.pointerId, pixel(event));
    this.touched = this.pointAt(pixel(event), board.getBoundingClientRect());
    if (this.fingers.size > 1) this.hold(board);
    return this.fingers.size > 1;
  }

  /** A finger moves; says whether the board goes with it. One that is free may drag it alone. */
  move(event: PointerEvent, board: Element, free: boolean): boolean {
    if (!this.fingers.has(event.pointerId)) return false;
    if (!this.held && this.on && free) this.hold(board);
    this.fingers.set(event.pointerId, pixel(event));
    if (this.held) this.pull(this.held, board.getBoundingClientRect());
    return this.held !== null;
  }

  /** A finger is lifted; what others hold they hold on to. */
  up(event: PointerEvent, board: Element) {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.held && this.fingers.size) this.hold(board);
    else this.held = null;
  }

  private hold(board: Element) {
    const { apart, ...at } = grip([...this.fingers.values()]);
    this.held = { point: this.pointAt(at, board.getBoundingClientRect()), apart, by: this.by };
  }

  /** What the fingers hold goes where they go. */
  private pull(held: Held, box: DOMRect) {
    const { apart, ...at } = grip([...this.fingers.values()]);
    const wider = held.apart > 0 ? apart / held.apart : 1;
    this.by = Math.min(Math.max(held.by * wider, 1), MOST);
    const { width, height } = this.view;
    this.middle = {
      x: held.point.x + (0.5 - (at.x - box.x) / box.width) * width,
      y: held.point.y + (0.5 - (at.y - box.y) / box.height) * height,
    };
  }

  private pointAt(at: Point, box: DOMRect): Point {
    const { x, y, width, height } = this.view;
    return {
      x: x + ((at.x - box.x) / box.width) * width,
      y: y + ((at.y - box.y) / box.height) * height,
    };
  }
}
