import { and, eq, isNotNull } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { privateFile } from "#backend/http/private-file";
import { done, on } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { refuseSpam } from "#backend/http/spam-guard";
import { currentConsents, setConsents } from "#backend/privacy/consents";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { mayCopyForOthers, privacyAdminApi, privacyApi } from "#contract/law/privacy";
import { withinPromise } from "#contract/law/retention";
import { readArchive } from "./archive.ts";
import {
  answerRequest,
  getRequest,
  listRequests,
  ownRequests,
  receivedRequest,
  requestData,
  requestOnBehalf,
  requestsOf,
  requestWithoutAccount,
  withdraw,
} from "./requests.ts";
import { dryRun, lastRuns, listPolicies, policiesWithRuns } from "./retention.ts";
import { dataRequests, retentionPolicies } from "./tables.ts";

/** `wakeCopies` asks the worker to make the waiting copies of data now. */
export const privacyRoutes = (wakeCopies: () => void) => [
  on(privacyApi.consents, async ({ db, actor }) => ({
    // Only students give a consent to allergies, beside the field.
    items: (await currentConsents(db, actor.id)).filter(({ purpose, at }) => purpose !== "allergies" || at !== null),
  })),
  on(privacyApi.setConsents, async ({ db, actor, body, clock }) => {
    await db.transaction((tx) => setConsents(tx, actor, body.given, clock()));
    return done;
  }),
  on(privacyApi.requests, async ({ db, actor }) => ({ items: await ownRequests(db, actor.id) })),
  on(privacyApi.ask, async (call) => {
    const request = await requestData(call, call.actor, call.body);
    if (request.kind === "access") wakeCopies();
    return request;
  }),
  on(privacyApi.withdraw, async ({ db, actor, params, clock }) => {
    await db.transaction((tx) => withdraw(tx, actor, params.id, clock()));
    return done;
  }),
  on(privacyApi.requestWithoutAccount, async (call) => {
    await refuseSpam(call, "data request", call.body);
    return requestWithoutAccount(call, call.body, { network: call.network, locale: call.locale });
  }),
  on(privacyApi.received, ({ db, params }) => receivedRequest(db, params.id)),
  on(privacyApi.policies, async ({ db, settings }) => ({ items: await listPolicies(db), processors: settings.processors })),

  on(privacyAdminApi.list, ({ db, query, clock }) => listRequests(db, query, clock())),
  on(privacyAdminApi.get, (call) => getRequest(call, call.params.id, call.clock())),
  on(privacyAdminApi.answer, async (call) => {
    await answerRequest(call, call.actor, call.params.id, call.body);
    if (["copied", "copiedByEmail"].includes(call.body.outcome)) wakeCopies();
    return done;
  }),
  on(privacyAdminApi.ofPerson, async ({ db, params }) => ({ items: await requestsOf(db, params.id) })),
  on(privacyAdminApi.requestOnBehalf, async (call) => {
    const request = await requestOnBehalf(call, call.actor, call.params.id, call.body);
    if (request.kind === "access") wakeCopies();
    return request;
  }),
  on(privacyAdminApi.policies, async ({ db }) => ({ items: await policiesWithRuns(db) })),
  on(privacyAdminApi.setPolicy, ({ db, actor, params, body, clock }) =>
    db.transaction(async (tx) => {
      if (!withinPromise(params.dataKind, body)) throw fieldRefusal("months", "privacy:retention.promised");
      const one = eq(retentionPolicies.dataKind, params.dataKind);
      const [before] = await tx.select().from(retentionPolicies).where(one).for("update");
      if (!before) throw new Refusal("not_found");
      await tx
        .update(retentionPolicies)
        .set({ ...body, updatedAt: clock() })
        .where(one);
      await recordChange(tx, actor, {
        action: "retention_policy.update",
        entityType: "retention_policy",
        entityId: params.dataKind,
        before: { months: before.months, days: before.days },
        after: body,
      });
      return done;
    }),
  ),
  on(privacyAdminApi.runs, async ({ db }) => ({ items: await lastRuns(db) })),
  on(privacyAdminApi.dryRun, (call) => dryRun(call, call.clock())),
];

const zip = (bytes: Uint8Array | null) => bytes && { bytes, mime: "application/zip", name: "maillon-data.zip" };

/** The copy of a person's data, for that person alone. */
export const archiveFile = (services: Services) =>
  privateFile(services, "/api/account/data-requests/:id/archive", "authenticated", async (actor, id) => {
    const { db, files, clock } = services;
    return zip(await readArchive(db, files, clock(), and(eq(dataRequests.id, id), eq(dataRequests.userId, actor.id))));
  });

/** The copy that staff requested on a person's behalf. Each access to it is in the log. */
export const archiveOnBehalf = (services: Services) =>
  privateFile(services, "/api/admin/data-requests/:id/archive", { roles: ["ADMIN"] }, async (actor, id) => {
    if (!mayCopyForOthers(actor)) throw new Refusal("forbidden");
    const { db, files, clock } = services;
    const bytes = await readArchive(db, files, clock(), and(eq(dataRequests.id, id), isNotNull(dataRequests.requestedBy)));
    if (bytes) await recordChange(db, actor, { action: "data_request.download", entityType: "data_request", entityId: id });
    return zip(bytes);
  });
