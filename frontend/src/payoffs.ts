// What seats can expect, as parts of one point: with four seats, a quarter is even. As in payoffs.py;
// tests/cases/payoffs.json holds both to it.

/** The part of the point that an evaluation from −1 to 1 promises, if so many play. */
export const partOf = (value: number, n: number) =>
  Math.max(0, Math.min(1, (value * (n - 1) + 1) / n));

/** The parts of all seats; they add up to 1, though what a net expects may not. */
export function partsOf(values: number[]): number[] {
  const parts = values.map((value) => partOf(value, values.length));
  const total = parts.reduce((sum, each) => sum + each, 0) || 1;
  return parts.map((part) => part / total);
}
