import { on } from "#backend/http/routes";
import { stepsDone } from "#backend/modules/setup/progress";
import { personFactsApi } from "#contract/accounts/person-facts";
import { openingSteps } from "#contract/accounts/setup";
import { dashboardApi } from "#contract/charity/dashboard";
import { officeSearchApi } from "#contract/charity/office-search";
import { workQueuesApi } from "#contract/charity/work-queues";
import { franceDay } from "#contract/formats/france-time";
import { publicLegalKeys } from "#contract/law/legal-documents";
import { findRecords } from "./office-search.ts";
import { describeDashboard, publicFigures } from "./overview.ts";
import { readPersonFacts } from "./person-facts.ts";
import { queuesOf, readWorkQueues } from "./work-queues.ts";

export const dashboardRoutes = [
  on(workQueuesApi.mine, ({ db, actor, clock, recent, http }) => {
    const read = () => readWorkQueues(db, actor, clock());
    // Every page of the back-office shows the counts in its menu; direct calls of the API get current counts.
    return http.env?.page ? recent.get(`work queues ${actor.id} ${queuesOf(actor).join(" ")}`, read) : read();
  }),
  on(dashboardApi.get, async ({ db, actor, locale, clock, settings }) => {
    const { hasHistory, publishedTexts, ...dashboard } = await describeDashboard(db, actor, locale, {
      now: clock(),
      today: franceDay(clock()),
    });
    if (hasHistory === null || publishedTexts === null) return { ...dashboard, missingFacts: null };
    const texts = publicLegalKeys.filter((key) => !publishedTexts.includes(key));
    const done = await stepsDone(db, settings);
    const steps = openingSteps.filter((name) => !done.includes(name));
    return { ...dashboard, missingFacts: { settings: [...settings.missing], history: hasHistory, texts, steps } };
  }),
  on(officeSearchApi.find, ({ db, actor, query }) => findRecords(db, actor, query.q)),
  on(personFactsApi.facts, (call) => readPersonFacts(call, call.actor, call.params.id)),
  on(dashboardApi.figures, ({ db, clock }) => publicFigures(db, clock())),
];
