/** A script that failed to load: the connection broke, or the server runs another build without it. */
export class LostScript extends Error {}

/** Vite's name for a script or style sheet that could not be loaded ahead; its `payload` is the error. */
const preloadFailed = "vite:preloadError";
type PreloadFailed = Event & { payload?: unknown };

/** The URL for which this tab has reloaded its page. */
const mark = "reloaded-for";

/** A style sheet that fails is ignored: the page works without it. */
export function watchPreloads() {
  addEventListener(preloadFailed, (event) => {
    if (/\bCSS\b/.test(String((event as PreloadFailed).payload))) event.preventDefault();
  });
}

/** Fires the event that Vite fires for its own imports, and returns the error for the page that needs the script. */
export function lostScript(module: string, cause: unknown): LostScript {
  const payload = new LostScript(`the script ${module} did not come`, { cause });
  dispatchEvent(Object.assign(new Event(preloadFailed, { cancelable: true }), { payload }));
  return payload;
}

/** How long a page must have been open before another failed script at its URL counts as a new failure, in milliseconds. */
const settledAfter = 10_000;

/** Allows a tab that stays open over several releases to reload the same URL for each of them. */
export function forgetReload() {
  setTimeout(() => {
    try {
      sessionStorage.removeItem(mark);
    } catch {
      // Without access to storage, nothing was stored.
    }
  }, settledAfter);
}

/** Reloads this URL, unless this tab has just done so for a failed script: then false. */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(mark) === location.href) return false;
    sessionStorage.setItem(mark, location.href);
  } catch {
    // Without storage for the mark, the page could reload endlessly.
    return false;
  }
  location.reload();
  return true;
}
