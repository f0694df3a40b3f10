// Links with a whole exploration in them: its record, compressed, behind the # of the address. So they
// work wherever the pages are, need no server to keep anything, and never change.

/** Characters: what is longer, some programs cut off when it is sent. */
export const LONGEST_LINK = 8000;
const MOST_TEXT = 1_000_000; // characters that a link may unpack to

async function through(bytes: BlobPart, stream: CompressionStream | DecompressionStream) {
  return new Blob([bytes]).stream().pipeThrough(stream);
}

/** A record as part of an address. */
export async function packed(record: string): Promise<string> {
  const stream = await through(record, new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The record of such a part; null if it is none, or far too large. */
export async function unpacked(part: string): Promise<string | null> {
  try {
    const letters = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = await through(bytes, new DecompressionStream("deflate-raw"));
    return await text(stream.getReader());
  } catch {
    return null;
  }
}

async function text(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | null> {
  const decoder = new TextDecoder();
  let found = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return found + decoder.decode();
    found += decoder.decode(value, { stream: true });
    if (found.length <= MOST_TEXT) continue;
    await reader.cancel();
    return null;
  }
}
