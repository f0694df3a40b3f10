// Requests to the server; what is live goes through the socket.
import type {
  Answered,
  Asked,
  GameInfo,
  NewTable,
  PuzzleInfo,
  PuzzleView,
  RulebookInfo,
  TableMade,
  TableView,
  Tried,
} from "./protocol";
import { settings } from "./settings.svelte";

/** The server said no: its sentence and its status. */
export class Refused extends Error {
  constructor(
    sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(`${path}?lang=${settings.lang}`, init);
  if (answer.ok) return (await answer.json()) as T;
  const body = await answer.json().catch(() => ({}));
  throw new Refused(body.sentence ?? answer.statusText, answer.status);
}

export function get<T>(path: string): Promise<T> {
  return ask<T>(path);
}

function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "content-type": "application/json" };
  return ask<T>(path, { method: "POST", headers, body: JSON.stringify(body) });
}

export const games = () => get<GameInfo[]>("/api/games");
export const game = (name: string) => get<GameInfo>(`/api/games/${name}`);
export const rulebook = (game: string) => get<RulebookInfo>(`/api/games/${game}/rulebook`);
export const position = (game: string, asked: Asked) =>
  post<Answered>(`/api/games/${game}/position`, asked);
export const puzzles = (game: string) => get<PuzzleInfo[]>(`/api/puzzles/${game}`);
export const tryPuzzle = (game: string, number: number, tried: Tried) =>
  post<PuzzleView>(`/api/puzzles/${game}/${number}`, tried);
export const newTable = (wish: NewTable) => post<TableMade>("/api/tables", wish);
/** The names of the bots that wait to be asked; none, if nobody can say. */
export async function botsOnline(): Promise<string[]> {
  const answer = await fetch("/api/bot/online").catch(() => null);
  const lines = answer?.ok ? (await answer.text()).split("\n") : [];
  return lines.filter(Boolean).map((line) => JSON.parse(line).username as string);
}

export const importRecord = (record: string) => post<TableMade>("/api/records", { record });
export const tableView = (table: string) => get<TableView>(`/api/tables/${table}`);
export const recordAddress = (table: string) => `/api/tables/${table}/record`;
