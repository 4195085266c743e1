import { recordChange } from "#backend/audit/recording";
import { done, on } from "#backend/http/routes";
import { lockAccount, requireAccount, requirePerson } from "#backend/identity/account-scope";
import { importRoutes } from "#backend/modules/imports/serving";
import { correctGuardian, remindGuardian } from "#backend/modules/registration/guardians";
import { logOutEverywhere } from "#backend/modules/users/transitions";
import { addDrivingDocument } from "#backend/modules/verification/supporting-documents";
import { withTask } from "#backend/worker/task-kind";
import { accountReviewApi } from "#contract/accounts/account-review";
import { approvalsApi } from "#contract/accounts/approvals";
import { peopleApi } from "#contract/accounts/people";
import { peopleImportApi } from "#contract/accounts/people-import";
import { ownDrivingApi, personEditApi } from "#contract/accounts/person-edit";
import { franceDay } from "#contract/formats/france-time";
import { addressOf } from "./address.ts";
import { lastApproval, undoApproval } from "./approvals.ts";
import { assignSector, sectorTask } from "./assigning.ts";
import { correctAddress, requestEmailFor } from "./contact-details.ts";
import { moveAccounts, movingTask, setDriver, stepWith } from "./deciding.ts";
import { getDriving, ownDrivingDocuments, requireHelper, setDriving } from "./driving.ts";
import { editPerson, personToEdit } from "./editing.ts";
import { peopleImport } from "./importing.ts";
import { findPeople, getDocuments, getPerson, getSessions, listPeople } from "./queries.ts";
import { reviewAccount } from "./reviewing.ts";
import { getShop, setShop } from "./shop.ts";
import { writeAgainTo } from "./unreached.ts";

export const peopleRoutes = [
  // Before the paths with an id.
  ...importRoutes(peopleImportApi, peopleImport),
  on(peopleApi.pending, (call) => listPeople(call, call.actor, "pending-approval", call.query)),
  on(peopleApi.volunteers, (call) => listPeople(call, call.actor, "volunteers", call.query)),
  on(peopleApi.drivers, (call) => listPeople(call, call.actor, "drivers", call.query)),
  on(peopleApi.beneficiaries, (call) => listPeople(call, call.actor, "beneficiaries", call.query)),
  on(peopleApi.donators, (call) => listPeople(call, call.actor, "donators", call.query)),
  withTask(
    on(peopleApi.bulk, (call) => moveAccounts(call, call.actor, call.body)),
    movingTask,
  ),
  on(approvalsApi.last, async (call) => ({ approval: await lastApproval(call, call.actor) })),
  on(approvalsApi.undo, (call) => undoApproval(call, call.actor, call.body)),
  on(peopleApi.find, (call) => findPeople(call.db, call.actor, call.query.q)),
  on(peopleApi.get, (call) => getPerson(call, call.actor, call.params.id)),
  on(accountReviewApi.get, (call) => reviewAccount(call, call.actor, call.params.id)),
  on(accountReviewApi.remindGuardian, async ({ actor, params, ...services }) => {
    await requireAccount(services.db, actor, params.id);
    await services.limits.take("mailAgain", `guardian ${params.id}`);
    const today = franceDay(services.clock());
    await services.db.transaction(async (tx) => {
      await remindGuardian({ ...services, db: tx }, await lockAccount(tx, actor, params.id, today), params.id);
    });
    return done;
  }),
  on(accountReviewApi.correctGuardian, async ({ actor, params, body, ...services }) => {
    await services.limits.take("mailAgain", `guardian ${params.id}`);
    await correctGuardian(services, actor, params.id, body);
    return done;
  }),
  on(peopleApi.documents, (call) => getDocuments(call, call.actor, call.params.id, call.locale)),
  on(peopleApi.sessions, (call) => getSessions(call, call.params.id)),
  on(peopleApi.endSessions, async ({ db, actor, params, clock }) => {
    await db.transaction(async (tx) => {
      await requirePerson(tx, params.id);
      await logOutEverywhere(tx, params.id, clock());
      await recordChange(tx, actor, { action: "user.end_sessions", entityType: "person", entityId: params.id });
    });
    return done;
  }),
  on(peopleApi.move, async (call) => {
    await stepWith(call, call.actor, call.params.id, call.body);
    return done;
  }),
  on(peopleApi.writeAgain, async ({ db, actor, params, clock }) => {
    await requireAccount(db, actor, params.id);
    await db.transaction((tx) => writeAgainTo(tx, actor, params.id, clock()));
    return done;
  }),
  withTask(
    on(personEditApi.assignSector, (call) => assignSector(call, call.actor, call.body)),
    sectorTask,
  ),
  on(personEditApi.address, async ({ db, actor, params }) => ({ address: await addressOf(db, actor, params.id) })),
  on(personEditApi.setAddress, async (call) => {
    await correctAddress(call, call.actor, call.params.id, call.body);
    return done;
  }),
  on(personEditApi.changeEmail, async (call) => {
    await requestEmailFor(call, call.actor, call.params.id, call.body.email);
    return done;
  }),
  on(personEditApi.get, ({ db, clock, actor, params }) => personToEdit(db, actor, params.id, franceDay(clock()))),
  on(personEditApi.set, async ({ actor, params, body, ...services }) => {
    await editPerson(services, actor, params.id, body);
    return done;
  }),
  on(personEditApi.driving, (call) => getDriving(call, call.params.id)),
  on(personEditApi.setDriving, async (call) => {
    await setDriving(call, call.actor, call.params.id, call.body);
    return done;
  }),
  on(personEditApi.shop, ({ db, params }) => getShop(db, params.id)),
  on(personEditApi.setShop, async ({ actor, params, body, ...services }) => {
    await setShop(services, actor, params.id, body);
    return done;
  }),
  on(ownDrivingApi.get, (call) => getDriving(call, call.actor.id)),
  on(ownDrivingApi.set, async (call) => {
    await setDriving(call, call.actor, call.actor.id, call.body);
    return done;
  }),
  on(ownDrivingApi.documents, (call) => ownDrivingDocuments(call, call.actor)),
  on(ownDrivingApi.addSupportingDocument, ({ actor, body, ...services }) => {
    requireHelper(actor);
    return addDrivingDocument(services, actor, body);
  }),
  on(peopleApi.setDriver, async (call) => {
    await setDriver(call, call.actor, call.params.id, call.body);
    return done;
  }),
];
