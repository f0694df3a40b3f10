// The puzzles that were solved in this browser, by their ids.
import { KeptIds } from "../kept.svelte";

const ids = new KeptIds("tablier.puzzles");

export const isSolved = (id: string) => ids.has(id);
export const noteSolved = (id: string) => ids.keep(id);
