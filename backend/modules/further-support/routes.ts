import { asc } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { on, type Served } from "#backend/http/routes";
import { furtherSupportApi, furtherSupportCategoriesApi } from "#contract/further-support";
import { furtherSupport, furtherSupportCategories } from "./tables.ts";

export const furtherSupportRoutes: Served[] = [
  ...contentRoutes(furtherSupportCategoriesApi.admin, {
    table: furtherSupportCategories,
    entityType: "further_support_category",
    search: [furtherSupportCategories.name],
  }),
  ...contentRoutes(furtherSupportApi.admin, {
    table: furtherSupport,
    entityType: "further_support",
    search: [furtherSupport.name, furtherSupport.description, furtherSupport.phone],
    references: { categoryId: furtherSupportCategories.name },
  }),

  on(furtherSupportApi.list, async ({ db, query }) => {
    const [categories, services] = await Promise.all([
      db
        .select()
        .from(furtherSupportCategories)
        .where(onLine(furtherSupportCategories))
        .orderBy(asc(furtherSupportCategories.position), asc(furtherSupportCategories.id))
        .limit(50),
      db
        .select()
        .from(furtherSupport)
        .where(onLine(furtherSupport))
        .orderBy(asc(furtherSupport.position), asc(furtherSupport.id))
        .limit(500),
    ]);
    const shown = services.filter(({ categoryId, free }) => (!query.category || categoryId === query.category) && (!query.free || free));
    const offered = categories.filter(({ id }) => services.some(({ categoryId, emergency }) => categoryId === id && !emergency));
    const groups = offered.map(({ id, name }) => ({ id, name, services: shown.filter(({ categoryId }) => categoryId === id) }));
    return {
      emergency: services.filter(({ emergency }) => emergency),
      categories: offered,
      groups: groups.filter((group) => group.services.length > 0),
    };
  }),
];
