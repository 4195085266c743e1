import type { ReactNode } from "react";
import { useEffect } from "react";
import { forgetReload } from "./lost-scripts";

/** The URL for which this tab has reloaded a page that belonged to another URL. */
const mark = "stepped-to";
const here = () => location.pathname + location.search;

/**
 * The entry before a reloaded page counts, in the browser's history, as the same document: "back" then changes the URL alone,
 * and the page is for the script to change. Until the framework listens nothing does, and it would take the page for that of the new URL,
 * whose data it has not. Such a page is reloaded. `url` is what the server made the page for; true when the page is about to go.
 */
export function leavesEarly(url: string | undefined): boolean {
  addEventListener("popstate", reloadWhenElsewhere);
  started = url ?? here();
  try {
    const known = sessionStorage.getItem(mark);
    sessionStorage.removeItem(mark);
    // A URL that the server and the browser write differently would be reloaded endlessly.
    if (here() === started || known === here()) return false;
    sessionStorage.setItem(mark, here());
  } catch {
    return false;
  }
  location.reload();
  return true;
}

let started = "";
let leaving = false;
/** A component that throws it is suspended, and never rendered. */
const forever = new Promise<never>(() => {});

function reloadWhenElsewhere() {
  if (here() === started) return;
  leaving = true;
  location.reload();
}

/**
 * Renders nothing while the page is about to be reloaded: the script goes on until the new document arrives, and would hydrate this page for
 * another URL. Once hydrated, the page follows the history by itself.
 */
export function FollowsHistory({ children }: { children: ReactNode }) {
  if (leaving) throw forever;
  useEffect(() => {
    removeEventListener("popstate", reloadWhenElsewhere);
    forgetReload();
  }, []);
  return children;
}
