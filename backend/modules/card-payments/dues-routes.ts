import { on, type ServedEndpoint } from "#backend/http/routes";
import { cancelMembership, recordDues, withdrawMembership } from "#backend/modules/memberships/moving";
import { membershipsApi, ownMembershipApi } from "#contract/charity/memberships";
import { cardDues, closePageOfDues, openDuesCheckout, refuseOnItsWay } from "./dues.ts";

/** Dues by card or debit. The page of what is given up, or paid by other means, is closed at the provider as well. */
export const duesRoutes: ServedEndpoint[] = [
  on(ownMembershipApi.withdraw, async ({ actor, params, ...services }) => {
    await refuseOnItsWay(services, actor, params.id);
    const withdrawn = await withdrawMembership(services, actor, params.id);
    await closePageOfDues(services, params.id);
    return withdrawn;
  }),
  on(membershipsApi.cancel, async ({ actor, params, body, ...services }) => {
    const cancelled = await cancelMembership(services, actor, params.id, body.reason);
    await closePageOfDues(services, params.id);
    return cancelled;
  }),
  on(membershipsApi.pay, async ({ actor, params, body, ...services }) => {
    const recorded = await recordDues(services, actor, params.id, body);
    await closePageOfDues(services, params.id);
    return recorded;
  }),
  on(ownMembershipApi.checkout, async (call) => {
    await call.limits.take("cardPageByNetwork", call.network);
    return openDuesCheckout(call, call.actor, call.params.id);
  }),
  on(ownMembershipApi.paid, async (call) => {
    await call.limits.take("cardPageByNetwork", call.network);
    return { dues: await cardDues(call, call.actor, call.query.session), cardOrigin: call.paymentProvider?.origin ?? null };
  }),
];
