import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { pathIn } from "~/i18n/locale-of-path";
import { usePage } from "~/ui/page-context";

/** The fields of the search, of which that of its page is the last one in the document. */
const fields = "[data-office-search]";

const steps: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 };

/** What the page of the search found, in its order. */
export const foundHits = () => [...document.querySelectorAll<HTMLAnchorElement>("main [data-hits] :is(.row-title, .tool-grid a)")];

/** Ctrl or ⌘ and K leads to the search from every page; the arrows go from one hit to the next, and back to the field. */
export function useSearchKeys() {
  const navigate = useNavigate();
  const { locale } = usePage();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // In a text, the same keys add a link.
      if (event.defaultPrevented || event.altKey || event.shiftKey) return;
      const field = [...document.querySelectorAll<HTMLInputElement>(fields)].filter((one) => one.checkVisibility()).at(-1);
      const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      const next = isShortcut ? field : hitAfter(document.activeElement, steps[event.key], field);
      if (!isShortcut && !next) return;
      event.preventDefault();
      next?.focus();
      if (isShortcut && field) field.select();
      else if (isShortcut) navigate(pathIn(locale, "/dashboard/tools"));
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [navigate, locale]);
}

/** Above the first hit is the field; elsewhere on the page the arrows scroll as ever. */
function hitAfter(active: Element | null, step: number | undefined, field: HTMLInputElement | undefined): HTMLElement | undefined {
  if (!step) return;
  const hits = foundHits();
  const at = hits.findIndex((hit) => hit === active);
  if (at < 0) return active?.matches(fields) && step === 1 ? hits[0] : undefined;
  return at + step < 0 ? field : hits[at + step];
}
