// The page's side of the worker in which tables are; it is started when it is first needed.
import { fileAt, isServed, tab } from "../site";
import { noteLoss } from "../kept.svelte";
import { settings } from "../settings.svelte";
import { copyOf } from "../storage";
import { hasMemory } from "./memory";
import { kept, renew } from "./serviceWorker";
import type { ToPage, ToWorker } from "./messages";
import { progress } from "./progress.svelte";

interface Listener {
  hear: (frame: string) => void;
  end: (code: number) => void;
}

const answers = new Map<number, (answer: Response) => void>();
const listeners = new Map<number, Listener>();
let last = 0;
let worker: Promise<Worker> | null = null;

function post(message: ToWorker) {
  prepare();
  worker?.then((started) => started.postMessage(message));
}

/** Start it, since somebody waits for it or soon will. */
export function prepare() {
  worker ??= start();
  progress.want();
}

/** Start it if that only takes a moment, while nobody waits. */
export async function prepareAhead() {
  if (await hasMemory()) worker ??= start();
}

async function start(): Promise<Worker> {
  await kept();
  const started = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data }: MessageEvent<ToPage>) => take(data);
  started.onerror = ({ message }) => fail(message);
  progress.begin(tab!.bytes);
  const from = (path: string) => new URL(fileAt(path), location.href).href;
  started.postMessage({
    type: "start",
    folder: from("/python/"),
    archive: from(`/${tab!.archive}`),
    libraries: tab!.libraries.map((name) => from(`/${name}`)),
  } satisfies ToWorker);
  void navigator.storage?.persist?.(); // games are kept even if the disk gets full
  return started;
}

function take(message: ToPage) {
  if (message.type === "fetched") progress.add(message.bytes);
  else if (message.type === "ready") progress.end();
  else if (message.type === "failed") fail(message.reason);
  else if (message.type === "lost") noteLoss(message.reason);
  else if (message.type === "frame") listeners.get(message.number)?.hear(message.frame);
  else if (message.type === "closed") listeners.get(message.number)?.end(message.code);
  else {
    answers.get(message.number)?.(new Response(message.body, { status: message.status }));
    answers.delete(message.number);
  }
}

function fail(reason: string) {
  if (!progress.isReady) void renew().catch(console.warn);
  progress.fail(reason);
}

/** Ask as one would ask a server. */
export async function ask(path: string, lang: string, body: string): Promise<Response> {
  const [, table] = path.match(/^\/api\/tables\/([\w-]+)/) ?? [];
  if (table) await carry(table);
  return request(path, lang, body);
}

/** Have a game of the server that is away here, if it is known. */
async function carry(table: string) {
  const copy = isServed && copyOf(table);
  if (copy) await request(`/api/copies/${table}`, settings.lang, JSON.stringify(copy));
}

function request(path: string, lang: string, body: string): Promise<Response> {
  const number = ++last;
  const answered = new Promise<Response>((resolve) => answers.set(number, resolve));
  post({ type: "ask", number, path, lang, body });
  return answered;
}

/** Connect with a table; the number stands for the connection. */
export async function connect(table: string, listener: Listener): Promise<number> {
  await carry(table);
  listeners.set(++last, listener);
  post({ type: "connect", number: last, table });
  return last;
}

export function send(number: number, frame: string) {
  post({ type: "frame", number, frame });
}

export function leave(number: number) {
  listeners.delete(number);
  post({ type: "leave", number });
}
