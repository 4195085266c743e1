import { describe, expect, test } from "vitest";
import type { EventAnswer } from "#contract/charity/event-questions";
import type { EventForPerson } from "#contract/charity/event-registrations";
import type { Translate } from "~/i18n/translate";
import { answerText } from "~/subjects/event-registrations/answer-text";
import { mustAnswer, openQuestions } from "~/subjects/event-registrations/replacement";

const t = ((key: string) => key) as unknown as Translate;
const label = { fr: "Taille", en: "Size" };
const chosen: EventAnswer = { question: "size", kind: "choice", label, answer: "Grand", choice: { fr: "Grand", en: "Large" } };

test("what was chosen is read in the language of the reader", () => {
  expect([answerText(t, "en", chosen), answerText(t, "fr", chosen)]).toEqual(["Large", "Grand"]);
  expect(answerText(t, "en", { ...chosen, choice: undefined })).toBe("Grand");
  expect(answerText(t, "en", { ...chosen, answer: "", choice: undefined, erased: true })).toBe("event-questions:erase.erased");
});

describe("who takes a place over", () => {
  const question = (id: string, required: boolean) => ({ id, required, kind: "text", label, choices: [] });
  const eventOf = (status: string, answers: EventAnswer[], ...questions: ReturnType<typeof question>[]) =>
    ({ questions, mine: { status, answers } }) as unknown as EventForPerson;

  test("answers what they did not when they began to wait, if something of it is required", () => {
    const [size, note] = [question("size", true), question("note", false)];
    const seen = [
      eventOf("waiting", [chosen], size, note),
      eventOf("waiting", [], size, note),
      eventOf("cancelled_by_user", [chosen], size, note),
    ];
    expect(seen.map(mustAnswer)).toEqual([false, true, true]);
    expect(seen.map((event) => openQuestions(event).map(({ id }) => id))).toEqual([["note"], ["size", "note"], ["size", "note"]]);
  });
});
