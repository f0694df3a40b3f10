// What was solved in this browser: puzzles by their ids, days in a row, and a level for each game.
import { keep, kept } from "../kept.svelte";
import { KeptIds } from "../keptIds.svelte";
import { dayOf, extended, NO_STREAK, type Streak } from "./daily";
import { adjusted, BEGINNER } from "./skill";

const ids = new KeptIds("tablier.puzzles");

export const isSolved = (id: string) => ids.has(id);
export const noteSolved = (id: string) => ids.keep(id);

const DAILY = "tablier.daily";
const SKILL = "tablier.puzzle-levels";

const read = <T extends object>(key: string, otherwise: T): T => ({
  ...otherwise,
  ...kept<T>(key),
});

let streak: Streak = $state.raw(read(DAILY, NO_STREAK));
let levels: Record<string, number> = $state.raw(read(SKILL, {}));

export const today = () => dayOf(Date.now());
export const dailyStreak = () => streak;

/** The puzzle of the day is solved. */
export function noteDaily() {
  streak = extended(read(DAILY, NO_STREAK), today());
  keep(DAILY, streak);
}

/** The level of whoever solves puzzles of a game here. */
export const levelIn = (game: string) => levels[game] ?? BEGINNER;
export const hasLevel = (game: string) => game in levels;

/** The first try at a puzzle of that level has ended. */
export function noteTry(game: string, puzzle: number, solved: boolean) {
  levels = { ...read(SKILL, {}), [game]: adjusted(levelIn(game), puzzle, solved) };
  keep(SKILL, levels);
}
