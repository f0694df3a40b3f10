// Levels, as src/tablier/search/levels.py has them: how a level plays on the day of a game.

/** How much a level looks at, what it sees at first sight, and how soft its choice is. */
export interface Level {
  simulations: number;
  insight: number;
  softness: number;
  seconds: number | null;
}

const GOLDEN = 0x9e3779b97f4a7c15n;
const SWING = 1.25;
const DIGITS = 2; // of a number of simulations
const FINE = 3; // decimals of the rest

/** How good a day the game with this seed falls on, from −1 to 1; 0 is a usual one. */
export function form(seed: bigint): number {
  return Number(BigInt.asUintN(64, seed * GOLDEN + 2n ** 63n)) / 2 ** 63 - 1;
}

/** How a level plays in this form: better or worse than usual by up to `SWING` levels. */
export function onTheDay(levels: Level[], level: number, form: number): Level {
  if (level === levels.length) return levels[level - 1];
  const place = Math.min(Math.max(level + SWING * form, 1), levels.length - 1);
  const low = Math.min(Math.floor(place), levels.length - 2);
  return between(levels[low - 1], levels[low], place - low);
}

function between(low: Level, high: Level, part: number): Level {
  const simulations = low.simulations * (high.simulations / low.simulations) ** part;
  const mixed = (one: number, other: number) => Number((one + part * (other - one)).toFixed(FINE));
  return {
    ...low,
    simulations: Math.floor(Number(simulations.toPrecision(DIGITS))),
    insight: mixed(low.insight, high.insight),
    softness: mixed(low.softness, high.softness),
  };
}

/** A level with a time looks at no less than the one below, on a slow device too: else it would be weaker. */
export function leastLooks(levels: Level[], level: number): number {
  return levels[level - 1].seconds === null ? 0 : levels[level - 2].simulations;
}

const WAIT = 8; // seconds: longer, nobody waits for a move

/** How many simulations a second a device must reach for a level; the last needs what the one below does. */
export function neededSpeed(levels: Level[], level: number): number {
  const looks = levels.slice(0, level).filter((each) => each.seconds === null);
  return Math.max(...looks.map((each) => each.simulations)) / WAIT;
}
