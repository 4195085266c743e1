import type { FormAnswer } from "~/forms/submission.server";

/** The action data of one of the two forms of a gift's page; null for the other form's. */
export function answerTo(intent: "move" | "stop", answer: FormAnswer | undefined): FormAnswer | undefined {
  return answer?.result.initialValue?.intent === intent ? answer : undefined;
}
