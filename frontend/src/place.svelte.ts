// Which page is shown: the address bar, as state.

const read = () => ({ path: location.pathname, hash: location.hash });

export const place = $state(read());

addEventListener("popstate", () => Object.assign(place, read()));

/** Go to another page of the house without loading it anew. */
export function go(address: string) {
  history.pushState(null, "", address);
  Object.assign(place, read());
  scrollTo(0, 0);
}

/** Show another address for the same page. */
export function rewrite(address: string) {
  history.replaceState(null, "", address);
  Object.assign(place, read());
}

/** For links: a plain click goes there without loading. */
export function stay(event: MouseEvent) {
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download"))
    return;
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  if (link.hash && link.pathname === location.pathname) {
    document.getElementById(link.hash.slice(1))?.scrollIntoView({ block: "start" });
    return;
  }
  go(link.pathname + link.hash);
}
