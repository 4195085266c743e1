import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { localizedField, localizedText } from "../formats/localized.ts";
import { centsOf } from "../giving/money.ts";
import {
  type CriteriaAnswers,
  CriteriaQuestion,
  type CriteriaRule,
  CriteriaVersion,
  criteriaPreviews,
  type QuestionKind,
  questionKinds,
} from "./criteria.ts";

/** The questions whose answers the rule calculates with: every version has them, with the same kind. */
export const ruleQuestions: Readonly<Record<string, QuestionKind>> = { income: "amount", charges: "amount", household: "count" };

/** A choice without `value`, and a question without `key`, are new: they are given one when the version is published. */
export const ChoiceDraft = z.object({
  value: z.string().trim().max(60).optional(),
  label: localizedText("criteria:form.error.choice", 120),
});
export const QuestionDraft = z.object({
  key: CriteriaQuestion.shape.key.optional(),
  kind: z.enum(questionKinds, "criteria:form.error.kind"),
  label: localizedText("criteria:form.error.question", 200),
  why: localizedField(z.string().trim().max(400).default(""), z.string().trim().max(400)).prefault({}),
  choices: z.array(ChoiceDraft).max(30).default([]),
});
export type QuestionDraft = z.infer<typeof QuestionDraft>;

export const maxQuestions = 20;

type Draft = { questions: QuestionDraft[]; rule: CriteriaRule };

/** What a draft must fulfil beside the form of each field. */
function checkDraft({ questions, rule }: Draft, { addIssue }: z.RefinementCtx<Draft>) {
  const refuse = (path: (string | number)[], message: string) =>
    addIssue({ code: "custom", path, message: `criteria:form.error.${message}` });
  const keys = questions.flatMap(({ key }) => key ?? []);
  for (const [key, kind] of Object.entries(ruleQuestions))
    if (questions.filter((question) => question.key === key && question.kind === kind).length !== 1) refuse(["questions"], "needed");
  questions.forEach(({ key, kind, why, choices }, at) => {
    if (key && keys.indexOf(key) !== keys.lastIndexOf(key)) refuse(["questions", at, "label", "fr"], "twice");
    if (why.en && !why.fr) refuse(["questions", at, "why", "fr"], "whyFrench");
    if (kind === "choice" && choices.length < 2) refuse(["questions", at, "choices"], "choices");
    const values = choices.flatMap(({ value }) => value ?? []);
    if (values.length !== new Set(values).size) refuse(["questions", at, "choices"], "choiceTwice");
  });
  if (rule.likelyUpTo > rule.doubtUpTo) refuse(["rule", "doubtUpTo"], "order");
}

const bound = z.int().min(0).max(1_000_000, "criteria:form.error.euros");

const typedBound = z
  .string("criteria:form.error.euros")
  .trim()
  .max(12, "criteria:form.error.euros")
  .transform((typed, { addIssue }) => {
    const cents = centsOf(typed);
    if (cents === null) addIssue({ code: "custom", message: "criteria:form.error.euros" });
    return cents ?? z.NEVER;
  })
  .pipe(bound);

const draft = {
  /** The number of the version that the draft began with: it must still be the last one. */
  after: z.int32(),
  questions: z.array(QuestionDraft).max(maxQuestions, "criteria:form.error.most"),
};

/** New questions and a new rule, with bounds in cents. */
export const CriteriaDraft = z.object({ ...draft, rule: z.object({ likelyUpTo: bound, doubtUpTo: bound }) }).superRefine(checkDraft);
export type CriteriaDraft = z.infer<typeof CriteriaDraft>;

/** The same as people fill it in, with bounds in euros: `200` or `200,50`. */
export const CriteriaForm = z
  .object({ ...draft, rule: z.object({ likelyUpTo: typedBound, doubtUpTo: typedBound }) })
  .superRefine(checkDraft);

const published = { publishedAt: z.iso.datetime(), publishedBy: z.string().nullable() };

/** A published version with who published it; null for the one that comes with the software. */
export const CriteriaRecord = CriteriaVersion.extend(published);
export type CriteriaRecord = z.infer<typeof CriteriaRecord>;

export const CriteriaRow = CriteriaRecord.omit({ questions: true }).extend({ questionCount: z.int() });
export type CriteriaRow = z.infer<typeof CriteriaRow>;

/** So many earlier versions are listed. */
export const maxEarlierVersions = 100;

/** Smaller numbers of students' files would say something about single people, none included: they are null. */
export const fewestShown = 5;

/** Forty made-up files, with €100 too little to €875 to live on, for a trial by somebody who may not read the real ones. */
export const madeUpFiles: readonly CriteriaAnswers[] = Array.from({ length: 40 }, (_, at) => ({
  income: at * 25,
  charges: 100,
  household: 1,
}));

const files = z.int().nullable();

/** What bounds would make of the files that wait, and of those decided in the last year. Numbers below {@link fewestShown} are null. */
export const CriteriaTrial = z.object({
  /** Whether the files are made up. */
  madeUp: z.boolean(),
  /** By what the version in force says of them and what these bounds would say. */
  counts: z.array(z.object({ from: z.enum(criteriaPreviews), to: z.enum(criteriaPreviews), files })),
  total: files,
  /** Those that would get another answer, and how many of them wait and were decided; one that waits is not counted as decided. */
  changed: files,
  waiting: files,
  decided: files,
  /** Files without answers, of which no rule says anything. */
  unanswered: files,
});
export type CriteriaTrial = z.infer<typeof CriteriaTrial>;

const administrators = { roles: ["ADMIN"] } as const;

export const criteriaEditingApi = {
  list: endpoint({
    method: "GET",
    path: "/api/admin/criteria",
    access: administrators,
    response: z.object({ current: CriteriaRecord, earlier: z.array(CriteriaRow) }),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/admin/criteria/:id",
    access: administrators,
    params: z.object({ id: z.uuid() }),
    response: CriteriaRecord,
  }),
  /** Stores nothing of the draft: says what it would change. Over made-up files for whoever lacks the right to restricted data everywhere; 429 after too many. */
  trial: endpoint({
    method: "POST",
    path: "/api/admin/criteria/trial",
    access: administrators,
    body: CriteriaDraft,
    response: CriteriaTrial,
  }),
  /** Puts a new version in force; 409 with the last version when another one was published since. */
  publish: endpoint({
    method: "POST",
    path: "/api/admin/criteria",
    access: administrators,
    body: CriteriaDraft,
    response: CriteriaRecord,
    status: 201,
  }),
};
