import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { aidReportApi } from "#contract/charity/aid-report";
import { aidsApi } from "#contract/charity/aids";
import { addAid, aidsOfPerson, removeAid } from "./of-person.ts";
import { ownFile, setHousehold } from "./own-file.ts";
import { aidReport } from "./report.ts";

export const aidRoutes: ServedEndpoint[] = [
  on(aidsApi.mine, ({ actor, ...services }) => ownFile(services, actor)),
  on(aidsApi.setHousehold, async ({ actor, body, ...services }) => {
    await setHousehold(services, actor, body);
    return done;
  }),
  on(aidReportApi.read, ({ query, ...services }) => aidReport(services, query)),
  on(aidsApi.ofPerson, ({ actor, params, ...services }) => aidsOfPerson(services, actor, params.id)),
  on(aidsApi.add, async ({ actor, params, body, ...services }) => {
    await addAid(services, actor, params.id, body);
    return done;
  }),
  on(aidsApi.remove, async ({ actor, params, ...services }) => {
    await removeAid(services, actor, params.id, params.aidId);
    return done;
  }),
];
