// The service worker, which keeps the site in this browser (tablier/tab/service_worker.js).
import { fileAt, isServed } from "../site";

// That of a server is for all its pages.
const address = isServed ? "/service-worker.js" : fileAt("/service-worker.js");
const registered = navigator.serviceWorker?.register(address);

/** At the first visit: wait until all that is fetched from now on is kept. */
export async function kept() {
  const registration = await registered?.catch(() => undefined);
  const first = registration?.active ? null : (registration?.installing ?? registration?.waiting);
  if (!first) return;
  await new Promise<void>((resolve) => {
    const check = () => /activated|redundant/.test(first.state) && resolve();
    first.onstatechange = check;
    check();
  });
}
