import { asc } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { on, type Served } from "#backend/http/routes";
import { countriesApi } from "#contract/countries";
import { countries } from "./tables.ts";

export const countryRoutes: Served[] = [
  ...contentRoutes(countriesApi.admin, {
    table: countries,
    entityType: "country",
    search: [countries.name, countries.iso2, countries.iso3],
  }),

  on(countriesApi.list, async ({ db }) => ({
    items: await db.select().from(countries).where(onLine(countries)).orderBy(asc(countries.position), asc(countries.id)).limit(300),
  })),
];
