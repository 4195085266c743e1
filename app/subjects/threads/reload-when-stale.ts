import type { ShouldRevalidateFunction } from "@remix-run/react";

/** After a conflicting answer, a hydrated page reloads the thread: it shows the new messages, and the next answer is based on them. */
export const reloadWhenStale: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;
