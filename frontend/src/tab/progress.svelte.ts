// How much of Python is there; it takes seconds, the first time.

let state: { percent: number; failed: boolean } | null = $state(null);
let fetched = 0;
let all = 1;

/** What is to be shown, if anything: how far it is, or that it has failed. */
export const progressShown = () => state;

export const progress = {
  begin(bytes: number) {
    [fetched, all] = [0, bytes];
    state = { percent: 0, failed: false };
  },
  add(bytes: number) {
    fetched += bytes;
    state = { percent: Math.min(99, Math.floor((100 * fetched) / all)), failed: false };
  },
  end() {
    state = null;
  },
  fail(reason: string) {
    console.error(reason);
    state = { percent: 0, failed: true };
  },
};
