import { asc } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { fieldRefusal } from "#backend/refusal";
import { furtherSupportApi, furtherSupportCategoriesApi } from "#contract/charity/further-support";
import { placeOf, servicesAround } from "./nearby.ts";
import { furtherSupport, furtherSupportCategories } from "./tables.ts";

type Service = typeof furtherSupport.$inferSelect;

export const furtherSupportRoutes: ServedEndpoint[] = [
  ...contentRoutes(furtherSupportCategoriesApi.admin, {
    table: furtherSupportCategories,
    entityType: "further_support_category",
    label: furtherSupportCategories.name,
  }),
  ...contentRoutes(furtherSupportApi.admin, {
    table: furtherSupport,
    entityType: "further_support",
    label: furtherSupport.name,
    references: { categoryId: furtherSupportCategories.name },
    past: ["checkedOn"],
    importKey: ["name", "postcode"],
    derive: (_, service: Service, from) => placeOf(service, from),
    check: (_, { reach, postcode, latitude, longitude }: Service) => {
      if (reach !== "national" && !postcode) throw fieldRefusal("postcode", "content:error.noPostcode");
      if ((latitude === null) !== (longitude === null)) throw fieldRefusal("longitude", "content:error.halfPoint");
    },
  }),

  on(furtherSupportApi.list, async (call) => {
    const { db, query } = call;
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
    const nearby = query.near ? await servicesAround(call, query.near, shown, services) : null;
    const listed = nearby && nearby.placed !== "nowhere" ? shown.filter(({ reach }) => reach === "national") : shown;
    const groups = offered.map(({ id, name, icon }) => ({
      id,
      name,
      icon,
      services: listed.filter(({ categoryId }) => categoryId === id),
    }));
    return {
      nearby,
      emergency: services.filter(({ emergency }) => emergency),
      categories: offered,
      groups: groups.filter((group) => group.services.length > 0),
    };
  }),
];
