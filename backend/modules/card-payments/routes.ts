import { done, on } from "#backend/http/routes";
import { cardPaymentsApi } from "#contract/giving/card-payments";
import { comparisonJob } from "./comparing.ts";
import { listEvents, replayEvent } from "./events.ts";
import { cardState, openCheckout } from "./opening.ts";
import { overview } from "./overview.ts";

export const cardPaymentRoutes = [
  on(cardPaymentsApi.open, async (call) => {
    await call.limits.take("cardPageByNetwork", call.network);
    return openCheckout(call, call.params.reference);
  }),
  on(cardPaymentsApi.state, async (call) => {
    await call.limits.take("cardPageByNetwork", call.network);
    return cardState(call, call.params.reference);
  }),
  on(cardPaymentsApi.overview, (call) => overview(call)),
  on(cardPaymentsApi.compare, ({ wake }) => {
    wake(comparisonJob);
    return done;
  }),
  on(cardPaymentsApi.list, ({ db, query }) => listEvents(db, query)),
  on(cardPaymentsApi.replay, async (call) => {
    await replayEvent(call, call.actor, call.params.id);
    return done;
  }),
];
