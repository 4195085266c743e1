import { contentRoutes } from "#backend/content/routes";
import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { fieldRefusal } from "#backend/refusal";
import { searchApi } from "#contract/publishing/search";
import { synonymsApi, termsOf } from "#contract/publishing/synonyms";
import { unansweredSearchesApi } from "#contract/publishing/unanswered-searches";
import { find, lastChanges, publishedPaths } from "./finding.ts";
import { searchSynonyms } from "./tables.ts";
import { countUnanswered, dismissSearch, listUnanswered } from "./unanswered.ts";

export const searchRoutes: ServedEndpoint[] = [
  ...contentRoutes(synonymsApi.admin, {
    table: searchSynonyms,
    entityType: "search_synonym",
    label: searchSynonyms.words,
    check(_, { words, also }: typeof searchSynonyms.$inferSelect, { step }) {
      const terms = [words, also].flatMap(({ fr, en }) => [...termsOf(fr), ...termsOf(en ?? "")]);
      if ((!step || step === "published") && terms.length < 2) throw fieldRefusal("words", "content:error.oneTerm");
    },
  }),
  on(searchApi.find, ({ db, declarations, query, locale, clock, actor }) =>
    find(db, declarations.searchSources, query, { locale, now: clock(), role: actor?.role ?? null, user: actor }),
  ),
  on(searchApi.paths, async ({ db, declarations, clock }) => {
    const now = clock();
    const [items, changes] = await Promise.all([publishedPaths(db, declarations.searchSources, now), lastChanges(db, declarations, now)]);
    return { items, ...changes };
  }),
  on(unansweredSearchesApi.count, async ({ db, body, locale, limits, network, clock }) => {
    await limits.take("unansweredSearchByNetwork", network);
    await countUnanswered(db, body.words, locale, clock());
    return done;
  }),
  on(unansweredSearchesApi.list, ({ db, query }) => listUnanswered(db, query)),
  on(unansweredSearchesApi.dismiss, async ({ db, actor, body, clock }) => {
    await dismissSearch(db, actor, body, clock());
    return done;
  }),
];
