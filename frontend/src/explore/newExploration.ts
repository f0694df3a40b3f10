// How explorations begin: with the record of a game, or with the start of one.
import * as api from "../api";
import type { Explored, GameInfo, ReviewView, TableView } from "../protocol";
import { goTo } from "../router.svelte";
import { keep, kept, keptTree, newId } from "./storage";
import { EMPTY, reviewed } from "./tree";

/** Keep an exploration, under a new name if it has none, and show it. */
function begin(tree: Explored, table?: string, id = newId()) {
  keep(id, tree, table);
  goTo(`/explore/${id}`);
}

export async function exploreRecord(record: string) {
  begin(await api.readTree(record));
}

/** A finished game is explored in one place, however often somebody comes from its table. What its review
 *  has found comes along. */
export async function exploreTable({ table, tokens }: TableView, review: ReviewView | null) {
  const known = kept().find((each) => each.table === table);
  const tree = (known && keptTree(known.id)) ?? (await api.readTree(await api.recordOf(table)));
  const nodes = reviewed(tree.nodes, tokens, review?.shares ?? []);
  begin({ ...tree, nodes }, table, known?.id);
}

export async function exploreGame({ name, options: known }: GameInfo) {
  const options = Object.fromEntries(known.map((each) => [each.name, each.default]));
  const { position } = await api.position(name, { options });
  const start = { ...EMPTY, parent: -1, turn: position.turn, legal: position.choices.length };
  const { text } = position;
  begin({ game: name, options, start: text, seed: null, tags: {}, given: "*", nodes: [start] });
}
