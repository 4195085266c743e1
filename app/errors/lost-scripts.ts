/** A script of a page that did not come: the connection broke, or the server runs another build and has it no more. */
export class LostScript extends Error {}

/** Vite's name for a script or style sheet that could not be loaded ahead; its `payload` is the error. */
const preloadFailed = "vite:preloadError";
type PreloadFailed = Event & { payload?: unknown };

/** For which URL this tab has reloaded its page. */
const mark = "reloaded-for";

/** A style sheet that fails is let go: the page is plainer without it. */
export function watchPreloads() {
  addEventListener(preloadFailed, (event) => {
    if (/\bCSS\b/.test(String((event as PreloadFailed).payload))) event.preventDefault();
  });
}

/** Tells the window, as Vite does for its own imports, and answers the error for the page that needs it. */
export function lostScript(module: string, cause: unknown): LostScript {
  const payload = new LostScript(`the script ${module} did not come`, { cause });
  dispatchEvent(Object.assign(new Event(preloadFailed, { cancelable: true }), { payload }));
  return payload;
}

/** How long a page must have been open until a script that is lost at its URL counts as another loss, in milliseconds. */
const settledAfter = 10_000;

/** Lets a tab that is open over several releases reload the same URL for each of them. */
export function forgetReload() {
  setTimeout(() => {
    try {
      sessionStorage.removeItem(mark);
    } catch {
      // Where nothing may be stored, nothing was.
    }
  }, settledAfter);
}

/** Reloads this URL, unless that was the last thing this tab did for a lost script: then false. */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(mark) === location.href) return false;
    sessionStorage.setItem(mark, location.href);
  } catch {
    // Without a place for the mark, reloading might never end.
    return false;
  }
  location.reload();
  return true;
}
