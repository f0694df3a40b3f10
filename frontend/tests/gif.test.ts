import { describe, expect, test } from "vitest";
import { GifWriter, packed, Palette } from "../src/share/gif";
import { pliesOf } from "../src/share/gameGif";

/** What a viewer makes of packed indices. */
function unpacked(blocks: Uint8Array): number[] {
  const bytes: number[] = [];
  for (let at = 0; blocks[at]; at += blocks[at] + 1)
    bytes.push(...blocks.slice(at + 1, at + 1 + blocks[at]));
  let [bits, held, next, size] = [0, 0, 0, 9];
  const read = () => {
    for (; held < size; held += 8) bits |= bytes[next++] << held;
    const code = bits & ((1 << size) - 1);
    [bits, held] = [bits >>> size, held - size];
    return code;
  };
  const found: number[] = [];
  let table: number[][] = [];
  let before: number[] | null = null;
  for (let code = read(); code !== 257; code = read()) {
    if (code === 256) {
      table = [...Array(258).keys()].map((n) => [n]);
      [size, before] = [9, null];
      continue;
    }
    const entry: number[] = table[code] ?? [...before!, before![0]];
    found.push(...entry);
    if (before && table.length < 4096) table.push([...before, entry[0]]);
    if (table.length === 1 << size && size < 12) size++;
    before = entry;
  }
  return found;
}

const noise = (n: number, of: number) =>
  Uint8Array.from({ length: n }, (_, i) => ((i * i * 7919 + i * 104729) >> 3) % of);

describe("packed indices", () => {
  test.each([
    ["one", Uint8Array.of(7)],
    ["all the same", new Uint8Array(5000)],
    ["a pattern", noise(3000, 5)],
    ["more than the table holds", noise(40_000, 255)],
  ])("%s come back as they were", (_, indices) => {
    expect(unpacked(packed(indices))).toEqual([...indices]);
  });

  test("whatever their number, the sizes of codes agree", () => {
    for (let n = 250; n < 1100; n += 7) {
      const indices = noise(n, 251);
      expect(unpacked(packed(indices))).toEqual([...indices]);
    }
  });
});

const pixels = (...colours: number[][]) =>
  Uint8ClampedArray.from(colours.flatMap((colour) => [...colour, 255]));

test("few colours are kept exactly", () => {
  const seen = pixels([247, 241, 227], [18, 26, 21], [255, 207, 77], [18, 26, 21]);
  const palette = new Palette([seen]);
  const found = [0, 1, 2, 3].map((i) => {
    const at = 3 * palette.indexOf(seen, 4 * i);
    return [...palette.bytes.slice(at, at + 3)];
  });
  expect(found).toEqual([
    [247, 241, 227],
    [18, 26, 21],
    [255, 207, 77],
    [18, 26, 21],
  ]);
});

test("a frame holds only what has changed", async () => {
  const ground = Array.from({ length: 100 }, () => [200, 200, 200]);
  const first = pixels(...ground);
  const then = pixels(...ground.with(55, [0, 0, 0]));
  const writer = new GifWriter(10, 10, new Palette([first, then]));
  writer.add(first, 1);
  writer.add(then, 2);
  const bytes = [...new Uint8Array(await writer.finish().arrayBuffer())];
  const words = bytes.map((byte) => String.fromCharCode(byte)).join("");
  expect(words.startsWith("GIF89a")).toBe(true);
  const image = words.lastIndexOf(String.fromCharCode(0x2c, 5, 0, 5, 0, 1, 0, 1, 0));
  expect(image).toBeGreaterThan(0);
  expect(bytes.slice(image - 4, image - 2)).toEqual([200, 0]); // hundredths of a second
});

test("of a long game not every move is shown, but always the last", () => {
  expect(pliesOf(3)).toEqual([0, 1, 2, 3]);
  const plies = pliesOf(1000);
  expect(plies.length).toBeLessThanOrEqual(301);
  expect(plies.at(-1)).toBe(1000);
});
