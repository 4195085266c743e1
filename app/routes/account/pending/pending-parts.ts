import { useActionData } from "@remix-run/react";
import type { FormAnswer } from "~/forms/submission.server";

/** The small forms that the pages of a waiting account share. */
export const pendingParts = ["chat", "document", "removal", "resend"] as const;
export type PendingPart = (typeof pendingParts)[number];

/** The hidden field that says which of them was sent; a page's own form has none. */
export const partField = "part";

/** What the server answered to one form of the page: each shows its own errors. */
export function usePartAnswer(part?: PendingPart): FormAnswer | undefined {
  const answer = useActionData<FormAnswer | undefined>();
  return answer?.result.initialValue?.[partField] === part ? answer : undefined;
}
