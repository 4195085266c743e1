import { on, type ServedEndpoint } from "#backend/http/routes";
import { importRoutes } from "#backend/modules/imports/serving";
import { bulkTask, runBulk } from "#backend/modules/tasks/bulk";
import { withTask } from "#backend/worker/task-kind";
import { membershipImportApi } from "#contract/charity/membership-import";
import { membershipPlansApi } from "#contract/charity/membership-plans";
import { renewalsApi } from "#contract/charity/membership-renewals";
import { membershipsApi, ownMembershipApi } from "#contract/charity/memberships";
import { askMembership, enterMembership, renewMembership } from "./asking.ts";
import { countInGoodStanding } from "./assembly.ts";
import { renewalOf, stopByLink, stopOwn } from "./consenting.ts";
import { stopForMember } from "./ending-consents.ts";
import { membershipImport } from "./importing.ts";
import { getMembership, listMemberships } from "./list.ts";
import { remindMember } from "./moving.ts";
import { ownMembership } from "./own.ts";
import { changePlan, createPlan, listPlans, offerPlan } from "./plans.ts";
import { acceptProof } from "./proofs.ts";
import { remindingMembers } from "./reminding-many.ts";

/** What concerns a page of payment is served by the payments by card. */
export const membershipRoutes: ServedEndpoint[] = [
  on(ownMembershipApi.get, ({ actor, ...services }) => ownMembership(services, actor)),
  on(ownMembershipApi.ask, async ({ actor, body, limits, ...services }) => {
    await limits.take("membershipByPerson", actor.id);
    return askMembership(services, actor, body);
  }),
  on(renewalsApi.read, (call) => renewalOf(call, call.body.token, call.network)),
  on(renewalsApi.stop, (call) => stopByLink(call, call.body.token, call.network)),
  on(renewalsApi.stopOwn, (call) => stopOwn(call, call.actor, call.params.id)),
  on(membershipsApi.list, ({ db, clock, query }) => listMemberships(db, clock(), query)),
  ...importRoutes(membershipImportApi, membershipImport),
  on(membershipsApi.assembly, async ({ db, query: { day } }) => ({ day, ...(await countInGoodStanding(db, day)) })),
  on(membershipsApi.get, ({ params, ...services }) => getMembership(services, params.id)),
  on(membershipsApi.create, ({ actor, body, ...services }) => enterMembership(services, actor, body)),
  on(membershipsApi.acceptProof, ({ actor, params, ...services }) => acceptProof(services, actor, params.id)),
  on(membershipsApi.renew, ({ actor, params, ...services }) => renewMembership(services, actor, params.id)),
  on(membershipsApi.stopRenewal, ({ actor, params, ...services }) => stopForMember(services, actor, params.id)),
  withTask(
    on(membershipsApi.remindMany, async ({ actor, body, ...services }) => {
      if (!body.dryRun) await services.limits.take("mailOnRequestByPerson", actor.id);
      return runBulk(services, actor, body, remindingMembers);
    }),
    bulkTask(remindingMembers, (id) => `/dashboard/admin/memberships/${id}`),
  ),
  on(membershipsApi.remind, ({ actor, params, ...services }) => remindMember(services, actor, params.id)),
  on(membershipPlansApi.list, ({ db }) => listPlans(db)),
  on(membershipPlansApi.create, (call) => createPlan(call, call.actor, call.body)),
  on(membershipPlansApi.change, (call) => changePlan(call, call.actor, call.params.id, call.body)),
  on(membershipPlansApi.offer, (call) => offerPlan(call, call.actor, call.params.id, call.body.active)),
];
