// A small encoder of GIF: one palette for all frames, and in each frame only what has changed.

const COLOURS = 255; // and one that is transparent
const CLEAR = 255; // the index of the transparent one
const BUCKETS = 1 << 15; // five bits of red, green and blue
const MOST_CODES = 4096;

type Pixels = Uint8ClampedArray;

const bucketOf = (pixels: Pixels, i: number) =>
  ((pixels[i] >> 3) << 10) | ((pixels[i + 1] >> 3) << 5) | (pixels[i + 2] >> 3);

/** Colours, found by median cut over what was counted. */
export class Palette {
  readonly bytes = new Uint8Array(3 * 256);
  private readonly nearest = new Int16Array(BUCKETS).fill(-1);
  private size = 0;

  constructor(samples: Pixels[]) {
    const sums = new Float64Array(4 * BUCKETS); // how many, and the sum of each channel
    for (const pixels of samples)
      for (let i = 0; i < pixels.length; i += 4) {
        const at = 4 * bucketOf(pixels, i);
        sums[at]++;
        for (let k = 0; k < 3; k++) sums[at + 1 + k] += pixels[i + k];
      }
    for (const box of boxes(sums)) this.add(meanOf(sums, box));
  }

  private add(colour: number[]) {
    this.bytes.set(colour, 3 * this.size++);
  }

  /** The index of the colour that is nearest to a pixel. */
  indexOf(pixels: Pixels, i: number): number {
    const bucket = bucketOf(pixels, i);
    if (this.nearest[bucket] < 0) this.nearest[bucket] = this.find(pixels, i);
    return this.nearest[bucket];
  }

  private find(pixels: Pixels, i: number): number {
    let [best, least] = [0, Infinity];
    for (let n = 0; n < this.size; n++) {
      let far = 0;
      for (let k = 0; k < 3; k++) far += (pixels[i + k] - this.bytes[3 * n + k]) ** 2;
      if (far < least) [best, least] = [n, far];
    }
    return best;
  }
}

/** The colours that occur, in boxes of similar ones: the one with most to tell apart is split. */
function boxes(sums: Float64Array): number[][] {
  const used = [...Array(BUCKETS).keys()].filter((bucket) => sums[4 * bucket]);
  let found = [weighed(sums, used)];
  while (found.length < COLOURS) {
    const widest = found.reduce((a, b) => (b.weight > a.weight ? b : a));
    if (widest.weight <= 0) break;
    const parts = halves(sums, widest.box, widest.channel);
    found = [...found.filter((each) => each !== widest), ...parts.map((box) => weighed(sums, box))];
  }
  return found.map(({ box }) => box);
}

const channelOf = (bucket: number, channel: number) => (bucket >> (10 - 5 * channel)) & 31;

function weighed(sums: Float64Array, box: number[]) {
  let [channel, range] = [0, 0];
  for (let k = 0; k < 3; k++) {
    const values = box.map((bucket) => channelOf(bucket, k));
    const span = Math.max(...values) - Math.min(...values);
    if (span > range) [channel, range] = [k, span];
  }
  const many = box.reduce((sum, bucket) => sum + sums[4 * bucket], 0);
  return { box, channel, weight: range * Math.sqrt(many) };
}

function halves(sums: Float64Array, box: number[], channel: number): number[][] {
  const sorted = [...box].sort((a, b) => channelOf(a, channel) - channelOf(b, channel));
  const half = box.reduce((sum, bucket) => sum + sums[4 * bucket], 0) / 2;
  let [cut, seen] = [0, 0];
  while (cut < sorted.length - 1 && seen + sums[4 * sorted[cut]] <= half)
    seen += sums[4 * sorted[cut++]];
  cut = Math.max(1, cut);
  return [sorted.slice(0, cut), sorted.slice(cut)];
}

function meanOf(sums: Float64Array, box: number[]): number[] {
  const total = [0, 0, 0, 0].map((_, k) => box.reduce((sum, at) => sum + sums[4 * at + k], 0));
  return [1, 2, 3].map((k) => Math.round(total[k] / total[0]));
}

/** Writes frame after frame. */
export class GifWriter {
  private readonly parts: Uint8Array<ArrayBuffer>[] = [];
  private shown: Uint8Array | null = null;

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly palette: Palette,
  ) {
    const loop = [0x21, 0xff, 11, ...text("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    this.write([...text("GIF89a"), ...short(width), ...short(height), 0xf7, 0, 0]);
    this.parts.push(new Uint8Array(palette.bytes));
    this.write(loop);
  }

  /** Add a frame that stays for so many seconds. */
  add(pixels: Pixels, seconds: number) {
    const { width, height } = this;
    const now = new Uint8Array(width * height);
    for (let i = 0; i < now.length; i++) now[i] = this.palette.indexOf(pixels, 4 * i);
    const [left, top, right, bottom] = this.changedBox(now);
    const box = new Uint8Array((right - left) * (bottom - top));
    for (let y = top, i = 0; y < bottom; y++)
      for (let x = left; x < right; x++, i++) {
        const at = y * width + x;
        box[i] = this.shown && this.shown[at] === now[at] ? CLEAR : now[at];
      }
    this.write([0x21, 0xf9, 4, 0x05, ...short(Math.round(seconds * 100)), CLEAR, 0]);
    this.write([0x2c, ...[left, top, right - left, bottom - top].flatMap(short), 0, 8]);
    this.parts.push(packed(box));
    this.shown = now;
  }

  /** The smallest rectangle around all that is not as it was. */
  private changedBox(now: Uint8Array): [number, number, number, number] {
    const { width, height, shown } = this;
    if (!shown) return [0, 0, width, height];
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let i = 0; i < now.length; i++)
      if (now[i] !== shown[i]) {
        const [x, y] = [i % width, Math.floor(i / width)];
        [left, top] = [Math.min(left, x), Math.min(top, y)];
        [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
      }
    return right ? [left, top, right, bottom] : [0, 0, 1, 1];
  }

  /** The file. */
  finish(): Blob {
    this.write([0x3b]);
    return new Blob(this.parts, { type: "image/gif" });
  }

  private write(bytes: number[]) {
    this.parts.push(Uint8Array.from(bytes));
  }
}

const text = (words: string) => [...words].map((letter) => letter.charCodeAt(0));
const short = (n: number) => [n & 255, n >> 8];

/** Indices compressed as GIF does (LZW with eight bits), in blocks of at most 255 bytes. */
export function packed(indices: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let [bits, held, size, next] = [0, 0, 9, 258];
  let codes = new Map<number, number>();
  const put = (code: number) => {
    bits |= code << held;
    for (held += size; held >= 8; held -= 8, bits >>>= 8) bytes.push(bits & 255);
  };
  put(256);
  let code = indices[0];
  for (let i = 1; i < indices.length; i++) {
    const key = code * 256 + indices[i];
    const known = codes.get(key);
    if (known !== undefined) {
      code = known;
      continue;
    }
    put(code);
    if (next < MOST_CODES) {
      if (next === 1 << size) size++;
      codes.set(key, next++);
    } else {
      put(256);
      codes = new Map();
      [size, next] = [9, 258];
    }
    code = indices[i];
  }
  put(code);
  if (next === 1 << size && size < 12) size++;
  put(257);
  if (held) bytes.push(bits & 255);
  return blocks(bytes);
}

function blocks(bytes: number[]): Uint8Array<ArrayBuffer> {
  const found = new Uint8Array(bytes.length + Math.ceil(bytes.length / 255) + 1);
  for (let i = 0, at = 0; i < bytes.length; i += 255) {
    const block = bytes.slice(i, i + 255);
    found[at] = block.length;
    found.set(block, at + 1);
    at += block.length + 1;
  }
  return found;
}
