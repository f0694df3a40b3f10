// The worker in which Python runs: it fetches it, starts it, and hands messages to and fro.
import { databaseInMemory, openDatabase } from "./database";
import { forgetMemory, memoryOf } from "./memory";
import type { Addresses, ToPage, ToWorker } from "./messages";
import { type Database, type Host, type Connection, startHost } from "./python";

const post = (message: ToPage) => postMessage(message);
const connections = new Map<number, Connection>();
let host: Promise<Host> | null = null;

/** Tell the page of each piece that arrives. */
const counted = () =>
  new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, through) {
      post({ type: "fetched", bytes: piece.byteLength });
      through.enqueue(piece);
    },
  });

/** Rejected when something is missing that Python needs: Pyodide would wait for it for ever. */
let giveUp: (reason: unknown) => void;
const missing = new Promise<never>((_, reject) => (giveUp = reject));
missing.catch(() => undefined);

/** A function whose failure is the end of the start. */
const vital =
  <A extends unknown[], T>(act: (...words: A) => Promise<T>) =>
  async (...words: A): Promise<T> => {
    try {
      return await act(...words);
    } catch (reason) {
      giveUp(reason);
      throw reason;
    }
  };

/** Pyodide fetches by this, too. */
const plainFetch = globalThis.fetch;
globalThis.fetch = vital(async (...what: Parameters<typeof fetch>) => {
  const { url, body, ok, status, headers } = await plainFetch(...what);
  if (!ok) throw new Error(`${url}: ${status}`);
  const answer = body?.pipeThrough(counted());
  if (!url.endsWith(".wasm")) return new Response(await new Response(answer).arrayBuffer());
  const said = new Headers(headers);
  said.set("content-type", "application/wasm"); // not all hosts say so
  return new Response(answer, { headers: said });
});
WebAssembly.instantiateStreaming = vital(WebAssembly.instantiateStreaming);

const bytesAt = async (address: string) =>
  new Uint8Array(await (await fetch(address)).arrayBuffer());

/** Tell the page, which tells the person: games in the browser's database are all that there is. */
function tellLoss(reason: unknown) {
  post({ type: "lost", reason: String(reason) });
  return reason;
}

/** Tables in the browser's database; where there is none, they last as long as the page. */
async function database(): Promise<Database> {
  try {
    const { save, ...others } = await openDatabase();
    const told = (reason: unknown) => Promise.reject(tellLoss(reason));
    return { ...others, save: (list) => save(list).catch(told) };
  } catch (reason) {
    tellLoss(reason);
    return databaseInMemory();
  }
}

async function start({ folder, archive, libraries }: Addresses): Promise<Host> {
  const [pyodide, compiled, modules, tables, memory] = await Promise.all([
    import(/* @vite-ignore */ `${folder}pyodide.mjs`),
    import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`),
    Promise.all([archive, ...libraries].map(bytesAt)),
    database(),
    memoryOf(`${archive}.memory`),
  ]);
  const named = libraries.map((each, i) => [each.split("/libraries/")[1], modules[i + 1]]);
  const parts = {
    load: pyodide.loadPyodide,
    make: compiled.default,
    folder,
    archive: modules[0],
    libraries: Object.fromEntries(named),
  };
  const started = await Promise.race([startHost(parts, tables, memory), missing]);
  post({ type: "ready" });
  return started;
}

async function act(message: ToWorker, python: Host) {
  if (message.type === "ask") {
    const { number, path, lang } = message;
    const answer = await python.answer(path, lang, message.body);
    post({ type: "answer", number, status: answer.status, body: answer.body });
    answer.destroy();
  } else if (message.type === "connect") {
    const { number, table } = message;
    const hear = (frame: string) => post({ type: "frame", number, frame });
    const end = (code: number) => post({ type: "closed", number, code });
    connections.set(number, python.connect(table, hear, end));
  } else if (message.type === "frame") connections.get(message.number)?.receive(message.frame);
  else if (message.type === "leave") {
    const connection = connections.get(message.number);
    connection?.leave();
    connection?.destroy();
    connections.delete(message.number);
  }
}

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  try {
    if (data.type === "start") host = start(data);
    else await act(data, await host!);
    await host;
  } catch (reason) {
    void forgetMemory();
    post({ type: "failed", reason: String(reason) });
  }
};
