// How much of Python is there; it takes seconds, the first time.

const SHORT = 1000; // milliseconds, of which nothing is said

let state: "short" | "long" | "ready" | "failed" = $state("short");
let wanted = $state(false);
let fetched = $state(0);
let all = 1;

/** What is to be shown, if anything: how far it is, or that it has failed. */
export function progressShown() {
  if (!wanted || state === "short" || state === "ready") return null;
  const percent = Math.min(99, Math.floor((100 * fetched) / all));
  return { percent, failed: state === "failed" };
}

export const progress = {
  begin(bytes: number) {
    all = bytes;
    setTimeout(() => state === "short" && (state = "long"), SHORT);
  },
  /** Somebody waits. */
  want() {
    wanted = true;
  },
  add(bytes: number) {
    fetched += bytes;
  },
  get isReady() {
    return state === "ready";
  },
  end() {
    state = "ready";
  },
  fail(reason: string) {
    console.error(reason);
    state = "failed";
  },
};
