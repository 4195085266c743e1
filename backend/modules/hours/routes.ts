import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { importRoutes } from "#backend/modules/imports/serving";
import { withTask } from "#backend/worker/task-kind";
import { hoursImportApi } from "#contract/charity/hours-import";
import { certificatesApi } from "#contract/charity/volunteer-certificates";
import { volunteerHoursApi } from "#contract/charity/volunteer-hours";
import { hoursAdminApi, mostCivicInFile } from "#contract/charity/volunteer-hours-admin";
import {
  checkCertificate,
  issueCertificate,
  listCertificates,
  ownCertificates,
  readCertificate,
  withdrawCertificate,
} from "./certificates.ts";
import { civicHours } from "./civic.ts";
import { closeYear, correctHours } from "./closing.ts";
import { decideMany, decidingTask } from "./deciding.ts";
import { hoursImport } from "./importing.ts";
import { getHours, listHours } from "./list.ts";
import { readOwnEntry, readOwnHours } from "./own.ts";
import { addRate, endRate, listRates } from "./rates.ts";
import { remindAgain } from "./reminding.ts";
import { takeBack } from "./taking-back.ts";
import { valuationOf } from "./valuation.ts";
import { addHours, addHoursFor, addWeek, confirmHours, editHours, removeHours } from "./writing.ts";

/** A person's own hours and certificates. */
const own: ServedEndpoint[] = [
  on(volunteerHoursApi.mine, (call) => readOwnHours(call, call.actor, call.query)),
  on(volunteerHoursApi.week, async (call) => {
    await call.limits.take("hoursByPerson", call.actor.id);
    return { count: await addWeek(call, call.actor, call.body) };
  }),
  on(volunteerHoursApi.get, ({ db, actor, params }) => readOwnEntry(db, actor, params.id)),
  on(volunteerHoursApi.create, async (call) => {
    await call.limits.take("hoursByPerson", call.actor.id);
    return addHours(call, { userId: call.actor.id, source: "self" }, call.body);
  }),
  on(volunteerHoursApi.update, (call) => editHours(call, call.actor, call.params.id, call.body)),
  on(volunteerHoursApi.confirm, (call) => confirmHours(call, call.actor, call.params.id, call.body.version)),
  on(volunteerHoursApi.remove, async (call) => {
    await removeHours(call, call.actor, call.params.id, call.body.version);
    return done;
  }),
  on(certificatesApi.mine, ({ db, actor }) => ownCertificates(db, actor)),
  on(certificatesApi.issue, (call) => issueCertificate(call, call.actor, call.body.year)),
  on(certificatesApi.get, ({ db, actor, params }) => readCertificate(db, actor, params.id)),
  on(certificatesApi.all, async ({ db, query }) => ({ items: await listCertificates(db, query.q) })),
  on(certificatesApi.withdraw, async (call) => {
    await withdrawCertificate(call, call.actor, call.params.id, call.body.reason);
    return done;
  }),
  on(certificatesApi.check, async ({ db, params, limits, network }) => {
    await limits.take("certificateByNetwork", network);
    return checkCertificate(db, params.code);
  }),
];

/** What those who validate hours do; rates, closed years and the import are the administrators'. */
const staff: ServedEndpoint[] = [
  // Before the paths with an id.
  ...importRoutes(hoursImportApi, hoursImport),
  on(hoursAdminApi.list, ({ db, actor, query }) => listHours(db, actor, query)),
  on(hoursAdminApi.create, async (call) => {
    await call.limits.take("hoursByPerson", call.actor.id);
    return addHoursFor(call, call.actor, call.body);
  }),
  withTask(
    on(hoursAdminApi.bulk, (call) => decideMany(call, call.actor, call.body)),
    decidingTask,
  ),
  on(hoursAdminApi.rates, async ({ db }) => ({ items: await listRates(db) })),
  on(hoursAdminApi.addRate, (call) => addRate(call, call.actor, call.body)),
  on(hoursAdminApi.endRate, (call) => endRate(call, call.actor, call.params.id, call.body)),
  on(hoursAdminApi.valuation, ({ db, clock, query }) => valuationOf(db, clock(), query.year)),
  on(hoursAdminApi.civic, async ({ db, query }) => ({ items: await civicHours(db, query.year, mostCivicInFile) })),
  on(hoursAdminApi.close, async (call) => {
    await closeYear(call, call.actor, call.body.year);
    return done;
  }),
  on(hoursAdminApi.remind, async (call) => ({ entries: await remindAgain(call, call.actor, call.body) })),
  on(hoursAdminApi.get, ({ db, actor, params }) => getHours(db, actor, params.id)),
  on(hoursAdminApi.takeBack, async (call) => {
    await takeBack(call, call.actor, call.params.id, call.body.reason);
    return done;
  }),
  on(hoursAdminApi.correct, async (call) => {
    await correctHours(call, call.actor, call.params.id, call.body.minutes);
    return done;
  }),
];

export const hoursRoutes = [...own, ...staff];
