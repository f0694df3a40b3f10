// Which page is shown: the address bar, as state. Paths are those on a server (site.ts).
import { isLeaving } from "./offline.svelte";
import { pageAt, pathOf } from "./site";

const read = () => ({ path: pathOf(location), hash: location.hash });

export const address = $state(read());

addEventListener("popstate", () => Object.assign(address, read()));

/** Go to another page without loading it anew. */
export function goTo(path: string) {
  if (isLeaving()) return location.assign(path);
  history.pushState(null, "", pageAt(path));
  Object.assign(address, read());
  scrollTo(0, 0);
}

/** Show another address for the same page. */
export function replaceAddress(path: string) {
  history.replaceState(null, "", pageAt(path));
  Object.assign(address, read());
}

/** For links: a plain click goes there without loading. */
export function followLink(event: MouseEvent) {
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download"))
    return;
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const path = pathOf(link);
  if (path.startsWith("/api/")) return;
  event.preventDefault();
  if (link.hash && path === address.path) {
    document.getElementById(link.hash.slice(1))?.scrollIntoView({ block: "start" });
    return;
  }
  goTo(path + link.hash);
}
