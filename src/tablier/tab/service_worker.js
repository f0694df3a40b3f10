// Keeps the site in this browser, so that it works without a network. A newer site is fetched behind
// the pages that are open, and used once all of them are closed: no game is interrupted.
const SITE = "{site}";
const PYTHON = "{python}";
const FILES = {files};
const FOLDER = new URL("python/", self.registration.scope).pathname;

const fresh = (file) => new Request(file, { cache: "no-cache" });

async function install() {
  const cache = await caches.open(SITE);
  await cache.addAll(FILES.map(fresh));
}

async function dropOthers() {
  const kept = [SITE, PYTHON];
  const others = (await caches.keys()).filter((each) => /^tablier-/.test(each));
  await Promise.all(others.filter((each) => !kept.includes(each)).map((each) => caches.delete(each)));
  await self.clients.claim(); // at the first visit; later no older page is open
}

/** From the cache; what is not in it, such as Python, gets there when it is first used. */
async function answer(request) {
  const { pathname } = new URL(request.url);
  const isPython = pathname.startsWith(FOLDER) && !pathname.endsWith(".zip");
  const cache = await caches.open(isPython ? PYTHON : SITE);
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
