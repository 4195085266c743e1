import type { Strategy } from "@floating-ui/dom";

/** Where a popover opens (S9-014 to S9-016): below its button, 8 px away, 8 px from the edges of the window. */
export const popoverDefaults = { placement: "bottom", offset: 8, overflowPadding: 8, hoverPadding: 8 } as const;

const positioning = () => import("@floating-ui/dom");

/** Fetches the positioning library before anything opens. What opens tries it again when the connection was lost meanwhile. */
export const fetchPositioning = () => void positioning().catch(() => {});

/** Positions a panel at its anchor, or on the anchor's other side when there is no room. */
export async function placeAt(anchor: HTMLElement, panel: HTMLElement, strategy: Strategy) {
  const { placement, offset: away, overflowPadding: padding } = popoverDefaults;
  const { computePosition, flip, offset, shift } = await positioning();
  const middleware = [offset(away), flip({ padding }), shift({ padding })];
  const { x, y } = await computePosition(anchor, panel, { placement, strategy, middleware });
  panel.style.left = `${x}px`;
  panel.style.top = `${y}px`;
}

/** Keeps a panel at its anchor during scrolling, until the returned function is called. */
export function stayAt(anchor: HTMLElement, panel: HTMLElement): () => void {
  const place = () => placeAt(anchor, panel, "fixed");
  const stop = positioning().then(({ autoUpdate }) => autoUpdate(anchor, panel, place));
  return () => void stop.then((end) => end());
}
