// The tables that were visited in this browser, and the secrets of its seats there.
import { drop, keep, kept } from "./kept.svelte";
import { isAlone } from "./site";
import type { CarriedTable, TableMade } from "./protocol";

export interface Visited {
  table: string;
  game: string;
  at: number;
  over: boolean;
  /** The seats that were taken here. */
  yours: number[];
  /** How many moves were played, those on their way to the server among them. */
  moves?: number;
}

interface Seats {
  /** Secrets of the seats that are taken here. */
  own: string[];
  /** Secrets to share, by seat. */
  shared: Record<number, string>;
}

const MOST = isAlone ? 1000 : 30; // a server keeps its tables itself
const VISITED = "tablier.tables";
const seatsKey = (table: string) => `tablier.seats.${table}`;

const read = <T>(key: string, otherwise: T) => kept<T>(key) ?? otherwise;

export function seatsAt(table: string): Seats {
  return read(seatsKey(table), { own: [], shared: {} });
}

/** Keep the secrets of a table made here: those of links are to share, the others are ours. */
export function keepMade(made: TableMade, links: boolean[]) {
  const seats: Seats = { own: [], shared: {} };
  made.secrets.forEach((secret, seat) => {
    if (secret === null) return;
    if (links[seat]) seats.shared[seat] = secret;
    else seats.own.push(secret);
  });
  keep(seatsKey(made.table), seats);
}

/** Keep the secret of one seat that came by a link. */
export function keepSecret(table: string, secret: string) {
  const seats = seatsAt(table);
  const shared = Object.values(seats.shared).includes(secret);
  if (shared || seats.own.includes(secret)) return;
  keep(seatsKey(table), { ...seats, own: [...seats.own, secret] });
}

export const visited = () => visitsIn(read<unknown>(VISITED, []));

/** What is a visit in a list that anybody may have written. */
function visitsIn(list: unknown): Visited[] {
  const isVisit = (each: Partial<Visited> | null) =>
    [each?.table, each?.game].every((name) => typeof name === "string") &&
    typeof each?.at === "number" &&
    Array.isArray(each.yours);
  return Array.isArray(list) ? list.filter(isVisit) : [];
}

/** Secrets among what anybody may have written. */
function secretsIn(list: unknown): string[] {
  return Object.values(list ?? {}).filter((each) => typeof each === "string");
}

/** Note the table as the one visited last. */
export function noteVisit(visit: Visited) {
  const others = visited().filter((each) => each.table !== visit.table);
  for (const { table } of others.slice(MOST - 1))
    for (const key of [seatsKey, copyKey]) drop(key(table));
  keep(VISITED, [visit, ...others.slice(0, MOST - 1)]);
}

/** A game of the server as it was last known, to go on with it while the server is away. */
const copyKey = (table: string) => `tablier.copy.${table}`;
export const copyOf = (table: string) => read<CarriedTable | null>(copyKey(table), null);
export const keepCopy = (table: string, copy: CarriedTable) => keep(copyKey(table), copy);
export const dropCopy = (table: string) => drop(copyKey(table));

/** The same seats are ours at another table. */
export const keepSeats = (table: string, at: string) => keep(seatsKey(at), seatsAt(table));

export function forget(table: string) {
  drop(seatsKey(table));
  dropCopy(table);
  keep(
    VISITED,
    visited().filter((each) => each.table !== table),
  );
}

/** What is noted here of tables, for a file with all games. */
export interface Notes {
  visits: Visited[];
  seats: Record<string, Seats>;
}

export function allNotes(): Notes {
  const visits = visited();
  return { visits, seats: Object.fromEntries(visits.map(({ table }) => [table, seatsAt(table)])) };
}

/** Add the notes of such a file, as far as they make sense; some of its tables have got another name. */
export function addNotes(notes: Partial<Notes> | null, renamed: Record<string, string>) {
  const known = new Map(visited().map((each) => [each.table, each]));
  for (const visit of visitsIn(notes?.visits)) {
    const table = renamed[visit.table] ?? visit.table;
    const { own, shared } = notes?.seats?.[visit.table] ?? { own: [], shared: {} };
    const here = seatsAt(table);
    const all = {
      own: [...new Set([...here.own, ...secretsIn(own)])],
      shared: { ...shared, ...here.shared },
    };
    keep(seatsKey(table), all);
    if ((known.get(table)?.at ?? 0) < visit.at) known.set(table, { ...visit, table });
  }
  keep(VISITED, [...known.values()].sort((one, other) => other.at - one.at).slice(0, MOST));
}
