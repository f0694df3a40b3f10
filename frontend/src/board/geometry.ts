// Where things are on a board: nearest spots, ways for the arrow keys, changes between positions.
import type { Leg, Mark, Spot } from "../protocol";

export type Point = { x: number; y: number };

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The spot that is nearest to a point, if any is within reach. */
export function nearest(spots: Spot[], point: Point, reach = Infinity): Spot | undefined {
  let best: Spot | undefined;
  for (const spot of spots) {
    const far = distance(spot, point);
    if (far < reach) [best, reach] = [spot, far];
  }
  return best;
}

/** How far the two closest of these spots are apart, around a point. */
export function fineness(spots: Spot[], around: Spot): number {
  return Math.min(...spots.filter((each) => each !== around).map((each) => distance(each, around)));
}

const WAYS: Record<string, [number, number]> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/** The nearest of the spots in a direction, within 60° of it. */
export function ahead(spots: Spot[], from: Point, way: string): Spot | undefined {
  const [right, down] = WAYS[way];
  const cost = (spot: Spot) => {
    const along = (spot.x - from.x) * right + (spot.y - from.y) * down;
    const aside = Math.abs((spot.x - from.x) * down) + Math.abs((spot.y - from.y) * right);
    return along > 0.05 && aside <= along * 1.8 ? along + 2 * aside : Infinity;
  };
  const best = spots.reduce<Spot | undefined>(
    (found, spot) => (cost(spot) < (found ? cost(found) : Infinity) ? spot : found),
    undefined,
  );
  return best;
}

const OPPOSITE: Record<string, string> = { up: "down", down: "up", left: "right", right: "left" };

/** The direction of an arrow key on a board that may be turned round. */
export function wayOf(key: string, turned: boolean): string | undefined {
  const way = key.startsWith("Arrow") ? key.slice(5).toLowerCase() : "";
  if (!(way in WAYS)) return undefined;
  return turned ? OPPOSITE[way] : way;
}

const same = (a: Mark, b: Mark) =>
  a.piece === b.piece && a.x === b.x && a.y === b.y && a.turn === b.turn && a.letters === b.letters;

/** The marks of `after` that are new, or elsewhere, or look different than in `before`. */
export function changed(before: Mark[], after: Mark[]): Mark[] {
  const old = new Map(before.map((mark) => [mark.id, mark]));
  return after.filter((mark) => !old.has(mark.id) || !same(old.get(mark.id)!, mark));
}

/** Squares: what is closer is the same place. */
const NEAR_ENOUGH = 0.3;

/** What a move did, to be marked on the board. */
export interface Trail {
  route: Leg[];
  places: Point[];
}

/** The way of a move and where it ended; without a way, the spots where something changed: there, the lowest piece. */
export function trail(before: Mark[], after: Mark[], route: Leg[]): Trail {
  if (route.length) {
    const ends = new Map(route.map((leg) => [leg.mark, leg.points.at(-1)!]));
    return { route, places: [...ends.values()].map(([x, y]) => ({ x, y })) };
  }
  const spots = new Set(changed(before, after).flatMap(({ spot }) => spot || []));
  const lowest = (spot: string): Point => after.find((mark) => mark.spot === spot)!;
  return { route, places: [...spots].map(lowest) };
}

/** The trail of several moves, one after the other; where a piece went on from, none ended. */
export function joined(trails: Trail[]): Trail {
  const left = (place: Point, by: Trail[]) =>
    by.some(({ route }) =>
      route.some(({ points: [[x, y]] }) => distance(place, { x, y }) < NEAR_ENOUGH),
    );
  return {
    route: trails.flatMap((each) => each.route),
    places: trails.flatMap((each, i) =>
      each.places.filter((place) => !left(place, trails.slice(i + 1))),
    ),
  };
}

/** The corners of an area: a polygon, written with M, L, H, V and Z. */
function cornersOf(d: string): [number, number][] {
  const corners: [number, number][] = [];
  for (const [, letter, words] of d.matchAll(/([MLHV])([^MLHVZ]*)/g)) {
    const n = words
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const [x, y] = corners.at(-1) ?? [0, 0];
    if (letter === "H") corners.push([n[0], y]);
    else if (letter === "V") corners.push([x, n[0]]);
    else for (let i = 0; i + 1 < n.length; i += 2) corners.push([n[i], n[i + 1]]);
  }
  return corners;
}

/** How large the area of a spot is. */
export function area(d: string): number {
  const corners = cornersOf(d);
  const twice = corners.reduce((sum, [x, y], i) => {
    const [u, v] = corners[(i + 1) % corners.length];
    return sum + x * v - u * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** Squares: smaller areas are signs, such as an arrow, and drawn as they are. */
const SMALL = 0.2;
export const isSign = (spot: Spot) => area(spot.d) < SMALL;

/** The shorter side of the box around an area. */
function breadth(d: string): number {
  const [xs, ys] = [0, 1].map((axis) => cornersOf(d).map((corner) => corner[axis]));
  return Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

/** The spots farther from a point and larger, as if it were magnified there. */
function magnified(spot: Spot, about: Point, by: number): Spot {
  const at = (x: number, y: number) => [about.x + (x - about.x) * by, about.y + (y - about.y) * by];
  const [x, y] = at(spot.x, spot.y);
  const d =
    "M" +
    cornersOf(spot.d)
      .map((corner) => at(...corner).join(" "))
      .join("L") +
    "Z";
  return { ...spot, x, y, d };
}

/** Signs around a place, fanned out until each is as broad as a finger (in squares). */
export function fanned(signs: Spot[], about: Point, finger: number): Map<string, Spot> {
  const by = Math.max(1, ...signs.map((sign) => finger / breadth(sign.d)));
  return new Map(signs.map((sign) => [sign.id, magnified(sign, about, by)]));
}

/** How far the two closest places are apart that arrow keys lead between; signs do not count. */
export function finest(spots: Spot[]): number {
  const places = new Map(spots.filter((spot) => !isSign(spot)).map((spot) => [spot.id, spot]));
  const apart = [...places.values()].flatMap((spot) =>
    Object.values(spot.neighbours)
      .flatMap((id) => places.get(id) ?? [])
      .map((other) => distance(spot, other)),
  );
  return Math.min(...apart);
}

/** Squares: a place with a name and as much room as this has a picture of its own. */
const ROOMY = 0.5;
export const isRoomy = (spot: Spot) => area(spot.d) > ROOMY;

const HEAD = 0.4;

/** The end of an arrow: where its shaft ends, and the corners of its head, the point first. */
export function tip(points: Point[]): { neck: Point; corners: Point[] } {
  const end = points.at(-1)!;
  const before = points.findLast((each) => distance(each, end) > 0.05);
  const angle = before ? Math.atan2(end.y - before.y, end.x - before.x) : 0;
  const behind = (far: number, turn = 0) => ({
    x: end.x - far * Math.cos(angle + turn),
    y: end.y - far * Math.sin(angle + turn),
  });
  return { neck: behind(HEAD * 0.8), corners: [end, behind(HEAD, 0.5), behind(HEAD, -0.5)] };
}

/** A line through these points, as a path. */
export const line = (points: Point[]) => "M" + points.map(({ x, y }) => `${x} ${y}`).join("L");
