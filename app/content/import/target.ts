import type { ImportApi } from "#contract/accounts/imports";
import type { Translate } from "~/i18n/translate";
import type { ReferenceChoices } from "../content-form";
import type { ContentField } from "../subjects/subject";

/** The target of a column: a field, or one language of a localised one. */
export type Target = {
  key: string;
  field: Omit<ContentField, "of" | "kind"> & {
    /** As in a form, or a month, which forms have as a line. */
    kind: ContentField["kind"] | "month";
    /** The list of choices that a reference refers to. */
    of?: string;
  };
  language?: "fr" | "en";
  /** Whether a new record must have it. */
  needed: boolean;
  /** What it is called in the form and in the header of our files: `Titre (Anglais)`. */
  label(t: Translate): string;
  /** What else a header may call it, without accents and in small letters. */
  aliases: readonly string[];
  /** What a cell may call a choice besides its label, without accents and in small letters. */
  synonyms?: Partial<Record<string, readonly string[]>>;
  /** The label of a choice. */
  word(value: string, t: Translate): string;
};

/** The pages of an import: what its list is called and where it is, and what its columns may hold. */
export type ImportPage = {
  path: string;
  /** Where what was imported is seen, if not at `path`. */
  list?: string;
  api: ImportApi;
  targets: Target[];
  choices: ReferenceChoices;
  /** Which texts it has of its own: what happens to new records, and how a row finds its record. */
  about: "content" | "support" | "people" | "hours" | "helloasso" | "helloassoDonors" | "helloassoMembers" | "memberships" | "months";
  /** The filter of the list that shows what was created. */
  created: string;
  /** Whether its sender states that the people in the file agree. */
  agreement: boolean;
  /** Whether the files come from elsewhere, so that the list is no model of them. */
  foreign?: boolean;
};
