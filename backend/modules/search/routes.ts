import { on } from "#backend/http/routes";
import { searchApi } from "#contract/publishing/search";
import { unansweredSearchesApi } from "#contract/publishing/unanswered-searches";
import { addresses, find, lastChanges } from "./finding.ts";
import { countUnanswered, dismissSearch, listUnanswered } from "./unanswered.ts";

export const searchRoutes = [
  on(searchApi.find, ({ db, declarations, query, locale, clock, actor }) =>
    find(db, declarations.searchSources, query, { locale, now: clock(), role: actor?.role ?? null }),
  ),
  on(searchApi.addresses, async ({ db, declarations, clock }) => {
    const now = clock();
    const [items, changes] = await Promise.all([addresses(db, declarations.searchSources, now), lastChanges(db, declarations, now)]);
    return { items, ...changes };
  }),
  on(unansweredSearchesApi.count, async ({ db, body, locale, limits, clientAddress, clock }) => {
    await limits.take("unansweredSearchByAddress", clientAddress);
    await countUnanswered(db, body.words, locale, clock());
    return { success: true as const };
  }),
  on(unansweredSearchesApi.list, ({ db, query }) => listUnanswered(db, query)),
  on(unansweredSearchesApi.dismiss, async ({ db, actor, body, clock }) => {
    await dismissSearch(db, actor, body, clock());
    return { success: true as const };
  }),
];
