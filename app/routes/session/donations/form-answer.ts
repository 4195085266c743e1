import type { FormAnswer } from "~/forms/submission.server";

/** The answer to one of the two forms of a gift's page; what the other was told is not for it. */
export function answerTo(intent: "move" | "stop", answer: FormAnswer | undefined): FormAnswer | undefined {
  return answer?.result.initialValue?.intent === intent ? answer : undefined;
}
