// The moves of a game by turns: what one seat plays in a row.
export interface Turn {
  seat: number;
  plies: number[];
}

/** The turns of a game, given who made each move. */
export function turnsOf(movers: number[]): Turn[] {
  const turns: Turn[] = [];
  movers.forEach((seat, ply) => {
    if (turns.at(-1)?.seat === seat) turns.at(-1)!.plies.push(ply);
    else turns.push({ seat, plies: [ply] });
  });
  return turns;
}

/** The number of the turn that a move belongs to, as lists of moves have it. */
export const turnNumber = (movers: number[], ply: number) =>
  turnsOf(movers.slice(0, ply + 1)).length;
