import { on } from "#backend/http/routes";
import { requirePerson } from "#backend/modules/people/queries";
import { inboxApi } from "#contract/accounts/inbox";
import { readAllNotices, readInbox, readNotice, readSummary, sentTo } from "./queries.ts";

export const noticeRoutes = [
  on(inboxApi.summary, ({ actor, locale, recent, http, ...services }) => {
    const read = () => readSummary(services, actor.id, locale);
    // Every page of the back-office shows it, as it shows the counts of the menu.
    return http.env?.page ? recent.get(`inbox ${actor.id} ${locale}`, read) : read();
  }),
  on(inboxApi.list, ({ actor, locale, query, ...services }) => readInbox(services, actor.id, locale, query)),
  on(inboxApi.read, async ({ actor, params, recent, ...services }) => {
    const notice = await readNotice(services, actor.id, params.id);
    recent.clear();
    return notice;
  }),
  on(inboxApi.readAll, async ({ actor, recent, ...services }) => {
    await readAllNotices(services, actor.id);
    recent.clear();
    return { success: true as const };
  }),
  on(inboxApi.ofPerson, async ({ params, locale, ...services }) => {
    await requirePerson(services.db, params.id);
    return { items: await sentTo(services, params.id, locale) };
  }),
];
