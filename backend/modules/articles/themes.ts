import { contentRoutes } from "#backend/content/routes";
import { freeSlug } from "#backend/content/slugs";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { articleThemesApi } from "#contract/publishing/article-themes";
import { listThemeChoices } from "./choices.ts";
import { slugOf } from "./slugs.ts";
import { tags } from "./tables.ts";

export const themeRoutes: ServedEndpoint[] = [
  ...contentRoutes(articleThemesApi.admin, {
    table: tags,
    entityType: "tag",
    label: tags.label,
    derive: async (tx, { slug, label }: typeof tags.$inferSelect) =>
      slug ? {} : { slug: await freeSlug(tx, tags.slug, slugOf(label.fr)) },
  }),

  on(articleThemesApi.choices, async ({ db, locale }) => ({ items: await listThemeChoices(db, locale) })),
];
