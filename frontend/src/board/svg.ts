// Shapes as SVG text: parsing a whole board at once is much faster than creating its elements.
import type { Board, Mark } from "../protocol";

type Shapes = Board["layers"][number];

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };
const safe = (text: string) => text.replace(/[&<"]/g, (sign) => SIGNS[sign]);

/** Shapes as SVG; letters stay upright when the board is turned. */
export function drawn(shapes: Shapes, letters = "", upright = 0): string {
  return shapes.map((shape) => drawnOne(shape, letters, upright)).join("");
}

function drawnOne(shape: Shapes[number], letters: string, upright: number): string {
  const style = `class="${safe(shape.style)}"`;
  if (shape.type === "path") return `<path ${style} d="${safe(shape.d)}"/>`;
  const { x, y } = shape;
  if (shape.type === "circle") return `<circle ${style} cx="${x}" cy="${y}" r="${shape.radius}"/>`;
  const turn = upright ? ` transform="rotate(${-upright} ${x} ${y})"` : "";
  return `<text ${style} x="${x}" y="${y}"${turn}>${safe(shape.letters || letters)}</text>`;
}

/** A whole position: the layers of the board, and the pieces on it. */
export function drawnPosition(board: Board, marks: Mark[]): string {
  const layers = board.layers.map((layer) => `<g>${drawn(layer)}</g>`);
  const pieces = marks.map(({ piece, letters, x, y, turn }) => {
    const at = `translate(${x} ${y}) rotate(${turn})`;
    return `<g class="mark" transform="${at}">${drawn(board.pieces[piece], letters)}</g>`;
  });
  return [...layers, ...pieces].join("");
}
