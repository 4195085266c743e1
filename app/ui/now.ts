import { createContext, useContext, useSyncExternalStore } from "react";

const PageTime = createContext<string | undefined>(undefined);

/** Provides the time at which the server rendered the page, in ISO 8601. */
export const PageTimeProvider = PageTime.Provider;

/** The current time, by the minute. While the page is hydrated it is the server's, so that relative times are the same on both sides. */
export function useNow(): Date {
  const made = useContext(PageTime);
  return new Date(useSyncExternalStore(everyMinute, thisMinute, () => made ?? thisMinute()));
}

function everyMinute(changed: () => void) {
  const timer = setInterval(changed, 60_000);
  return () => clearInterval(timer);
}

function thisMinute(): string {
  const now = new Date();
  now.setUTCSeconds(0, 0);
  return now.toISOString();
}
