import * as z from "zod";
import { localizedField } from "../formats/localized.ts";
import { contentApi } from "./content.ts";

/** The most terms of a field in one language. */
const maxTerms = 20;

/** The terms of a field: words, or groups of words, between commas. */
export const termsOf = (written: string): string[] =>
  written
    .split(/[,;\n]/)
    .map((term) => term.trim())
    .filter(Boolean);

const few = (written: string) => termsOf(written).length <= maxTerms;
const text = z.string("content:error.words").trim().max(400, { abort: true });
const terms = text.refine(few, "content:error.terms");
const filledTerms = text
  .refine((written) => termsOf(written).length > 0, { error: "content:error.words", abort: true })
  .refine(few, "content:error.terms");

/** Words that mean the same to the site's search. */
export const synonymsApi = {
  admin: contentApi("/api/admin/search-synonyms", {
    draft: z.object({
      /** A search for one of them finds all of them, in either language. */
      words: localizedField(filledTerms, terms),
      /** What a search for one of `words` finds as well; the other way round, nothing changes. */
      also: localizedField(terms.default(""), terms),
    }),
    row: ["words", "also"],
  }),
};
