// A position as a file: SVG with its style sheets inside, and PNG painted from it by this browser.
import { drawn } from "../board/svg";
import type { Trail } from "../board/geometry";
import { fileAt } from "../site";
import type { Board, Mark } from "../protocol";

/** What a picture shows. */
export interface Scene {
  game: string;
  title: string;
  status: string;
  board: Board;
  marks: Mark[];
  last: Trail | null;
  turned: boolean;
  /** The classes by which style sheets know how the board is seen. */
  look: string[];
}

/** A strip below the board. */
export interface Strip {
  words: string;
  /** How much of the game is over, from 0 to 1. */
  done: number;
}

export type Theme = "light" | "dark";

const RING = 0.45;
const STRIP = 0.055; // of the width, as in pictures of Python
const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;" };
const safe = (text: string) => text.replace(/[&<]/g, (sign) => SIGNS[sign]);

/** The theme that the reader sees. */
export function themeOf(): Theme {
  const chosen = document.documentElement.dataset.theme;
  const isDark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  return isDark ? "dark" : "light";
}

/** The style sheets that a picture of the game needs: the shared one, and the game's. */
export async function sheets(style: string): Promise<string> {
  const texts = ["/api/style.css", style].map(async (path) => (await fetch(fileAt(path))).text());
  return (await Promise.all(texts)).join("\n");
}

/** The width and the height of a picture, if it is so many pixels wide. */
export function sizeOf({ board }: Scene, width: number, strip: boolean): [number, number] {
  const high = board.height + (strip ? board.width * STRIP : 0);
  return [width, Math.round((width * high) / board.width)];
}

/** The picture as SVG. */
export function svgOf(
  scene: Scene,
  css: string,
  theme: Theme,
  width: number,
  strip: Strip | null = null,
): string {
  const { board, turned } = scene;
  const [wide, high] = sizeOf(scene, width, strip !== null);
  const full = board.height + (strip ? board.width * STRIP : 0);
  const turning = turned ? ` transform="rotate(180 ${board.width / 2} ${board.height / 2})"` : "";
  const below = strip ? drawnStrip(board, strip) : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${board.width} ${full}" ` +
    `width="${wide}" height="${high}" role="img" data-theme="${theme}" ` +
    `class="${["tablier", scene.game, ...scene.look].join(" ")}">` +
    `<title>${safe(scene.title)}</title><desc>${safe(scene.status)}</desc>` +
    `<style>${safe(css)}</style>` +
    (strip ? `<rect width="${board.width}" height="${full}" style="fill:var(--paper)"/>` : "") +
    `<g${turning}>${drawnScene(scene)}</g>${below}</svg>`
  );
}

function drawnScene({ board, marks, last, turned }: Scene): string {
  const upright = turned ? 180 : 0;
  const layers = board.layers.map((layer) => `<g>${drawn(layer, "", upright)}</g>`);
  const pieces = marks.map(({ piece, letters, x, y, turn }) => {
    const shapes = drawn(board.pieces[piece], letters, upright + turn);
    return `<g transform="translate(${x} ${y}) rotate(${turn})">${shapes}</g>`;
  });
  return [...layers, ...pieces, last ? drawnTrail(last) : ""].join("");
}

function drawnTrail({ route, places }: Trail): string {
  const ways = route.map(({ points, below }) => {
    const d = "M" + points.map((point) => point.join(" ")).join("L");
    return `<path class="way${below ? " below" : ""}" d="${d}"/>`;
  });
  const rings = places.map(({ x, y }) => `<circle class="end" cx="${x}" cy="${y}" r="${RING}"/>`);
  return `<g class="trail">${ways.join("")}${rings.join("")}</g>`;
}

function drawnStrip({ width, height }: Board, { words, done }: Strip): string {
  const high = width * STRIP;
  const style = `fill:var(--ink);font-weight:600;font-size:${high * 0.55}px`;
  return (
    `<rect y="${height}" width="${width * done}" height="${high * 0.1}" style="fill:var(--accent)"/>` +
    `<text x="${width / 2}" y="${height + high * 0.55}" style="${style}">${safe(words)}</text>`
  );
}

/** The picture painted, in so many pixels. */
export async function paintedOn(
  canvas: HTMLCanvasElement,
  svg: string,
  [width, height]: [number, number],
): Promise<CanvasRenderingContext2D> {
  const image = new Image(width, height);
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = reject;
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  });
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.drawImage(image, 0, 0, width, height);
  return context;
}

/** The picture as PNG. */
export async function pngOf(svg: string, size: [number, number]): Promise<Blob> {
  const canvas = document.createElement("canvas");
  await paintedOn(canvas, svg, size);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png"),
  );
}
