import type { ShouldRevalidateFunction } from "@remix-run/react";

/** After an answer that came too late, a page with script reads the thread again too: it shows what was said since, and the next answer is to that. */
export const reloadWhenStale: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;
