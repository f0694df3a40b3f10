import { expect, test } from "vitest";
import cases from "../../tests/cases/daily.json";
import type { GameInfo, PuzzleInfo } from "../src/protocol";
import { dailyPuzzle, dayOf, extended, NO_STREAK, running } from "../src/puzzles/daily";
import { adjusted, suited } from "../src/puzzles/skill";

const game = (name: string, daily: number[]) => ({ name, daily }) as GameInfo;
const games = Object.entries(cases.games).map(([name, daily]) => game(name, daily));
const day = (date: string) => dayOf(Date.parse(date));
const puzzle = (number: number, level: number) =>
  ({ id: `${number}`, number, level }) as PuzzleInfo;

test("a day is one of UTC, and days count from the first", () => {
  expect(dayOf(Date.UTC(2026, 10, 16))).toBe(0);
  expect(dayOf(Date.UTC(2026, 10, 16, 23, 59, 59))).toBe(0);
  expect(dayOf(Date.UTC(2027, 10, 16))).toBe(365);
});

test("the games take turns by their names, each with its own order", () => {
  const found = cases.puzzles.map(([date]) => {
    const { game, number } = dailyPuzzle(games, day(date as string))!;
    return [date, game.name, number];
  });
  expect(found).toEqual(cases.puzzles);
  expect(dailyPuzzle([game("none", [])], 4)).toBeNull();
});

test("puzzles that are added later change no day before their turn", () => {
  const later = [game("a", [7, 8, 9]), game("b", [3, 1, 2, 4])];
  expect([0, 1, 3, 5].map((day) => dailyPuzzle(later, day)!.number)).toEqual([7, 3, 1, 2]);
});

test.each(cases.streaks)("a streak: $what", ({ solved, days, best }) => {
  const dates = solved.map(day);
  expect(dates.reduce(extended, NO_STREAK)).toEqual({ last: dates.at(-1), days, best });
});

test("a streak still counts on the day after", () => {
  const streak = { last: 5, days: 2, best: 2 };
  expect([5, 6, 7].map((today) => running(streak, today))).toEqual([2, 2, 0]);
});

test("a level rises with a puzzle that is solved, more so with a hard one, and stays in range", () => {
  expect(adjusted(3, 6, true)).toBeGreaterThan(adjusted(3, 3, true));
  expect(adjusted(3, 3, true)).toBeGreaterThan(3);
  expect(adjusted(3, 3, false)).toBeLessThan(3);
  expect(adjusted(1, 1, false)).toBe(1);
  expect(adjusted(10, 10, true)).toBe(10);
});

test("the next puzzle is unsolved and near to the level", () => {
  const all = [puzzle(1, 1), puzzle(2, 4), puzzle(3, 5), puzzle(4, 9)];
  const solved = (id: string) => id === "2";
  expect(suited(all, 4.2, solved)!.number).toBe(3);
  expect(suited(all, 4.2, solved, 3)!.number).toBe(1);
  expect(suited(all, 4.2, () => true, 2)!.number).toBe(3);
  expect(suited([], 4, solved)).toBeUndefined();
});
