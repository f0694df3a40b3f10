// The worker in which Python runs: it fetches it, starts it, and hands messages to and fro.
import { openDatabase } from "./database";
import type { ToPage, ToWorker } from "./messages";
import { type Host, type Line, startHost } from "./python";

const post = (message: ToPage) => postMessage(message);
const lines = new Map<number, Line>();
let host: Promise<Host> | null = null;

/** Tell the page of each piece that arrives; Pyodide fetches by this, too. */
const plainFetch = globalThis.fetch;
globalThis.fetch = async (...what: Parameters<typeof fetch>) => {
  const { body, status, headers } = await plainFetch(...what);
  const counted = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, through) {
        post({ type: "fetched", bytes: piece.byteLength });
        through.enqueue(piece);
      },
    }),
  );
  return new Response(counted, { status, headers });
};

async function start(python: string, archive: string): Promise<Host> {
  const [{ loadPyodide }, modules, database] = await Promise.all([
    import(/* @vite-ignore */ `${python}pyodide.mjs`),
    fetch(archive).then((answer) => answer.arrayBuffer()),
    openDatabase(),
  ]);
  const started = await startHost(loadPyodide, python, modules, database);
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
    lines.set(number, python.connect(table, hear, end));
  } else if (message.type === "frame") lines.get(message.number)?.receive(message.frame);
  else if (message.type === "leave") {
    const line = lines.get(message.number);
    line?.leave();
    line?.destroy();
    lines.delete(message.number);
  }
}

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  try {
    if (data.type === "start") host = start(data.python, data.archive);
    else await act(data, await host!);
    await host;
  } catch (reason) {
    post({ type: "failed", reason: String(reason) });
  }
};
