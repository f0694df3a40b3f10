// What seats can expect, as parts of one whole: with four seats, a quarter is even.

/** The part of each seat, given what each can expect from −1 to 1; they add up to 1. */
export function shares(values: number[]): number[] {
  const hopes = values.map((value) => 1 + Math.max(-1, Math.min(1, value)));
  const total = hopes.reduce((sum, each) => sum + each, 0); // a net's are not quite as many as seats
  return hopes.map((hope) => hope / total);
}

/** The part of the mover, given the win rate of a move. */
export const shareOf = (winrate: number, seats: number) => (2 * winrate) / seats;
