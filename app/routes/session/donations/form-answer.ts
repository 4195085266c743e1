import type { FormAnswer } from "~/forms/submission.server";

/** The action data of one of the forms of a gift's page; null for another one's. */
export function answerTo(intent: "move" | "receipt" | "stop" | "amount" | "pause", answer: FormAnswer | undefined): FormAnswer | undefined {
  return answer?.result.initialValue?.intent === intent ? answer : undefined;
}
