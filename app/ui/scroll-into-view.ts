import { type RefObject, useEffect } from "react";

/** Scrolls a row or a column of links to its current one; the page itself does not scroll. */
export function useCurrentInSight(links: RefObject<HTMLElement | null>, current: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current link is another place to go to
  useEffect(() => {
    const link = links.current?.querySelector("[aria-current]");
    const box = scrollerOf(link);
    if (!link || !box) return;
    const [inner, outer] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.right > outer.right || inner.left < outer.left) box.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
    if (inner.bottom > outer.bottom || inner.top < outer.top) box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }, [links, current]);
}

/** The scroll container of a link, other than the page. */
function scrollerOf(link: Element | null | undefined): Element | null {
  for (let box = link?.parentElement; box && box !== document.body; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflow)) return box;
  return null;
}
