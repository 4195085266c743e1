import { on } from "#backend/http/routes";
import { searchApi } from "#contract/search";
import { addresses, find } from "./finding.ts";

export const searchRoutes = [
  on(searchApi.find, ({ db, query, locale, clock }) => find(db, query, locale, clock())),
  on(searchApi.addresses, async ({ db, clock }) => ({ items: await addresses(db, clock()) })),
];
