// What several trees of one position say together, as `merged` in src/tablier/search/player.py.
import type { Move, Report } from "./tree.ts";

/** What all trees say of one move; its line begins with the move itself. */
export type MoveInfo = Move;

/** What is known of a position: its moves, the best first. */
export interface Summary {
  turn: number;
  moves: MoveInfo[];
  /** What each seat can expect with best play, from −1 to 1. */
  values: number[];
  visits: number;
  proven: boolean;
}

const SURE = 0.999;

/** Trees count by their visits, unless one of them is certain. */
export function merged(reports: Report[]): Summary {
  const found = new Map<number, Move[]>();
  for (const move of reports.flatMap((report) => report.moves)) {
    found.set(move.action, [...(found.get(move.action) ?? []), move]);
  }
  const turn = reports.find((report) => report.moves.length)?.turn ?? 0;
  const actions = [...found.keys()].sort((one, other) => one - other);
  const moves = actions.map((action) => info(action, found.get(action)!));
  moves.sort((one, other) => compared(rank(other, turn), rank(one, turn)));
  return {
    turn,
    moves,
    values: moves[0]?.values ?? [],
    visits: sum(reports.map((report) => report.visits)),
    proven: Boolean(moves[0]?.proven) && reports.some((report) => report.proven),
  };
}

function info(action: number, moves: Move[]): MoveInfo {
  const certain = moves.find((move) => move.proven);
  const counted = certain ? [certain] : moves.filter((move) => move.visits);
  const total = sum(counted.map((move) => Math.max(1, move.visits)));
  const expected = (seat: number) =>
    sum(counted.map((move) => move.values[seat] * Math.max(1, move.visits))) / Math.max(1, total);
  const best = moves.reduce((one, other) => (other.visits > one.visits ? other : one));
  return {
    action,
    visits: sum(moves.map((move) => move.visits)),
    values: best.values.map((_, seat) => expected(seat)),
    prior: sum(moves.map((move) => move.prior)) / moves.length,
    proven: certain !== undefined,
    line: [action, ...best.line],
  };
}

/** A certain win first, a certain loss last, between them the most visited. */
function rank({ proven, values, visits }: MoveInfo, turn: number): number[] {
  const value = values[turn];
  if (proven && Math.abs(value) > SURE) return [value > 0 ? 1 : -1, value, visits];
  return [0, visits, value];
}

function compared(one: number[], other: number[]): number {
  const i = one.findIndex((each, place) => each !== other[place]);
  return i < 0 ? 0 : one[i] - other[i];
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
