// The puzzles that were solved in this browser, by their ids.

const KEY = "tablier.puzzles";

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

let ids: string[] = $state(read());

export const isSolved = (id: string) => ids.includes(id);

export function noteSolved(id: string) {
  if (isSolved(id)) return;
  ids = [...read().filter((each) => each !== id), id];
  localStorage.setItem(KEY, JSON.stringify(ids));
}
