// Keeps the site in this browser, so that it works without a network. A newer site is fetched behind
// the pages that are open, and used once all of them are closed: no game is interrupted.
const SITE = "{site}";
const PYTHON = "{python}";
const MEMORY = "tablier-memory"; // of Python, kept by frontend/src/tab/memory.ts
const FILES = {files};
const PARTS = {parts}; // of Python: who has never needed it does not get it
const FOLDER = new URL("python/", self.registration.scope).pathname;

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
  if (names.some((each) => /^tablier-python-/.test(each))) await Promise.all(PARTS.map(add));
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
  if (fetched.status === 200) await cache.put(request, fetched.clone());
  return fetched;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(self.registration.scope))
    event.respondWith(answer(event.request));
});
