// Who sits down with whom: from the choices of a form to the table that is asked for.
import type { GameInfo, NewTable, OptionInfo, SeatWish } from "../protocol";
import type { IconName } from "../ui/Icon.svelte";

export type Company = "computer" | "here" | "link";
export const COMPANIES: Company[] = ["computer", "here", "link"];

const ICONS: Record<Company, IconName> = { computer: "computer", here: "people", link: "link" };
export const companyIcon = (company: Company) => ICONS[company];

export type Begins = "me" | "other" | "lot";
export type Value = OptionInfo["default"];

/** The option by which a game says how many play. */
export const PLAYERS = "players";

export interface Wish {
  company: Company;
  level: number;
  /** A bot to play against instead of our own computer player. */
  bot: string;
  begins: Begins;
  options: Record<string, Value>;
  minutes: number;
  increment: number;
}

export function defaults(game: GameInfo): Record<string, Value> {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}

function other({ company, level, bot }: Wish): SeatWish {
  if (company !== "computer") return { kind: company };
  return bot ? { kind: "bot", name: bot } : { kind: company, level };
}

function seats(game: GameInfo, wish: Wish): SeatWish[] {
  const n = Number(wish.options[PLAYERS] ?? game.players.at(-1));
  const me: SeatWish = { kind: "here" };
  const others = Array.from({ length: n - 1 }, () => other(wish));
  const place = { me: 0, other: n - 1, lot: Math.floor(Math.random() * n) }[wish.begins];
  return others.toSpliced(wish.company === "here" ? 0 : place, 0, me);
}

export function tableOf(game: GameInfo, wish: Wish): NewTable {
  return {
    game: game.name,
    seats: seats(game, wish),
    options: wish.options,
    clock: wish.minutes ? { seconds: wish.minutes * 60, increment: wish.increment } : null,
  };
}
