import { asc } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { pledges } from "#backend/modules/pledges/tables";
import { countriesApi } from "#contract/charity/countries";
import { countries } from "./tables.ts";

export const countryRoutes: ServedEndpoint[] = [
  ...contentRoutes(countriesApi.admin, {
    table: countries,
    entityType: "country",
    // The postal address of a receipt names its country by two letters.
    namedBy: [{ column: pledges.country, by: countries.iso2 }],
    label: countries.name,
  }),

  on(countriesApi.list, async ({ db }) => ({
    items: await db.select().from(countries).where(onLine(countries)).orderBy(asc(countries.position), asc(countries.id)).limit(300),
  })),
];
