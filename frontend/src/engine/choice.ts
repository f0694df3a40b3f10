// The choice of a move, as `soften` and `chance` in src/tablier/search/player.py make it.
import type { Summary } from "./merge.ts";

const GOLDEN = 0x9e3779b97f4a7c15n;
const FNV = 0x100000001b3n;
const MIX: [bigint, bigint][] = [
  [0xbf58476d1ce4e5b9n, 30n],
  [0x94d049bb133111ebn, 27n],
  [1n, 31n],
];
const SURE = 0.999;

/** A number from 0 to below 1 for the choice of a player with that seed in this position. */
export function chance(seed: bigint, position: Uint8Array): number {
  let bits = BigInt.asUintN(64, seed * GOLDEN);
  for (const byte of position) bits = BigInt.asUintN(64, (bits ^ BigInt(byte)) * FNV);
  for (const [factor, shift] of MIX) bits = BigInt.asUintN(64, (bits ^ (bits >> shift)) * factor);
  return Number(bits >> 11n) / 2 ** 53;
}

/** The action of a player who does not always find the best: good moves share by their visits. */
export function softened({ moves, turn }: Summary, softness: number, chance: number): number {
  const best = moves[0];
  const value = best.values[turn];
  if (softness <= 0 || (best.proven && value > SURE)) return best.action;
  const seen = moves.filter((move) => move.visits || move === best);
  const shares = seen.map((move) => Math.max(1, move.visits));
  const usual =
    sums(seen.map((move, i) => move.values[turn] * shares[i])).at(-1)! / sums(shares).at(-1)!;
  const least = value - softness * Math.max(0, Math.min(1, value - usual));
  const good = seen.filter((move) => move.values[turn] >= least);
  const reached = sums(good.map((move) => Math.max(1, move.visits) ** (1 / (1 + softness))));
  const place = reached.findIndex((sum) => sum > chance * reached.at(-1)!);
  return good[place < 0 ? good.length - 1 : place].action;
}

/** The sum of the first, of the first two, … */
function sums(numbers: number[]): number[] {
  let total = 0;
  return numbers.map((each) => (total += each));
}
