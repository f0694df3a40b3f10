// A game as a moving picture: a frame for each move, painted and packed one after the other.
import type { ReplayView } from "../protocol";
import { GifWriter, Palette } from "./gif";
import { sceneAt } from "./replay";
import { paintedOn, sizeOf, svgOf, type Theme } from "./scene";

const WIDTH = 480; // pixels
const PACE = 0.8; // seconds for a move
const REST = 4; // seconds for the last position
const SAMPLES = 6; // frames that the palette is made from
const MOST = 300; // frames; of a longer game every second move is shown, or every third

/** The plies that are shown. */
export function pliesOf(n: number): number[] {
  const every = Math.ceil((n + 1) / MOST);
  const plies = [...Array(n).keys()].filter((ply) => ply % every === 0);
  return [...plies, n];
}

/** The game as GIF; `tell` hears how much of it is done, from 0 to 1. */
export async function gameGif(
  replay: ReplayView,
  css: string,
  theme: Theme,
  seen: { look: string[]; turned: boolean },
  tell: (done: number) => void,
): Promise<Blob> {
  const n = replay.frames.length - 1;
  const canvas = document.createElement("canvas");
  const paint = async (ply: number) => {
    const scene = sceneAt(replay, ply, seen.look, seen.turned);
    const words = ply ? `${ply}. ${replay.frames[ply].token}` : replay.title;
    const size = sizeOf(scene, WIDTH, true);
    const svg = svgOf(scene, css, theme, WIDTH, { words, done: ply / Math.max(1, n) });
    return (await paintedOn(canvas, svg, size)).getImageData(0, 0, ...size).data;
  };
  const plies = pliesOf(n);
  const step = Math.max(1, Math.floor(plies.length / SAMPLES));
  const samples = [];
  for (let i = plies.length - 1; i >= 0; i -= step) samples.push(await paint(plies[i]));
  const writer = new GifWriter(canvas.width, canvas.height, new Palette(samples));
  for (const [i, ply] of plies.entries()) {
    writer.add(await paint(ply), ply === n ? REST : PACE);
    tell((i + 1) / plies.length);
  }
  return writer.finish();
}
