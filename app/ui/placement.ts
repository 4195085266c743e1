import { computePosition, flip, offset, type Strategy, shift } from "@floating-ui/dom";

/** Where a popover opens (section 9 of the specification): below its button, 8 px away, 8 px from the edges of the window. */
export const popoverDefaults = { placement: "bottom", offset: 8, overflowPadding: 8, hoverPadding: 8 } as const;

/** Puts a panel at its anchor, or on the anchor's other side where the window has no room. */
export async function placeAt(anchor: HTMLElement, panel: HTMLElement, strategy: Strategy) {
  const { placement, offset: away, overflowPadding: padding } = popoverDefaults;
  const middleware = [offset(away), flip({ padding }), shift({ padding })];
  const { x, y } = await computePosition(anchor, panel, { placement, strategy, middleware });
  panel.style.left = `${x}px`;
  panel.style.top = `${y}px`;
}
