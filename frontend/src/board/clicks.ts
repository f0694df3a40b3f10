// How clicks narrow the list of legal moves. Knows paths of spots, and nothing of any game.
// The terminal does the same (clicks.py); tests/cases/clicks.json holds both to it.
import type { Choice } from "../protocol";

export type Step =
  | { kind: "play"; token: string }
  | { kind: "path"; path: string[] }
  | { kind: "try"; path: string[] };

export function begins(choice: Choice, path: string[]): boolean {
  return path.every((spot, i) => choice.path[i] === spot);
}

/** The moves that the clicks so far still allow. */
export function open(choices: Choice[], path: string[]): Choice[] {
  return choices.filter((choice) => begins(choice, path));
}

/** The clicks that all moves have in common: nobody needs to make them. The last is never among them. */
export function given(choices: Choice[]): string[] {
  if (!choices.length) return [];
  const [first, ...others] = choices.map((choice) => choice.path.slice(0, -1));
  const end = first.findIndex((spot, i) => others.some((path) => path[i] !== spot));
  return end < 0 ? first : first.slice(0, end);
}

/** The spots that can be clicked next. */
export function nextSpots(choices: Choice[], path: string[]): Set<string> {
  return new Set(open(choices, path).map((choice) => choice.path[path.length]));
}

/** The move that these clicks are, if they are one. */
export function moveOf(choices: Choice[], path: string[]): Choice | undefined {
  return choices.find((choice) => choice.path.length === path.length && begins(choice, path));
}

/** The clicks without the last one, unless it was given. */
export function back(choices: Choice[], path: string[]): string[] {
  const least = given(choices);
  return path.length > least.length ? path.slice(0, -1) : least;
}

/** What a click on a spot means after the clicks so far. */
export function click(choices: Choice[], path: string[], spot: string): Step {
  const further = [...path, spot];
  const move = moveOf(choices, further);
  if (move) return { kind: "play", token: move.token };
  if (open(choices, further).length) return { kind: "path", path: further };
  if (path.at(-1) === spot) return { kind: "path", path: back(choices, path) };
  if (path.length && open(choices, [spot]).length) return { kind: "path", path: [spot] };
  return { kind: "try", path: further };
}

/** What it means to drag from the last spot of the path to another. */
export function drop(choices: Choice[], path: string[], spot: string): Step {
  const ends = open(choices, path).filter((choice) => choice.path.at(-1) === spot);
  if (ends.length === 1) return { kind: "play", token: ends[0].token };
  return click(choices, path, spot);
}
