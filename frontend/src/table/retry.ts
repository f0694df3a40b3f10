// Another try from a position of a finished game: whoever was to move plays on against computers.
import * as api from "../api";
import type { NewTable, PositionView, TableView } from "../protocol";
import { goTo } from "../router.svelte";
import { settings } from "../settings.svelte";
import { keepMade } from "../storage";

/** The table with that position; computers play as they did, or as well as one plays against. */
export function tableFrom(view: TableView, position: PositionView): NewTable {
  const level = view.seats.find((seat) => seat.level)?.level ?? settings.level;
  const seats = view.seats.map((_, seat) =>
    seat === position.turn ? { kind: "here" as const } : { kind: "computer" as const, level },
  );
  return { game: view.game, seats, options: view.options, text: position.text };
}

export async function tryAgain(view: TableView, position: PositionView) {
  const made = await api.newTable(tableFrom(view, position));
  keepMade(
    made,
    made.secrets.map(() => false),
  );
  goTo(`/t/${made.table}`);
}
