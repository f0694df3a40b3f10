// The explorations of this browser: each is kept as it is changed, until somebody deletes it.
import * as browser from "../kept.svelte";
import type { Explored } from "../protocol";

/** What the list says of an exploration. */
export interface Kept {
  id: string;
  game: string;
  /** When it was changed last. */
  at: number;
  /** How many moves it has, all variations together. */
  moves: number;
  /** Who played, if the record says it. */
  names: string[];
  /** The table that it was begun from. */
  table?: string;
}

const LIST = "tablier.explorations";
export const keyOf = (id: string) => `tablier.exploration.${id}`;

/** All explorations, the one that was changed last first. */
export function kept(): Kept[] {
  const found = browser.kept<Kept[]>(LIST);
  return Array.isArray(found) ? found : [];
}

export const keptTree = (id: string) => browser.kept<Explored>(keyOf(id));

/** Those who played, as a record names them. */
export const namesIn = (tags: Record<string, string>) =>
  [1, 2, 3, 4].flatMap((seat) => tags[`Player${seat}`] || []);

/** Keep it; false if this browser has no room left. */
export function keep(id: string, tree: Explored, table?: string): boolean {
  const others = kept().filter((each) => each.id !== id);
  const before = kept().find((each) => each.id === id);
  const entry: Kept = {
    id,
    game: tree.game,
    at: Date.now(),
    moves: tree.nodes.length - 1,
    names: namesIn(tree.tags),
    table: table ?? before?.table,
  };
  const isKept = browser.keep(keyOf(id), tree);
  return browser.keep(LIST, [entry, ...others]) && isKept;
}

export function forget(id: string) {
  browser.drop(keyOf(id));
  browser.keep(
    LIST,
    kept().filter((each) => each.id !== id),
  );
}

/** A name for a new exploration. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
