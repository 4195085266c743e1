import type { EventAnswer } from "#contract/charity/event-questions";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import type { Translate } from "~/i18n/translate";

/** An answer as it is read: yes and no in the language of the reader, the rest as it was given. */
export const answerText = (t: Translate, { kind, answer }: Pick<EventAnswer, "kind" | "answer">) =>
  kind === "flag" ? t(answer === "yes" ? "event-questions:yes" : "event-questions:no") : answer;

/** Somebody's answers, each under its question. */
export const answerFacts = (locale: Locale, t: Translate, answers: readonly EventAnswer[]) =>
  answers.map((one) => ({ label: readIn(locale, one.label).text, value: answerText(t, one) }));
