// From the choices of the form to the request for a new table.
import type { GameInfo, NewTable, OptionInfo, SeatWish } from "../protocol";
import { isAlone } from "../site";
import type { IconName } from "../ui/Icon.svelte";

export type Opponent = "computer" | "here" | "link";
const OPPONENTS: Opponent[] = ["computer", "here", "link"];

/** Against whom a game can be begun: without a server only at this screen. */
export function opponentsIn(game: GameInfo): Opponent[] {
  const possible = { computer: game.levels.length > 0, here: true, link: !isAlone };
  return OPPONENTS.filter((each) => possible[each]);
}

const ICONS: Record<Opponent, IconName> = { computer: "computer", here: "people", link: "link" };
export const opponentIcon = (opponent: Opponent) => ICONS[opponent];

export type Begins = "me" | "other" | "random";
export type Value = OptionInfo["default"];

/** The option by which a game says how many play. */
export const PLAYERS = "players";

/** Who takes a seat: the maker, somebody at the same screen, by link, a computer player, a bot. */
export type SeatPlayer = "me" | "here" | "link" | `computer:${number}` | `bot:${string}`;

export interface Wish {
  opponent: Opponent;
  level: number;
  /** A bot to play against instead of our own computer player. */
  bot: string;
  begins: Begins;
  /** Where more than two play: who takes each seat, and whether they draw lots for them. */
  seatPlayers: SeatPlayer[];
  shuffled: boolean;
  options: Record<string, Value>;
  minutes: number;
  increment: number;
}

export function defaults(game: GameInfo): Record<string, Value> {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}

function other({ opponent, level, bot }: Wish): SeatWish {
  if (opponent !== "computer") return { kind: opponent };
  return bot ? { kind: "bot", name: bot } : { kind: opponent, level };
}

export function playerCount(game: GameInfo, options: Wish["options"]): number {
  return Number(options[PLAYERS] ?? game.players.at(-1));
}

/** The maker and opponent of one kind, for as many seats as a game can have. */
export function seatPlayersOf(game: GameInfo, opponent: Opponent, level: number): SeatPlayer[] {
  const other: SeatPlayer = opponent === "computer" ? `computer:${level}` : opponent;
  return Array.from({ length: Math.max(...game.players) }, (_, i) => (i ? other : "me"));
}

export const isPerson = (player: SeatPlayer) => ["me", "here", "link"].includes(player);

function seatOf(player: SeatPlayer): SeatWish {
  const [kind, name] = player.split(/:(.*)/);
  if (kind === "computer") return { kind, level: Number(name) };
  if (kind === "bot") return { kind, name };
  return { kind: kind === "link" ? "link" : "here" };
}

function shuffle<T>(things: T[]): T[] {
  return things
    .map((thing) => ({ thing, lot: Math.random() }))
    .toSorted((a, b) => a.lot - b.lot)
    .map(({ thing }) => thing);
}

function seats(game: GameInfo, wish: Wish): SeatWish[] {
  const n = playerCount(game, wish.options);
  if (n > 2) {
    const chosen = wish.seatPlayers.slice(0, n).map(seatOf);
    return wish.shuffled ? shuffle(chosen) : chosen;
  }
  const me: SeatWish = { kind: "here" };
  const others = Array.from({ length: n - 1 }, () => other(wish));
  const place = { me: 0, other: n - 1, random: Math.floor(Math.random() * n) }[wish.begins];
  return others.toSpliced(wish.opponent === "here" ? 0 : place, 0, me);
}

export function tableOf(game: GameInfo, wish: Wish): NewTable {
  return {
    game: game.name,
    seats: seats(game, wish),
    options: wish.options,
    clock: wish.minutes ? { seconds: wish.minutes * 60, increment: wish.increment } : null,
  };
}
