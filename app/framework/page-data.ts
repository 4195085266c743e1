import { RemixBrowser } from "@remix-run/react";

/**
 * Resolves when the framework has read the page's data, which it does at its first rendering, by throwing a promise. It must not do so while
 * hydrating: a key pressed at that moment makes React 18 discard the whole page (error 345).
 */
export async function pageData() {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}
