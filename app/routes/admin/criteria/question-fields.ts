import type * as z from "zod";
import type { ChoiceDraft, QuestionDraft } from "#contract/accounts/criteria-editing";

export type QuestionFields = z.input<typeof QuestionDraft>;
export type ChoiceFields = z.input<typeof ChoiceDraft>;
