// Requests to the server; what is live goes through the socket.
import type {
  Answered,
  Asked,
  Board,
  CarriedTable,
  BookInfo,
  Explored,
  GameInfo,
  LessonInfo,
  LessonView,
  NewTable,
  PuzzleInfo,
  PuzzleView,
  RecordText,
  ReplayView,
  RulebookInfo,
  TableMade,
  TableView,
  Tried,
} from "./protocol";
import { client } from "./transport";
import { fileAt, isAlone } from "./site";
import { settings } from "./settings.svelte";
import { addNotes, allNotes, type Notes } from "./storage";

/** The server said no: its sentence and its status. */
export class Refused extends Error {
  constructor(
    sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

/** Without a server, what never changes is a file, and the rest is asked of the worker. */
async function answerTo(path: string, init?: RequestInit): Promise<Response> {
  const lang = settings.lang;
  if (!isAlone) return fetch(`${path}?lang=${lang}`, init);
  if (!init && !path.startsWith("/api/tables/")) return fetch(fileAt(`${path}.${lang}.json`));
  const { ask } = await client();
  return ask(path, lang, String(init?.body ?? ""));
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await answerTo(path, init);
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
/** The board of a game with other options than the usual ones. */
export const board = (game: string, options: NonNullable<Asked["options"]>) =>
  post<Board>(`/api/games/${game}/board`, { options });
/** The opening book of a game. */
export const book = (game: string) =>
  isAlone
    ? fetch(fileAt(`/api/games/${game}/book.json`)).then(
        (answer) => answer.json() as Promise<BookInfo>,
      )
    : get<BookInfo>(`/api/games/${game}/book`);
/** A record as a tree of moves. */
export const readTree = (record: string) => post<Explored>("/api/explorations/read", { record });
/** A tree of moves as a record. */
export const writeTree = async (tree: Explored) =>
  (await post<RecordText>("/api/explorations/write", tree)).record;
export const puzzles = (game: string) => get<PuzzleInfo[]>(`/api/puzzles/${game}`);
export const tryPuzzle = (game: string, number: number, tried: Tried) =>
  post<PuzzleView>(`/api/puzzles/${game}/${number}`, tried);
export const lessons = (game: string) => get<LessonInfo[]>(`/api/lessons/${game}`);
export const tryLesson = (game: string, number: number, tried: Tried) =>
  post<LessonView>(`/api/lessons/${game}/${number}`, tried);
export const newTable = (wish: NewTable) => post<TableMade>("/api/tables", wish);
/** The names of the bots that wait to be asked; none, if nobody can say. */
export async function botsOnline(): Promise<string[]> {
  if (isAlone) return [];
  const answer = await fetch("/api/bot/online").catch(() => null);
  const lines = answer?.ok ? (await answer.text()).split("\n") : [];
  return lines.filter(Boolean).map((line) => JSON.parse(line).username as string);
}

export const importRecord = (record: string) => post<TableMade>("/api/records", { record });
export const tableView = (table: string) => get<TableView>(`/api/tables/${table}`);
export const copy = (table: string) => get<CarriedTable>(`/api/tables/${table}/copy`);
export const replay = (table: string) => get<ReplayView>(`/api/tables/${table}/replay`);
export const recordAddress = (table: string) => `/api/tables/${table}/record`;

/** For links to a record: without a server the file is made here. */
export async function saveRecord(event: MouseEvent, table: string, game: string) {
  if (!isAlone) return;
  event.preventDefault();
  await download(recordAddress(table), `${game}.tablier`);
}

/** The record of a table. */
export const recordOf = async (table: string) => (await answerTo(recordAddress(table))).text();

const download = async (path: string, name: string, init?: RequestInit) =>
  saveFile(await (await answerTo(path, init)).blob(), name);

/** Let the browser save a file. */
export function saveFile(contents: Blob, name: string) {
  const href = URL.createObjectURL(contents);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** What came of reading a file with all games. */
interface Merged {
  new: number;
  known: number;
  renamed: Record<string, string>;
  page: Partial<Notes> | null;
}

/** All games of this browser, in a file; there is no server that has them. */
export const saveAll = () =>
  download("/api/collection", `tablier-${new Date().toISOString().slice(0, 10)}.json`, {
    body: JSON.stringify(allNotes()),
  });

/** Is that such a file, rather than a record? */
export const isCollection = (text: string) => isAlone && /^\s*\{/.test(text);

export async function readAll(file: string): Promise<Merged> {
  const merged = await ask<Merged>("/api/collection/read", { body: file });
  addNotes(merged.page, merged.renamed);
  return merged;
}
