import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { kitOrdersApi } from "#contract/charity/kit-orders";
import { changeSlot } from "./changing-slot.ts";
import { moveKits } from "./moving.ts";
import { changeKit, orderKit } from "./ordering.ts";
import { kitForm, nextKits } from "./own.ts";
import { kitsOf } from "./packing.ts";

export const kitOrderRoutes: ServedEndpoint[] = [
  on(kitOrdersApi.next, ({ db, actor, clock }) => nextKits(db, actor, clock())),
  on(kitOrdersApi.form, ({ actor, params, ...services }) => kitForm(services, actor, params.id)),
  on(kitOrdersApi.order, async ({ actor, params, body, limits, ...services }) => {
    await limits.take("registerForEvent", actor.id);
    return orderKit(services, actor, params.id, body);
  }),
  on(kitOrdersApi.change, async ({ actor, params, body, ...services }) => {
    await changeKit(services, actor, params.id, body);
    return done;
  }),
  on(kitOrdersApi.changeSlot, async ({ actor, params, body, limits, ...services }) => {
    await limits.take("registerForEvent", actor.id);
    await changeSlot(services, actor, params.id, body.quotaId);
    return done;
  }),
  on(kitOrdersApi.list, ({ actor, params, query, ...services }) => kitsOf(services, actor, params.id, query)),
  on(kitOrdersApi.move, ({ actor, params, body, ...services }) => moveKits(services, actor, params.id, body)),
];
