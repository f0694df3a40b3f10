// The memory of Python when it was ready, kept by the browser for later: it starts in a moment from it.
import type { Memory } from "./python";

const CACHE = "tablier-memory";

/** What is kept under that name, one memory in all; browsers without a cache keep none. */
export async function memoryOf(name: string): Promise<Memory> {
  const cache = await globalThis.caches?.open(CACHE).catch(() => undefined);
  const found = await cache?.match(name).catch(() => undefined);
  return {
    kept: found && new Uint8Array(await found.arrayBuffer()),
    keep: (memory) => void replace(cache, name, memory).catch(console.warn), // the disk may be full
  };
}

async function replace(cache: Cache | undefined, name: string, memory: Uint8Array<ArrayBuffer>) {
  for (const each of (await cache?.keys()) ?? []) await cache?.delete(each);
  await cache?.put(name, new Response(memory));
}

export const hasMemory = async () =>
  (await globalThis.caches?.has(CACHE).catch(() => false)) ?? false;

/** Forget it: whatever went wrong may have begun there. */
export const forgetMemory = () => globalThis.caches?.delete(CACHE);
