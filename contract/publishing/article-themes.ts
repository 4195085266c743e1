import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { localizedText } from "../formats/localized.ts";
import { TagChoice } from "./articles.ts";
import { contentApi } from "./content.ts";

export const ThemeChoice = TagChoice.extend({ archived: z.boolean() });
export type ThemeChoice = z.infer<typeof ThemeChoice>;

export const articleThemesApi = {
  admin: contentApi("/api/admin/article-themes", {
    draft: z.object({ label: localizedText("content:error.name", 60) }),
    row: ["label"],
    ordered: true,
    used: true,
  }),

  /** All themes in the order editors gave. An archived one stays with the articles that have it, and no other is given it. */
  choices: endpoint({
    method: "GET",
    path: "/api/article-themes",
    access: { roles: ["ADMIN", "VOLUNTEER"] },
    response: z.object({ items: z.array(ThemeChoice) }),
  }),
};
