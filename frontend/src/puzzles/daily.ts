// The puzzle of the day, the same for everybody on a date (UTC), and how it is counted. As in
// puzzle.py and in the terminal; tests/cases/daily.json holds both to it.
import type { GameInfo } from "../protocol";

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 10, 16) / DAY_MS;

/** The number of a day since the first puzzle of the day. */
export const dayOf = (time: number) => Math.floor(time / DAY_MS) - FIRST_DAY;

export interface Daily {
  game: GameInfo;
  number: number;
}

/** The puzzle of a day: of each game in turn, as `tablier.daily_puzzle` has it. */
export function dailyPuzzle(games: GameInfo[], day: number): Daily | null {
  const some = games
    .filter((game) => game.daily.length)
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  if (!some.length || day < 0) return null;
  const game = some[day % some.length];
  return { game, number: game.daily[Math.floor(day / some.length) % game.daily.length] };
}

/** On how many days in a row the puzzle of the day was solved. */
export interface Streak {
  last: number;
  days: number;
  best: number;
}
export const NO_STREAK: Streak = { last: -1, days: 0, best: 0 };

/** The streak once the puzzle of that day is solved. */
export function extended(streak: Streak, day: number): Streak {
  if (streak.last === day) return streak;
  const days = streak.last === day - 1 ? streak.days + 1 : 1;
  return { last: day, days, best: Math.max(days, streak.best) };
}

/** The days in a row that still count on that day: those up to yesterday or today. */
export const running = (streak: Streak, day: number) => (streak.last >= day - 1 ? streak.days : 0);
