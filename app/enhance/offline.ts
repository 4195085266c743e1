import { offlineWorker } from "./trusted";

/** Stores the offline page of this build in the browser, after the page has loaded (decision 11). */
export function cacheOfflinePage() {
  const own = document.querySelector<HTMLElement>("script[data-build]")?.dataset.build;
  if (!own || own === "development" || !("serviceWorker" in navigator)) return;
  const register = () => void navigator.serviceWorker.register(offlineWorker(own)).catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
