import { on } from "#backend/http/routes";
import { mailsApi } from "#contract/mails";
import { listMails, previewTemplates, readMail } from "./reading.ts";

export const mailRoutes = [
  on(mailsApi.list, ({ db, query }) => listMails(db, query)),
  on(mailsApi.get, ({ db, actor, params }) => readMail(db, actor, params.id)),
  on(mailsApi.templates, (call) => ({ items: previewTemplates(call, call.query.in) })),
];
