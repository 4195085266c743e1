import type { EventAnswer } from "#contract/charity/event-questions";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import type { Translate } from "~/i18n/translate";

/** An answer as it is read: yes and no, and what was chosen, in the language of the reader, the rest as it was given; or that it was erased. */
export function answerText(t: Translate, locale: Locale, { kind, answer, choice, erased }: EventAnswer): string {
  if (erased) return t("event-questions:erase.erased");
  if (kind === "flag") return t(answer === "yes" ? "event-questions:yes" : "event-questions:no");
  return choice ? readIn(locale, choice).text : answer;
}

/** Somebody's answers, each under its question. */
export const answerFacts = (locale: Locale, t: Translate, answers: readonly EventAnswer[]) =>
  answers.map((one) => ({ label: readIn(locale, one.label).text, value: answerText(t, locale, one) }));
