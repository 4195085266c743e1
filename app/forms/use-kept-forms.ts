import { useMatches } from "@remix-run/react";
import type { KeptForms } from "./kept-form.server";

const none: KeptForms = { mark: null, kept: null, ofOther: false };

/** The mark of this page's person, and what a form of it sent after the session had ended. */
export function useKeptForms(): KeptForms {
  const given = useMatches().map(({ data }) => (data as { keptForms?: KeptForms } | undefined)?.keptForms);
  return given.find((one) => one) ?? none;
}

/** What was kept for a form of this page. */
export function useKeptForm(id: string | undefined): KeptForms["kept"] {
  const { kept } = useKeptForms();
  return id && kept?.form === id && !kept.cut ? kept : null;
}
