import type { FormAnswer } from "~/forms/submission.server";

/** The forms on the page of a gift. */
export type GiftForm = "change" | "value" | "decline";

/** The action data of one of these forms; none for the other ones'. */
export function answerTo(intent: GiftForm, answer: FormAnswer | undefined): FormAnswer | undefined {
  return answer?.result.initialValue?.intent === intent ? answer : undefined;
}
