import { expect, test } from "vitest";
import cases from "../../tests/cases/payoffs.json";
import { partOf, partsOf } from "../src/payoffs";

test.each(cases)("$value among $n seats is $part of the point", ({ value, n, part }) => {
  expect(partOf(value, n)).toBeCloseTo(part);
});

test("what seats can expect adds up to one", () => {
  expect(partsOf([0.5, -0.5])).toEqual([0.75, 0.25]);
  expect(partsOf([0, 0, 0, 0])).toEqual([0.25, 0.25, 0.25, 0.25]);
  const uneven = partsOf([0.47, -0.46]);
  expect(uneven[0] + uneven[1]).toBeCloseTo(1);
  expect(partsOf([1.5, -1])).toEqual([1, 0]);
});

test("with four seats a certain win is the whole point", () => {
  expect(partsOf([1, -1 / 3, -1 / 3, -1 / 3]).map(Math.round)).toEqual([1, 0, 0, 0]);
});
