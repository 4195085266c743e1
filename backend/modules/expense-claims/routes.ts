import { done, on } from "#backend/http/routes";
import { expenseClaimsApi, ownClaimsApi } from "#contract/charity/expense-claims";
import { franceDay } from "#contract/formats/france-time";
import { acceptClaim, declineClaim, withdrawClaim } from "./deciding.ts";
import { getClaim, listClaims, readOwnClaims } from "./list.ts";
import { addRate, endRate, listRates } from "./rates.ts";
import { sendClaim } from "./sending.ts";

export const expenseClaimRoutes = [
  on(ownClaimsApi.mine, ({ db, actor, clock }) => readOwnClaims(db, actor, franceDay(clock()))),
  on(ownClaimsApi.send, (call) => sendClaim(call, call.actor, call.body)),
  on(ownClaimsApi.withdraw, async (call) => {
    await withdrawClaim(call, call.actor, call.params.id, call.body.version);
    return done;
  }),
  on(expenseClaimsApi.list, ({ db, actor, query }) => listClaims(db, actor, query)),
  on(expenseClaimsApi.rates, async ({ db }) => ({ items: await listRates(db) })),
  on(expenseClaimsApi.addRate, (call) => addRate(call, call.actor, call.body)),
  on(expenseClaimsApi.endRate, (call) => endRate(call, call.actor, call.params.id, call.body)),
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
