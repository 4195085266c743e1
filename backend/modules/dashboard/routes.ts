import { on } from "#backend/http/routes";
import { stepsDone } from "#backend/modules/setup/progress";
import { positionFrom } from "#contract/accounts/own-timeline";
import { personFactsApi } from "#contract/accounts/person-facts";
import { openingSteps } from "#contract/accounts/setup";
import { dashboardApi } from "#contract/charity/dashboard";
import { officeSearchApi } from "#contract/charity/office-search";
import { personRecordsApi } from "#contract/charity/person-records";
import { workQueuesApi } from "#contract/charity/work-queues";
import { franceDay } from "#contract/formats/france-time";
import { publicLegalKeys } from "#contract/law/legal-documents";
import { findRecords } from "./office-search.ts";
import { describeDashboard, publicFigures } from "./overview.ts";
import { readPersonFacts } from "./person-facts.ts";
import { countRecords, registrationsOf } from "./person-records.ts";
import { queuesOf, readWorkQueues } from "./work-queues.ts";

export const dashboardRoutes = [
  on(workQueuesApi.mine, (call) => {
    const { actor, clock, recent, http, declarations } = call;
    const read = () => readWorkQueues(call, actor, clock());
    // Every page of the back-office shows the counts in its menu; direct calls of the API get current counts.
    const names = () => queuesOf(declarations.workQueues, actor).map(({ name }) => name);
    return http.env?.page ? recent.get(`work queues ${actor.id} ${names().join(" ")}`, read) : read();
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
  on(officeSearchApi.find, (call) => findRecords(call, call.actor, call.query.q)),
  on(personFactsApi.facts, (call) => readPersonFacts(call, call.actor, call.params.id)),
  on(personRecordsApi.counts, (call) => countRecords(call, call.actor, call.params.id)),
  on(personRecordsApi.events, ({ db, actor, params, query }) =>
    registrationsOf({ db }, actor, { id: params.id, before: positionFrom(query.before) }),
  ),
  on(dashboardApi.figures, ({ db, clock }) => publicFigures(db, clock())),
];
