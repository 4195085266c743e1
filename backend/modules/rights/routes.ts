import { on } from "#backend/http/routes";
import { franceDay } from "#contract/france-time";
import { rightsApi } from "#contract/rights";
import { getRights, listRights, rightGivers } from "./reading.ts";
import { saveRights } from "./saving.ts";

export const rightsRoutes = [
  on(rightsApi.list, ({ db, query }) => listRights(db, query)),
  on(rightsApi.get, ({ db, params }) => getRights(db, params.id)),
  on(rightsApi.givers, async ({ db, actor, clock }) => ({ names: await rightGivers(db, actor, franceDay(clock())) })),
  on(rightsApi.save, async (call) => {
    await saveRights(call, call.actor, call.params.id, call.body);
    return { success: true as const };
  }),
];
