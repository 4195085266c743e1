import { on } from "#backend/http/routes";
import { searchApi } from "#contract/search";
import { addresses, find, lastChanges } from "./finding.ts";

export const searchRoutes = [
  on(searchApi.find, ({ db, query, locale, clock, actor }) => find(db, query, { locale, now: clock(), role: actor?.role ?? null })),
  on(searchApi.addresses, async ({ db, clock }) => {
    const now = clock();
    const [items, changed] = await Promise.all([addresses(db, now), lastChanges(db, now)]);
    return { items, changed };
  }),
];
