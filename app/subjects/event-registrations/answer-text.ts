import type { EventAnswer } from "#contract/charity/event-questions";
import type { Translate } from "~/i18n/translate";

/** An answer as it is read: yes and no in the language of the reader, the rest as it was given. */
export const answerText = (t: Translate, { kind, answer }: Pick<EventAnswer, "kind" | "answer">) =>
  kind === "flag" ? t(answer === "yes" ? "event-questions:yes" : "event-questions:no") : answer;
