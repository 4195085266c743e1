import * as z from "zod";
import { eventManagers } from "../accounts/permissions.ts";
import { Done, endpoint } from "../api/endpoint.ts";
import { Localized, localizedField, localizedText } from "../formats/localized.ts";
import { shortText } from "../formats/validation.ts";
import { eventTypes } from "./events.ts";

/** The kinds of an event's own questions; a flag is answered by yes or no. */
export const eventQuestionKinds = ["text", "choice", "flag", "number"] as const;

/** So many questions an event asks at once, and so many are stored with archived ones. */
export const mostQuestions = 6;
export const mostStoredQuestions = 20;
export const mostQuestionChoices = 12;
export const longestAnswer = 300;
const longestChoice = 80;

/** A question as somebody who registers reads it. English texts fall back to the French ones. */
export const EventQuestion = z.object({
  id: z.uuid(),
  kind: z.enum(eventQuestionKinds),
  label: Localized,
  /** What a choice offers; the answer is the French text. */
  choices: z.array(Localized),
  required: z.boolean(),
});
export type EventQuestion = z.infer<typeof EventQuestion>;

/** The same as staff see it, with the number of registrations that have an answer to it. */
export const StoredQuestion = EventQuestion.extend({ archived: z.boolean(), answered: z.int() });
export type StoredQuestion = z.infer<typeof StoredQuestion>;

/** An answer, with the question as it was then: it stays readable when the question changes. */
export const EventAnswer = z.object({
  question: z.uuid(),
  kind: z.enum(eventQuestionKinds),
  label: Localized,
  answer: z.string(),
  /** What was chosen, in both languages; older answers have the French text alone. */
  choice: Localized.optional(),
  /** Staff have erased it: nobody answers for the person again. */
  erased: z.boolean().optional(),
});
export type EventAnswer = z.infer<typeof EventAnswer>;

/** What somebody who registers answers, by the id of the question; empty for no answer. */
export const GivenAnswers = z.record(z.uuid(), shortText(longestAnswer, "event-questions:error.long").optional()).default({});
export type GivenAnswers = z.output<typeof GivenAnswers>;

/** The lines of a text, without empty ones. */
export const linesOf = (text: string | undefined) => (text ?? "").split("\n").flatMap((line) => line.trim() || []);

/** A question without `id` is new. Choices are written one on a line, the English ones in the same order. */
const QuestionDraft = z
  .object({
    id: z.uuid().nullish(),
    kind: z.enum(eventQuestionKinds, "event-questions:error.kind"),
    label: localizedText("event-questions:error.label", 160),
    choices: localizedField(z.string().trim().max(1_200).default(""), z.string().trim().max(1_200)).prefault({}),
    required: z.boolean().default(false),
    archived: z.boolean().default(false),
  })
  .superRefine(({ kind, choices }, { addIssue }) => {
    if (kind !== "choice") return;
    const refuse = (language: "fr" | "en", message: string) =>
      addIssue({ code: "custom", path: ["choices", language], message: `event-questions:error.${message}` });
    const [fr, en] = [linesOf(choices.fr), linesOf(choices.en)];
    if (fr.length < 2 || fr.length > mostQuestionChoices || new Set(fr).size < fr.length) refuse("fr", "choices");
    if ([...fr, ...en].some((line) => line.length > longestChoice)) refuse("fr", "choiceLong");
    if (en.length > 0 && en.length !== fr.length) refuse("en", "choicesEnglish");
  });
export type QuestionDraft = z.output<typeof QuestionDraft>;
/** The same as its form has it. */
export type QuestionInput = z.input<typeof QuestionDraft>;

/** All questions of an event, in their order; `version` is that of the event. */
export const QuestionsDraft = z.object({
  version: z.int32(),
  eventQuestions: z.array(QuestionDraft).max(mostStoredQuestions, "event-questions:error.most").default([]),
});
export type QuestionsDraft = z.output<typeof QuestionsDraft>;

const EventQuestions = z.object({
  event: z.object({ id: z.uuid(), title: Localized, type: z.enum(eventTypes), version: z.int() }),
  questions: z.array(StoredQuestion),
});
export type EventQuestions = z.infer<typeof EventQuestions>;

const params = z.object({ id: z.uuid() });

export const eventQuestionsApi = {
  get: endpoint({ method: "GET", path: "/api/admin/events/:id/questions", access: eventManagers, params, response: EventQuestions }),
  /** Saves the questions of an event. Refused when one with answers is missing, or changes its kind. */
  save: endpoint({
    method: "PUT",
    path: "/api/admin/events/:id/questions",
    access: eventManagers,
    params,
    body: QuestionsDraft,
    response: Done,
  }),
  /** Erases one answer of a registration, for example one that says too much. The log does not hold it. */
  eraseAnswer: endpoint({
    method: "DELETE",
    path: "/api/admin/events/:id/participants/:registrationId/answers/:question",
    access: eventManagers,
    params: z.object({ id: z.uuid(), registrationId: z.uuid(), question: z.uuid() }),
    response: Done,
  }),
};
