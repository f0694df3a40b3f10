import { expect, test } from "vitest";
import { turnNumber, turnsOf } from "../src/table/turns";

test("a turn is what one seat plays in a row", () => {
  expect(turnsOf([0, 0, 1, 0])).toEqual([
    { seat: 0, plies: [0, 1] },
    { seat: 1, plies: [2] },
    { seat: 0, plies: [3] },
  ]);
  expect(turnsOf([])).toEqual([]);
});

test("moves of one turn have its number", () => {
  expect([0, 1, 2, 3].map((ply) => turnNumber([0, 0, 1, 0], ply))).toEqual([1, 1, 2, 3]);
});
