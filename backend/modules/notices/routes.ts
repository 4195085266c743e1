import { done, on } from "#backend/http/routes";
import { Refusal } from "#backend/refusal";
import { inboxApi } from "#contract/accounts/inbox";
import { pushDevicesApi } from "#contract/accounts/push-devices";
import { addDevice, listDevices, removeDevice } from "./devices.ts";
import { sentTo } from "./of-person.ts";
import { noticesAbout, readAllNotices, readInbox, readNotice, readSummary } from "./queries.ts";
import { recentInboxes } from "./recent-inboxes.ts";

export const noticeRoutes = [
  on(inboxApi.summary, ({ actor, locale, http, ...services }) => {
    const read = () => readSummary(services, actor.id, locale);
    return http.env?.page ? recentInboxes.get(`inbox ${actor.id} ${locale}`, read) : read();
  }),
  on(inboxApi.list, ({ actor, locale, query, ...services }) => readInbox(services, actor.id, locale, query)),
  on(inboxApi.read, async ({ actor, params, ...services }) => {
    const notice = await readNotice(services, actor.id, params.id);
    recentInboxes.clear();
    return notice;
  }),
  on(inboxApi.readAll, async ({ actor, ...services }) => {
    await readAllNotices(services, actor.id);
    recentInboxes.clear();
    return done;
  }),
  on(inboxApi.ofPerson, ({ actor, params, query, locale, ...services }) =>
    sentTo(services, actor, { ...params, after: query.after }, locale),
  ),
  on(inboxApi.ofRecord, ({ params, query, locale, ...services }) => noticesAbout(services, params.id, locale, query)),
  on(pushDevicesApi.list, ({ actor, ...services }) => listDevices(services, actor)),
  on(pushDevicesApi.add, async ({ actor, body, ...services }) => {
    if (!services.push.sender) throw new Refusal("not_found");
    await services.limits.take("deviceByPerson", actor.id);
    await services.db.transaction((tx) => addDevice(tx, services, actor, body.token));
    return done;
  }),
  on(pushDevicesApi.remove, async ({ actor, params, db }) => {
    await db.transaction((tx) => removeDevice(tx, actor, params.id));
    return done;
  }),
];
