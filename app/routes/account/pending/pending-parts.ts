import { useActionData } from "@remix-run/react";
import { useMemo } from "react";
import type { FormAnswer } from "~/forms/submission.server";

/** The small forms that the pages of a waiting account share; the page of a file holds them in its own form. */
export type PendingPart = "chat" | "document" | "driving" | "removal" | "resend";

/** The field that says which of them was sent; a page's own form has none. */
export const partField = "part";
/** The button that removes a document; its value is the id. */
export const removalField = "removal";

/** What the server answered: errors are those of `part`, or of the page's own form. `notice` says what was done while the page stays. */
export type PendingAnswer = FormAnswer & { part?: PendingPart; notice?: string };

/** What the server answered to one form of the page: each shows its own errors, and what was typed in it. */
export function usePartAnswer(part?: PendingPart): FormAnswer | undefined {
  const answer = useActionData<PendingAnswer | undefined>();
  // The forms' library takes another object for another answer.
  return useMemo(() => {
    if (!answer) return undefined;
    const { initialValue } = answer.result;
    return (answer.part ?? initialValue?.[partField]) === part ? answer : { result: { initialValue } };
  }, [answer, part]);
}
