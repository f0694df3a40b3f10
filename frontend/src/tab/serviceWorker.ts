// The service worker, which keeps the site in this browser (tablier/tab/service_worker.js).
import { fileAt, isServed } from "../site";

// That of a server is for all its pages.
const address = isServed ? "/service-worker.js" : fileAt("/service-worker.js");
const registered = navigator.serviceWorker?.register(address);
void registered?.then(beServed, () => undefined);

/** A page that was on its way when the worker began has none: it asks for it. */
function beServed({ active }: ServiceWorkerRegistration) {
  if (!navigator.serviceWorker.controller) active?.postMessage("claim");
}

/** At the first visit: wait until all that is fetched from now on is kept. */
export async function kept() {
  const registration = await registered?.catch(() => undefined);
  const first = registration?.active ? null : (registration?.installing ?? registration?.waiting);
  if (first) await reached(first, /activated|redundant/);
}

/** Begin again with a newer site, if there is one and no other page is open, which may play: what this
 *  page needs may be gone from the host. */
export async function renew() {
  const registration = await registered?.then((known) => known.update());
  if (registration?.installing) await reached(registration.installing, /installed|redundant/);
  if (!registration?.waiting) return;
  navigator.serviceWorker.oncontrollerchange = () => location.reload();
  registration.waiting.postMessage("take over");
}

function reached(worker: ServiceWorker, states: RegExp): Promise<void> {
  return new Promise((resolve) => {
    const check = () => states.test(worker.state) && resolve();
    worker.onstatechange = check;
    check();
  });
}
