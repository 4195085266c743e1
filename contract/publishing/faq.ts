import * as z from "zod";
import { roles } from "../accounts/roles.ts";
import { Done, endpoint } from "../api/endpoint.ts";
import { Localized, localizedText } from "../formats/localized.ts";
import { contentApi } from "./content.ts";

/** Whom a question is for: everyone, or people of one role once they are logged in. */
export const faqAudiences = ["public", ...roles] as const;
const audience = z.enum(faqAudiences, "content:error.audience");

export const faqCategoriesApi = {
  admin: contentApi("/api/admin/faq-categories", {
    draft: z.object({ name: localizedText("content:error.name", 80) }),
    row: ["name"],
    ordered: true,
    used: true,
  }),
};

const byId = z.object({ id: z.uuid() });

/** How many people an answer helped, and how many it did not. */
export const Votes = z.object({ yes: z.int(), no: z.int() });
export type Votes = z.infer<typeof Votes>;

export const FaqQuery = z.object({ q: z.string().trim().max(200).catch("").default("") });

export const faqApi = {
  admin: contentApi("/api/admin/faq-questions", {
    draft: z.object({
      question: localizedText("content:error.question", 200),
      answer: localizedText("content:error.answer", 2000),
      categoryId: z.uuid("content:error.categoryId"),
      audience,
    }),
    row: ["question", "categoryId", "audience"],
    counted: ["helpfulYes", "helpfulNo"],
    bulkEditable: ["categoryId"],
    filters: { categoryId: z.uuid().optional().catch(undefined), audience: audience.optional().catch(undefined) },
    ordered: true,
  }),

  /** The questions that the current user may read, by category. `corrected`: what they match, where what was typed matches none. */
  list: endpoint({
    method: "GET",
    path: "/api/faq",
    access: "public",
    query: FaqQuery,
    response: z.object({
      categories: z.array(
        z.object({
          id: z.uuid(),
          name: Localized,
          questions: z.array(z.object({ id: z.uuid(), question: Localized, answer: Localized })),
        }),
      ),
      corrected: z.string().nullable(),
    }),
  }),

  /** Votes whether an answer helped, for a question that the user may read. The vote is anonymous. */
  vote: endpoint({
    method: "POST",
    path: "/api/faq/:id/votes",
    access: "public",
    params: byId,
    body: z.object({ helpful: z.boolean() }),
    response: Done,
  }),

  /** The votes on one answer: in all, by language, and since the last change of the question. */
  votes: endpoint({
    method: "GET",
    path: "/api/admin/faq-questions/:id/votes",
    access: { roles: ["ADMIN"] },
    params: byId,
    response: z.object({ all: Votes, fr: Votes, en: Votes, sinceChange: Votes, changedAt: z.iso.datetime() }),
  }),
};
export type FaqCategory = z.infer<typeof faqApi.list.response>["categories"][number];
