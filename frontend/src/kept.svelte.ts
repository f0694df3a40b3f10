// What this browser keeps for pages, by keys. Where it keeps nothing, as in some private windows, or has
// no room left, this page remembers it until it is closed, and says so (ui/Keeping.svelte).

/** How well it keeps what it is given: all of it, nothing, or no more than it has. */
export const keeping: { state: "all" | "nothing" | "full" } = $state({ state: "all" });

const ours = new Map<string, string>();

/** Note why something was not kept. */
export function noteLoss(reason: unknown) {
  keeping.state = /quota/i.test(String(reason)) ? "full" : "nothing";
}

/** What is kept under a key; null if that is nothing, or nonsense. */
export function kept<T>(key: string): T | null {
  try {
    return JSON.parse(ours.get(key) ?? localStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Keep a value; false if only this page remembers it. */
export function keep(key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    ours.delete(key);
    return true;
  } catch (reason) {
    ours.set(key, text);
    noteLoss(reason);
    return false;
  }
}

export function drop(key: string) {
  ours.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing is kept
  }
}
