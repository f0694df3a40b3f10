// What people at a table are called.
import { gameNamed } from "../games.svelte";
import type { SeatView, TableView } from "../protocol";
import { say } from "../words.svelte";

/** The name of a seat: one's own is "you", where only one is one's own. */
export function seatName(view: TableView, seat: number): string {
  const at: SeatView = view.seats[seat];
  if (isOnlyComputer(view, seat)) return say("seat.computer", { level: at.level ?? 1 });
  if (at.name) return at.name;
  if (view.yours.length === 1 && view.yours[0] === seat) return say("seat.you");
  return gameNamed(view.game)?.seats[seat] ?? "";
}

/** The name beside a seat, where there is room for little; the level of a computer stands below. */
export function shortName(view: TableView, seat: number): string {
  return isOnlyComputer(view, seat) ? say("seat.machine") : seatName(view, seat);
}

/** Is it the computer? Several of them are called as the game calls their seats. */
function isOnlyComputer({ seats }: TableView, seat: number): boolean {
  const computers = seats.filter(({ kind }) => kind === "computer");
  return computers.length === 1 && computers[0] === seats[seat];
}

/** Are all who play sitting at this browser, computers aside? */
export function allHere(view: TableView): boolean {
  return view.seats.every((seat) => seat.kind !== "link" && seat.kind !== "bot");
}
