// Where the site lies: at the root of a server, or in any folder of a host that only has files.

/** What a site without a server says about itself, in the head of each page. */
interface Tab {
  /** Our modules for Python in the browser. */
  archive: string;
  /** Those that are compiled. */
  libraries: string[];
  /** How much there is to fetch before it can begin. */
  bytes: number;
  /** Does it stand in for a server that is away, in the folder offline/ of that server? */
  served: boolean;
}

const told = globalThis.document?.documentElement.dataset.tab;
export const tab: Tab | null = told ? (JSON.parse(told) as Tab) : null;
/** Is there no server? Then this browser does all by itself (tab/). */
export const isAlone = tab !== null;
/** Is there one that is only away? */
export const isServed = tab?.served ?? false;

// The bundle lies in the folder assets/ of the site.
const base = isAlone
  ? new URL(/* @vite-ignore */ "..", import.meta.url).pathname.replace(/\/$/, "")
  : "";

/** The address of a file of the site. */
export const fileAt = (path: string) => base + path;

/** Pages that are one folder, whatever they show: tables, explorations, the puzzles and the lessons
 *  of a game. */
const ONE = /^(\/t|\/explore|\/(?:puzzles|learn)\/[\w-]+)\/([\w-]+)$/;

/** The address of a page, given its path on a server: each is a folder here. */
export function pageAt(path: string): string {
  if (!isAlone) return path;
  const [page, hash = ""] = path.split(/(?=#)/);
  const [, folder = page, shown] = page.match(ONE) ?? [];
  return `${base}${folder.replace(/\/?$/, "/")}${shown ? `?${shown}` : ""}${hash}`;
}

/** The path on a server of the page that is there. */
export function pathOf({ pathname, search }: { pathname: string; search: string }): string {
  if (!isAlone) return pathname;
  const path = pathname.slice(base.length).replace(/\/(index\.html)?$/, "") || "/";
  const shown = `${path}/${search.slice(1)}`;
  return ONE.test(shown) ? shown : path;
}
