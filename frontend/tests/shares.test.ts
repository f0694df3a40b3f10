import { expect, test } from "vitest";
import { shareOf, shares } from "../src/table/shares";

test("what seats can expect adds up to one", () => {
  expect(shares([0.5, -0.5])).toEqual([0.75, 0.25]);
  expect(shares([0, 0, 0, 0])).toEqual([0.25, 0.25, 0.25, 0.25]);
  const uneven = shares([0.47, -0.46]);
  expect(uneven[0] + uneven[1]).toBeCloseTo(1);
  expect(shares([1.5, -1])).toEqual([1, 0]);
});

test("a move that keeps a position even has the same share as the position", () => {
  for (const seats of [2, 4]) expect(shareOf(0.5, seats)).toBe(shares(Array(seats).fill(0))[0]);
});
