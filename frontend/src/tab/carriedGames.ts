// Games that were played here while the server was away come back to it (tablier/play/carried_games.py).
import type { CarriedTable, TableBrought } from "../protocol";
import { copyOf, keepCopy, keepSeats, noteVisit, seatsAt, visited } from "../storage";
import { openDatabase, type TableDatabase } from "./database";

/** As tablier/tab/storage.py has it. */
interface TableRecord {
  table: Pick<CarriedTable, "game" | "version" | "options" | "seed" | "setup" | "base"> & {
    id: string;
    comment: string | null;
    ending: [string, number[], number | null] | null;
  };
  seats: CarriedTable["seats"];
  moves: { token: string; comment: string | null }[];
}

/** Bring all; says at which tables they are now. Those that are not brought are added to `left`. */
export async function bring(left: Set<string>): Promise<Record<string, string>> {
  const brought: Record<string, string> = {};
  const database = await openDatabase();
  const all = JSON.parse(await database.all()) as TableRecord[];
  for (const { table } of all) {
    const now = await bringOne(database, table.id).catch(() => null);
    if (now === null) left.add(table.id);
    else brought[table.id] = now;
  }
  return brought;
}

/** Bring a game, and again if it went on meanwhile; null if the server does not take it. */
async function bringOne(database: TableDatabase, id: string): Promise<string | null> {
  for (;;) {
    const record = await database.load(id);
    if (record === undefined) return id; // another page was faster
    const game = carried(JSON.parse(record) as TableRecord);
    const now = await send(id, game);
    if (now === null) return null;
    note(id, now, game);
    if (await database.remove(id, record)) return now;
  }
}

function carried({ table, seats, moves }: TableRecord): CarriedTable {
  const { game, version, options, seed, setup, base = null, ending, comment } = table;
  const said = [comment, ...moves.map((move) => move.comment)].map((words, n) => [n, words]);
  return {
    ...{ game, version, options, seed, setup, base },
    seats: seats.map(({ kind, level, name }) => ({ kind, level, name })),
    tokens: moves.map((move) => move.token),
    comments: Object.fromEntries(said.filter(([, words]) => words)),
    ending: ending && ({ reason: ending[0], payoffs: ending[1], loser: ending[2] } as never),
    secrets: seatsAt(table.id).own,
  };
}

async function send(id: string, game: CarriedTable): Promise<string | null> {
  const answer = await fetch(`/api/tables/${id}/moves`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(game),
  });
  return answer.ok ? ((await answer.json()) as TableBrought).table : null;
}

/** The server knows these moves now; a table of its own has the same seats. */
function note(id: string, now: string, game: CarriedTable) {
  const copy = copyOf(id);
  if (now === id) {
    if (copy) keepCopy(id, { ...copy, tokens: game.tokens, base: game.tokens });
    return;
  }
  keepSeats(id, now);
  const visit = visited().find((each) => each.table === id);
  if (visit) noteVisit({ ...visit, table: now, at: Date.now() });
}
