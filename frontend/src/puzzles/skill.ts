// What a person can solve, as a level, and which puzzle suits them next.
import type { PuzzleInfo } from "../protocol";

export const BEGINNER = 2;
const LOWEST = 1;
const HIGHEST = 10;
const STEP = 0.8;
const BASE = 3; // a puzzle one level higher is solved a third as often, compared with failing

/** The level after a puzzle of that level was solved at the first try, or not. */
export function adjusted(level: number, puzzle: number, solved: boolean): number {
  const expected = 1 / (1 + BASE ** (puzzle - level));
  const next = level + STEP * ((solved ? 1 : 0) - expected);
  return Math.min(HIGHEST, Math.max(LOWEST, next));
}

/** The unsolved puzzle nearest to a level, the present one excepted; if all are solved, any. */
export function suited(
  puzzles: PuzzleInfo[],
  level: number,
  isSolved: (id: string) => boolean,
  number: number | null = null,
): PuzzleInfo | undefined {
  const others = puzzles.filter((each) => each.number !== number);
  const open = others.filter((each) => !isSolved(each.id));
  const distance = (each: PuzzleInfo) => Math.abs(each.level - level);
  const from = open.length ? open : others.length ? others : puzzles;
  return from.reduce<PuzzleInfo | undefined>(
    (best, each) => (best && distance(best) <= distance(each) ? best : each),
    undefined,
  );
}
