// A copy of a game of the server in this browser, to go on with it while the server is away.
import * as api from "../api";
import { isReady } from "../offline.svelte";
import type { CarriedTable, TableView } from "../protocol";
import { dropCopy, keepCopy, seatsAt } from "../storage";

/** Can it go on without the server? Not if somebody waits elsewhere, or a clock runs there. */
export function canLeave({ seats, yours, clock, result }: TableView): boolean {
  const isOurs = ({ kind }: { kind: string }, seat: number) =>
    kind === "computer" || (kind === "here" && yours.includes(seat));
  return !clock && !result && yours.length > 0 && seats.every(isOurs);
}

export class Copy {
  private start: Promise<CarriedTable | null> | null = null;
  private latest: Pick<CarriedTable, "tokens" | "base"> = {};

  constructor(private readonly table: () => string) {}

  /** Keep the game as it is now, with a move that is on its way. */
  async keep(view: TableView, pending: string | undefined) {
    if (!canLeave(view)) return dropCopy(this.table());
    if (!isReady()) return;
    this.latest = { base: view.tokens, tokens: [...view.tokens, ...(pending ? [pending] : [])] };
    this.start ??= api.copy(this.table()).catch(() => (this.start = null));
    const start = await this.start;
    const secrets = seatsAt(this.table()).own;
    if (start) keepCopy(this.table(), { ...start, secrets, ...this.latest });
  }
}
