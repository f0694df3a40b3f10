import { expect, test } from "vitest";
import {
  ahead,
  area,
  changed,
  fanned,
  finest,
  isSign,
  joined,
  nearest,
  trail,
  wayOf,
} from "../src/board/geometry";
import type { Leg, Mark, Spot } from "../src/protocol";

const square = (x: number, y: number, half = 0.5) =>
  `M${x - half} ${y - half}H${x + half}V${y + half}H${x - half}Z`;
const spot = (id: string, x: number, y: number, half = 0.5, neighbours = {}): Spot => ({
  id,
  label: id,
  x,
  y,
  d: square(x, y, half),
  neighbours,
});
const mark = (id: string, x: number, y: number, turn = 0): Mark => ({
  id,
  piece: "pawn",
  x,
  y,
  turn,
  letters: "",
  spot: `${x},${y}`,
});
const A = spot("a", 0, 0, 0.5, { right: "b" });
const B = spot("b", 1, 0, 0.5, { left: "a" });
const FAR = spot("far", 5, 0);

test("the nearest spot, within reach only", () => {
  expect(nearest([A, B], { x: 0.6, y: 0 })).toBe(B);
  expect(nearest([A, B], { x: 9, y: 0 }, 2)).toBeUndefined();
  expect(nearest([], { x: 0, y: 0 })).toBeUndefined();
});

test("arrow keys go to the nearest spot that way, and not behind or far aside", () => {
  expect(ahead([B, FAR], A, "right")).toBe(B);
  expect(ahead([B, FAR], A, "left")).toBeUndefined();
  expect(ahead([spot("up", 0.2, -3)], A, "right")).toBeUndefined();
});

test("on a board that is turned round, arrow keys are too", () => {
  expect(wayOf("ArrowUp", false)).toBe("up");
  expect(wayOf("ArrowUp", true)).toBe("down");
  expect(wayOf("Enter", false)).toBeUndefined();
});

test("areas of polygons with lines of all kinds", () => {
  expect(area(square(3, 3))).toBeCloseTo(1);
  expect(area("M0 0L4 0L0 3Z")).toBeCloseTo(6);
  expect(isSign(spot("sign", 0, 0, 0.2))).toBe(true);
  expect(isSign(A)).toBe(false);
});

test("signs are fanned out until a finger finds them", () => {
  const sign = spot("+1", 0.5, 0, 0.1);
  const far = fanned([sign], A, 1).get("+1")!;
  expect(far.x).toBeCloseTo(2.5);
  expect(area(far.d)).toBeCloseTo(1);
  expect(fanned([sign], A, 0.1).get("+1")!.x).toBeCloseTo(0.5);
});

test("the finest places are those between which arrow keys go", () => {
  expect(finest([A, B, FAR])).toBe(1);
});

test("what changed between two positions", () => {
  const [one, two] = [mark("one", 0, 0), mark("two", 1, 0)];
  expect(changed([one, two], [one, mark("two", 1, 0, 90), mark("three", 2, 0)])).toEqual([
    mark("two", 1, 0, 90),
    mark("three", 2, 0),
  ]);
  expect(changed([one, two], [one])).toEqual([]);
});

test("the trail of a turn: a place that a piece went on from is no end of it", () => {
  const leg = (from: [number, number], to: [number, number]): Leg => ({
    mark: "m",
    points: [from, to],
    below: false,
  });
  const first = trail([], [], [leg([0, 0], [1, 0])]);
  const second = trail([], [], [leg([1, 0], [2, 0])]);
  expect(first.places).toEqual([{ x: 1, y: 0 }]);
  expect(joined([first, second]).places).toEqual([{ x: 2, y: 0 }]);
  expect(trail([], [mark("new", 3, 3)], []).places).toHaveLength(1);
});

test("a sign that changed has its ring around the lowest piece of its spot", () => {
  const tile = { ...mark("tile", 0, 0), spot: "a" };
  const sign = { ...mark("sign", 0.4, -0.4), spot: "a" };
  expect(trail([tile], [tile, sign], []).places).toMatchObject([{ x: 0, y: 0 }]);
});
