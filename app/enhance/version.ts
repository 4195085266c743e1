import { updateAvailable } from "./events";

/** How often a page checks the running build, in milliseconds; it also does on each return to its tab. */
export const versionPoll = 300_000;
const latestBuild = "/builds/latest.json";

/** Fires an event on the document, once, when the server runs another build than this page's. */
export function watchVersion() {
  const own = document.querySelector<HTMLElement>("script[data-build]")?.dataset.build;
  if (!own) return;
  let notified = false;
  const check = async () => {
    if (notified || document.hidden) return;
    const answer = await fetch(`${latestBuild}?t=${Date.now()}`).catch(() => null);
    const latest = answer?.ok ? await answer.json().catch(() => null) : null;
    if (!latest?.id || latest.id === own || notified) return;
    notified = true;
    document.dispatchEvent(new CustomEvent(updateAvailable, { detail: latest.id }));
  };
  setInterval(check, versionPoll);
  document.addEventListener("visibilitychange", check);
}
