import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { withTask } from "#backend/worker/task-kind";
import { expenseClaimsApi, ownClaimsApi } from "#contract/charity/expense-claims";
import { mileageRatesApi } from "#contract/charity/mileage-rates";
import { franceDay } from "#contract/formats/france-time";
import { acceptClaim, declineClaim, withdrawClaim } from "./deciding.ts";
import { decideClaims, decidingTask } from "./deciding-many.ts";
import { correctClaim, ownDraft, removeDraft, saveDraft } from "./drafts.ts";
import { getClaim, listClaims, readOwnClaims } from "./list.ts";
import { addRate, endRate, readRates, removeRate } from "./rates.ts";
import { sendClaim } from "./sending.ts";

export const expenseClaimRoutes: ServedEndpoint[] = [
  on(ownClaimsApi.mine, (call) => readOwnClaims(call, call.actor)),
  on(ownClaimsApi.send, (call) => sendClaim(call, call.actor, call.body)),
  on(ownClaimsApi.withdraw, async (call) => {
    await withdrawClaim(call, call.actor, call.params.id, call.body.version);
    return done;
  }),
  on(ownClaimsApi.addDraft, (call) => saveDraft(call, call.actor, call.body)),
  on(ownClaimsApi.correct, (call) => correctClaim(call, call.actor, call.params.id)),
  on(ownClaimsApi.getDraft, ({ db, actor, params }) => ownDraft(db, actor, params.id)),
  on(ownClaimsApi.saveDraft, (call) => saveDraft(call, call.actor, call.body, call.params.id)),
  on(ownClaimsApi.removeDraft, async (call) => {
    await removeDraft(call, call.actor, call.params.id, call.body.version);
    return done;
  }),
  withTask(
    on(expenseClaimsApi.bulk, (call) => decideClaims(call, call.actor, call.body)),
    decidingTask,
  ),
  on(expenseClaimsApi.list, ({ db, actor, query }) => listClaims(db, actor, query)),
  on(mileageRatesApi.list, ({ db, clock }) => readRates(db, franceDay(clock()))),
  on(mileageRatesApi.add, (call) => addRate(call, call.actor, call.body)),
  on(mileageRatesApi.end, (call) => endRate(call, call.actor, call.params.id, call.body)),
  on(mileageRatesApi.remove, async (call) => {
    await removeRate(call, call.actor, call.params.id, call.body.version);
    return done;
  }),
  on(expenseClaimsApi.get, ({ db, actor, params }) => getClaim(db, actor, params.id)),
  on(expenseClaimsApi.accept, async (call) => {
    await acceptClaim(call, call.actor, call.params.id, call.body);
    return done;
  }),
  on(expenseClaimsApi.decline, async (call) => {
    await declineClaim(call, call.actor, call.params.id, call.body);
    return done;
  }),
];
