import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Milliseconds between two times that something live is refreshed. */
const each = 20_000;

/** Calls every twenty seconds while the page is visible and the browser has a connection; returns what ends it. */
export function refreshEach(act: () => void): () => void {
  const timer = setInterval(() => {
    if (!document.hidden && navigator.onLine) act();
  }, each);
  return () => clearInterval(timer);
}

/** Refreshes what a page shows every twenty seconds, while it is visible and `live`. */
export function useRefreshWhile(live: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => (live ? refreshEach(revalidate) : undefined), [live, revalidate]);
}
