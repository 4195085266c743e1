import { on } from "#backend/http/routes";
import { mailsApi } from "#contract/api/mails";
import { listMails, previewTemplates, readMail, sendAgain } from "./queries.ts";

export const mailRoutes = [
  on(mailsApi.list, ({ db, query }) => listMails(db, query)),
  on(mailsApi.get, (call) => readMail(call, call.params.id)),
  on(mailsApi.send, async ({ actor, params, ...services }) => {
    await sendAgain(services, actor, params.id);
    return { success: true as const };
  }),
  on(mailsApi.templates, (call) => ({ items: previewTemplates(call, call.query.in) })),
];
