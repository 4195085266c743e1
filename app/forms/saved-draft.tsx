import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { draftKey } from "./draft-key";
import type { SavedDraftProps } from "./draft-saving";

/** Without it, the form works as it does without script. */
const nothing = { default: () => null };
const DraftSaving = lazy(() => import("./draft-saving").then(({ DraftSaving }) => ({ default: DraftSaving })).catch(() => nothing));

/**
 * Stores unsaved values of a form in this browser, and offers them again to the same person after the page was closed.
 * While an old draft is offered, it is not overwritten. Its script is loaded when there is a draft, or once someone starts to fill in the form.
 */
export function SavedDraft(props: SavedDraftProps) {
  const { form, part } = props;
  const { pathname } = useLocation();
  const frame = useRouteLoaderData<{ user: { id: string } | null }>("layouts/office/office-layout");
  const key = draftKey(frame?.user?.id ?? "", pathname, part);
  const [wanted, setWanted] = useState<"draft" | "focus" | "input">();
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    if (localStorage.getItem(key)) setWanted("draft");
    const onFocus = () => setWanted((before) => before ?? "focus");
    const onInput = () => setWanted("input");
    element.addEventListener("focusin", onFocus);
    element.addEventListener("input", onInput, { once: true });
    return () => {
      element.removeEventListener("focusin", onFocus);
      element.removeEventListener("input", onInput);
    };
  }, [form, key]);
  if (!wanted) return null;
  return (
    <Suspense>
      <DraftSaving {...props} storageKey={key} edited={wanted === "input"} />
    </Suspense>
  );
}
