// The worker in which Python runs: it fetches it, starts it, and hands messages to and fro.
import { openDatabase } from "./database";
import { forgetMemory, memoryOf } from "./memory";
import type { Addresses, ToPage, ToWorker } from "./messages";
import { type Host, type Connection, startHost } from "./python";

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

/** Pyodide fetches by this, too. */
const plainFetch = globalThis.fetch;
globalThis.fetch = async (...what: Parameters<typeof fetch>) => {
  const answer = await plainFetch(...what);
  const { url, body, status, headers } = answer;
  const said = new Headers(headers);
  if (url.endsWith(".wasm")) said.set("content-type", "application/wasm"); // not all hosts say so
  return new Response(body?.pipeThrough(counted()), { status, headers: said });
};

async function bytesAt(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function start({ folder, archive, libraries }: Addresses): Promise<Host> {
  const [pyodide, compiled, modules, database, memory] = await Promise.all([
    import(/* @vite-ignore */ `${folder}pyodide.mjs`),
    import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`),
    Promise.all([archive, ...libraries].map(bytesAt)),
    openDatabase(),
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
  const started = await startHost(parts, database, memory);
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
