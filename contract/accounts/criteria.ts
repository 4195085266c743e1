import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { typeset } from "../formats/french-spaces.ts";
import type { Locale } from "../formats/locale.ts";
import { Localized } from "../formats/localized.ts";
import { readIn } from "../formats/localized-text.ts";
import { wholeNumber } from "../formats/validation.ts";
import { type SupportingDocumentKind, supportingDocumentStates } from "./documents.ts";

export const questionKinds = ["text", "amount", "count", "choice"] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** A question about a student's situation, as a version of the criteria asks it. Amounts are whole euros a month. */
export const CriteriaQuestion = z.object({
  key: z.string().regex(/^[a-z][A-Za-z]{1,30}$/),
  kind: z.enum(questionKinds),
  label: Localized,
  why: Localized.optional(),
  choices: z.array(z.object({ value: z.string(), label: Localized })).optional(),
});
export type CriteriaQuestion = z.infer<typeof CriteriaQuestion>;

/** What is left to live on, in cents a month and a person: under the first bound very likely, above the second hardly. */
export const CriteriaRule = z.object({ likelyUpTo: z.int(), doubtUpTo: z.int() });
export type CriteriaRule = z.infer<typeof CriteriaRule>;

export const CriteriaAnswers = z.record(z.string(), z.union([z.string(), z.number()]));
export type CriteriaAnswers = z.infer<typeof CriteriaAnswers>;

export const criteriaPreviews = ["yes", "maybe", "no"] as const;
export type CriteriaPreview = (typeof criteriaPreviews)[number];

/** A text of a question in the reader's language, or in French; both as they are printed. */
export function textIn(locale: Locale, value: Localized): string {
  const { text, locale: written } = readIn(locale, value);
  return typeset(text, written);
}

/** The form of a version's questions; each must be answered. */
export function criteriaForm(questions: readonly CriteriaQuestion[]) {
  return z.object(Object.fromEntries(questions.map((question) => [question.key, answerTo(question)])));
}

function answerTo({ kind, choices = [] }: CriteriaQuestion): z.ZodType<string | number> {
  if (kind === "text") return z.string("register:error.answer").trim().min(2, "register:error.answer").max(160);
  if (kind === "amount") return wholeNumber("register:error.amount", 0, 20_000);
  if (kind === "count") return wholeNumber("register:error.count", 1, 20);
  return z.enum(choices.map(({ value }) => value) as [string, ...string[]], "register:error.choice");
}

/** What is left to live on, in cents a month and a person of the household. */
export function leftToLiveOn({ income, charges, household }: CriteriaAnswers): number {
  return Math.round(((Number(income) - Number(charges)) * 100) / Math.max(1, Number(household)));
}

/** What the rule computes from the answers: an indication for the student, never the decision. */
export function previewOf(rule: CriteriaRule, answers: CriteriaAnswers): CriteriaPreview {
  const left = leftToLiveOn(answers);
  if (Number.isNaN(left)) return "maybe";
  if (left <= rule.likelyUpTo) return "yes";
  return left <= rule.doubtUpTo ? "maybe" : "no";
}

/** Documents that a student's file is checked with; the first one is always needed. */
export const fileDocumentKinds = ["PROOF_STUDIES", "PROOF_INCOME", "PROOF_ADDRESS"] as const satisfies SupportingDocumentKind[];
export const FileDocumentKind = z.enum(fileDocumentKinds);
export const documentTypes = ["image/jpeg", "image/png", "image/webp", "application/pdf"] as const;

/** A document that a student adds to the file; how large and of what type it may be, the backend says. */
export const NewFileDocument = z.object({
  kind: z.enum(fileDocumentKinds, "pending:supportingDocuments.kindMissing"),
  file: z.instanceof(File, { error: "pending:supportingDocuments.missing" }),
});

export const FileDocument = z.object({
  id: z.uuid(),
  kind: FileDocumentKind,
  name: z.string(),
  status: z.enum(supportingDocumentStates),
  reason: z.string().nullable(),
  sentAt: z.iso.datetime(),
  /** Whether it was not checked when the file was decided. */
  closed: z.boolean(),
});
export type FileDocument = z.infer<typeof FileDocument>;

export const CriteriaVersion = z.object({
  id: z.uuid(),
  number: z.int(),
  questions: z.array(CriteriaQuestion),
  rule: CriteriaRule,
});

/** A student's own view of the file. */
export const OwnFile = z.object({
  version: CriteriaVersion,
  answers: CriteriaAnswers,
  documents: z.array(FileDocument),
  preview: z.enum(criteriaPreviews),
  sentAt: z.iso.datetime().nullable(),
});
export type OwnFile = z.infer<typeof OwnFile>;

/** The answers of a yearly check. */
export const AnnualCheck = z.object({
  confirmed: z.literal(true, "pending:annual.tick"),
  changes: z.string().trim().max(2_000).optional(),
});

export const criteriaApi = {
  current: endpoint({ method: "GET", path: "/api/criteria", access: "public", response: CriteriaVersion }),
  own: endpoint({ method: "GET", path: "/api/account/criteria", access: "authenticated", response: OwnFile }),
  answer: endpoint({
    method: "PUT",
    path: "/api/account/criteria",
    access: "authenticated",
    body: CriteriaAnswers,
    response: Done,
  }),
  /** Stores those of the answers that are valid, and leaves the others as they are: the form goes on later. */
  keepAnswers: endpoint({
    method: "PATCH",
    path: "/api/account/criteria",
    access: "authenticated",
    body: CriteriaAnswers,
    response: Done,
  }),
  /** Submits the file to the team; refused while an answer or the certificate of enrolment is missing. */
  send: endpoint({ method: "POST", path: "/api/account/criteria/sending", access: "authenticated", response: Done }),
  addSupportingDocument: endpoint({
    method: "POST",
    path: "/api/account/papers",
    access: "authenticated",
    bodyType: "multipart",
    body: NewFileDocument,
    response: z.object({ id: z.uuid() }),
    status: 201,
  }),
  removeSupportingDocument: endpoint({
    method: "DELETE",
    path: "/api/account/papers/:id",
    access: "authenticated",
    params: z.object({ id: z.uuid() }),
    response: Done,
  }),
  confirmYear: endpoint({
    method: "POST",
    path: "/api/account/annual-check",
    access: "authenticated",
    body: AnnualCheck,
    response: Done,
  }),
};
