// What ratings mean to a person: how often one level beats another.
import type { LevelInfo } from "../protocol";

const TENFOLD = 400; // points of Elo, for odds of ten to one

/** The part of the games that somebody wins against another who is so many points behind. */
export const expected = (ahead: number) => 1 / (1 + 10 ** (-ahead / TENFOLD));

export interface Odds {
  level: number;
  wins: number;
  of: number;
}

/** Of how many games a level wins how many against the one below (below 1 is random play, 0). */
export function odds(levels: LevelInfo[], level: number): Odds | null {
  const rated = (at: number) => (at ? levels.find((each) => each.level === at)?.rating : 0);
  const [weaker, own] = [rated(level - 1), rated(level)];
  if (weaker == null || own == null) return null;
  const part = expected(own - weaker);
  const of = [2, 3, 4, 5, 10].find((n) => close(part, n)) ?? 10;
  return { level: level - 1, wins: Math.round(part * of), of };
}

const NEAR = 0.04;
const close = (part: number, of: number) => Math.abs(Math.round(part * of) / of - part) < NEAR;
