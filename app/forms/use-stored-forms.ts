import { useMatches } from "@remix-run/react";
import type { StoredForms } from "./stored-form.server";

const none: StoredForms = { mark: null, stored: null, ofOther: false };

/** The mark of this page's person, and what a form of it sent after the session had ended. */
export function useStoredForms(): StoredForms {
  const given = useMatches().map(({ data }) => (data as { storedForms?: StoredForms } | undefined)?.storedForms);
  return given.find((one) => one) ?? none;
}

/** What is stored for a form of this page. */
export function useStoredForm(id: string | undefined): StoredForms["stored"] {
  const { stored } = useStoredForms();
  return id && stored?.form === id && !stored.cut ? stored : null;
}
