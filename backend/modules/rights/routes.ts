import { done, on } from "#backend/http/routes";
import { rightsApi } from "#contract/accounts/rights";
import { franceDay } from "#contract/formats/france-time";
import { getRights, listRights, rightGivers } from "./queries.ts";
import { saveRights } from "./saving.ts";

export const rightsRoutes = [
  on(rightsApi.list, ({ db, query, clock }) => listRights(db, query, franceDay(clock()))),
  on(rightsApi.get, ({ db, params }) => getRights(db, params.id)),
  on(rightsApi.givers, async ({ db, actor, clock }) => ({ names: await rightGivers(db, actor, franceDay(clock())) })),
  on(rightsApi.save, async (call) => {
    await saveRights(call, call.actor, call.params.id, call.body);
    return done;
  }),
];
