// Pieces move as in the replays of Python: tests/pictures/test_animation.py reads the same cases.
import { describe, expect, test } from "vitest";
import cases from "../../tests/cases/movement.json";
import { duration, liesAt, shorterTurn } from "../src/board/movement";

type Pair = [number, number];
const point = ([x, y]: number[]) => ({ x, y });

test.each(cases.legs)("a leg takes its time: $what", ({ points, seconds }) => {
  expect(duration({ points: points as Pair[] }) / 1000).toBeCloseTo(seconds, 9);
});

test.each(cases.turns)("the shorter way round: $what", ({ before, after, shown }) => {
  expect(shorterTurn(before, after)).toBe(shown);
});

describe("who has gone a way", () => {
  test.each(cases.landings)("$what", ({ end, mark, landed }) => {
    expect(liesAt(point(mark), point(end))).toBe(landed);
  });
});
