import { on } from "#backend/http/routes";
import { rightsApi } from "#contract/rights";
import { getRights, listRights } from "./reading.ts";
import { saveRights } from "./saving.ts";

export const rightsRoutes = [
  on(rightsApi.list, ({ db, query }) => listRights(db, query)),
  on(rightsApi.get, ({ db, params }) => getRights(db, params.id)),
  on(rightsApi.save, async (call) => {
    await saveRights(call, call.actor, call.params.id, call.body);
    return { success: true as const };
  }),
];
