import { on } from "#backend/http/routes";
import { requirePerson } from "#backend/modules/people/queries";
import { inboxApi } from "#contract/accounts/inbox";
import { readAllNotices, readInbox, readNotice, readSummary, sentTo } from "./queries.ts";

export const noticeRoutes = [
  on(inboxApi.summary, ({ actor, locale, ...services }) => readSummary(services, actor.id, locale)),
  on(inboxApi.list, ({ actor, locale, query, ...services }) => readInbox(services, actor.id, locale, query)),
  on(inboxApi.read, ({ actor, params, ...services }) => readNotice(services, actor.id, params.id)),
  on(inboxApi.readAll, async ({ actor, ...services }) => {
    await readAllNotices(services, actor.id);
    return { success: true as const };
  }),
  on(inboxApi.ofPerson, async ({ params, locale, ...services }) => {
    await requirePerson(services.db, params.id);
    return { items: await sentTo(services, params.id, locale) };
  }),
];
