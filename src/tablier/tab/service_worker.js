// Keeps the site in this browser, so that it works without a network. A newer site is fetched behind
// the pages that are open, and used once all of them are closed: no game is interrupted.
//
// A server has the site in a folder of its own, for the time when it is away. Its other pages are its
// own business, unless it does not answer: then the same page of the site is shown.
const SITE = "{site}";
const PYTHON = "{python}";
const MEMORY = "tablier-memory"; // of Python, kept by frontend/src/tab/memory.ts
const FILES = {files};
const PARTS = {parts}; // of Python: who has never needed it does not get it, but all who asked a server
const ROOT = new URL("{folder}", self.registration.scope).href;
const IS_SERVED = ROOT !== self.registration.scope;
const FOLDER = new URL("python/", ROOT).pathname;
const PATIENCE = 8000; // milliseconds for the answer of a server
const NO_PAGE = /^\/(?:api|assets|embed|engines|health|metrics)\b|\.(?:svg|png|gif)$/;
const ONE = /^(\/t|\/explore|\/(?:puzzles|learn)\/[\w-]+)\/([\w-]+)$/; // as in frontend/src/site.ts

const fresh = (file) => new Request(file, { cache: "no-cache" });

/** The cache for a file: Python changes less often than all else. */
function cacheFor(file) {
  const { pathname } = new URL(file, self.registration.scope);
  const isPython = pathname.startsWith(FOLDER) && !/modules-\w+\.zip$/.test(pathname);
  return caches.open(isPython ? PYTHON : SITE);
}

async function install() {
  const names = await caches.keys();
  await (await caches.open(SITE)).addAll(FILES.map(fresh));
  const isUsed = IS_SERVED || names.some((each) => /^tablier-python-/.test(each));
  if (isUsed) await Promise.all(PARTS.map(add));
}

async function add(file) {
  const cache = await cacheFor(file);
  if (!(await cache.match(file))) await cache.add(fresh(file));
}

async function dropOthers() {
  const kept = [SITE, PYTHON, MEMORY];
  const others = (await caches.keys()).filter((each) => /^tablier-/.test(each));
  await Promise.all(others.filter((each) => !kept.includes(each)).map((each) => caches.delete(each)));
  await self.clients.claim(); // at the first visit; later no older page is open
}

/** From the cache; what is not in it, such as Python, gets there when it is first used. */
async function answer(request) {
  const cache = await cacheFor(request.url);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const fetched = await fetch(request);
  const copy = fetched.clone();
  if (fetched.status === 200) await cache.put(request, copy).catch(console.warn); // no room is left
  return fetched;
}

/** A page of the server, or the same page of the site if there is no answer. */
async function page(request) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const answered = await Promise.race([fetch(request).catch(() => undefined), late]);
  return answered && answered.status < 502 ? answered : Response.redirect(inSite(request.url));
}

function inSite(url) {
  const { pathname } = new URL(url);
  const [, folder = pathname, shown] = pathname.match(ONE) ?? [];
  return new URL(`.${folder.replace(/\/?$/, "/")}${shown ? `?${shown}` : ""}`, ROOT).href;
}

/** A page whose files are gone from the host wants the newer site; others that are open may play. */
async function takeOver() {
  const all = await self.clients.matchAll({ includeUncontrolled: true });
  const pages = all.filter(({ url }) => url.startsWith(self.registration.scope));
  if (pages.length === 1) await self.skipWaiting();
}

self.addEventListener("message", (event) =>
  event.waitUntil(event.data === "claim" ? self.clients.claim() : takeOver()),
);
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  if (url.startsWith(ROOT)) event.respondWith(answer(event.request));
  else if (IS_SERVED && mode === "navigate" && !NO_PAGE.test(new URL(url).pathname))
    event.respondWith(page(event.request));
});
