import { unsentScans } from "./scan-events";
import { sendScans } from "./scan-sending";
import { sealedLists } from "./sealed-lists";
import { waitingScans } from "./waiting-scans";

/**
 * Prepares the log-out of a person whose scans at a door may wait: sends what can be sent, asks when some are left, and then clears this browser but for
 * these. They are sent when the same person has logged in again. The question is in `data-log-out`, the account in `data-person`, where the page knows it:
 * elsewhere nobody is asked about scans that may be another person's. Whether the log-out goes on.
 */
export async function prepareLogOut(form: HTMLFormElement): Promise<boolean> {
  const { person, logOut: question } = form.dataset;
  if (person) await sendScans(person).catch(() => {});
  const left = person ? await waitingScans.all(person) : [];
  if (left.length > 0 && !window.confirm(question)) return false;
  await clearRest();
  return true;
}

/** What the server would clear (`Clear-Site-Data`), one by one; what a browser does not have or does not give is left out. */
async function clearRest() {
  const note = localStorage.getItem(unsentScans);
  localStorage.clear();
  sessionStorage.clear();
  if (note) localStorage.setItem(unsentScans, note);
  await Promise.allSettled([
    sealedLists.clear(),
    // A page without a secure connection has none.
    "caches" in globalThis && caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))),
    navigator.serviceWorker?.getRegistrations().then((workers) => Promise.all(workers.map((worker) => worker.unregister()))),
    indexedDB.databases?.().then((all) => {
      for (const { name } of all) if (name && name !== "door") indexedDB.deleteDatabase(name);
    }),
  ]);
}
