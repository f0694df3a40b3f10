// Offline: while the server is away, games go on in this browser (site.ts: isServed), and come back.
import { isAlone, isServed, pathOf } from "./site";

const WORKER = "/service-worker.js";
const FIRST_WAIT = 2000; // milliseconds between two looks whether the server is back
const LONGEST_WAIT = 15_000;

/** Has this browser what it needs while the server is away? */
export const isReady = () => !isAlone && !!navigator.serviceWorker?.controller;

/** What can be said of it: whether it can be had, is fetched, is here; nothing if it never can. */
export const kept: { state: "possible" | "fetching" | "here" | "failed" | null } = $state({
  state: null,
});

/** Find out whether it can be had; who has installed the pages gets it unasked. */
export async function lookForSite() {
  if (isAlone || !navigator.serviceWorker || kept.state) return;
  const known = await navigator.serviceWorker.getRegistration();
  if (known?.active) {
    kept.state = "here";
    if (!isReady()) known.active.postMessage("claim"); // it was on its way when the worker began
  } else if (await isOffered()) {
    kept.state = "possible";
    addEventListener("appinstalled", () => void keepSite());
    if (matchMedia("(display-mode: standalone)").matches) await keepSite();
  }
}

async function isOffered(): Promise<boolean> {
  const answer = await fetch("/api/offline").catch(() => null);
  return answer?.ok ? Boolean((await answer.json()).available) : false;
}

/** Fetch it, Python included. */
export async function keepSite() {
  kept.state = "fetching";
  try {
    const { installing, active } = await navigator.serviceWorker.register(WORKER);
    if (!active) await activated(installing!);
    kept.state = "here";
  } catch {
    kept.state = "failed";
  }
}

const activated = (worker: ServiceWorker) =>
  new Promise<void>((resolve, reject) => {
    worker.onstatechange = () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error("not installed"));
    };
  });

/** Go on here with a game of the server that is away. */
export const playOn = (table: string) => location.assign(`/offline/t/?${table}`);

/** What became of games that came back to the server: a table of their own, if they had to. */
let brought: Record<string, string> = {};
/** Games that are still here alone. */
const left = new Set<string>();

export const isLeft = (table: string) => isServed || left.has(table);

/** Was this game played here while the server was away? As the same table, or as its own? */
export function cameBack(table: string): "back" | "own" | null {
  const found = Object.entries(brought).find(([, now]) => now === table);
  return found ? (found[0] === table ? "back" : "own") : null;
}

/** At the start of a page of the server: bring the games that were played while it was away. Says at
 * which other table the one is now that is to be shown, if it had to. */
export async function bringBack(): Promise<string | null> {
  if (!isReady()) return null;
  const { bring } = await import("./tab/carriedGames");
  brought = await bring(left);
  const table = pathOf(location).match(/^\/t\/([\w-]+)$/)?.[1];
  const now = table && brought[table];
  return now && now !== table ? now : null;
}

/** Is somebody in the middle of something, which a new page would end? */
export const middle: { of: boolean } = $state({ of: false });
let isBack = false;

/** While the server is away: go there when it is back, at once or when what is under way has ended. */
export function watchForServer(wait = FIRST_WAIT) {
  setTimeout(async () => {
    isBack = await isServerBack();
    if (isBack && !middle.of) location.replace(pathOf(location) + location.hash);
    else watchForServer(Math.min(wait * 1.5, LONGEST_WAIT));
  }, wait);
}

async function isServerBack(): Promise<boolean> {
  const signal = AbortSignal.timeout(5000);
  const answer = await fetch("/health", { signal, cache: "no-store" }).catch(() => null);
  return answer?.ok ?? false;
}

/** Is the next page to be that of the server? */
export const isLeaving = () => isBack;
