import { noSoonerThan } from "#backend/http/minimum-duration";
import { done, on } from "#backend/http/routes";
import { unsubscribingApi } from "#contract/accounts/unsubscribing";
import { mailsApi } from "#contract/api/mails";
import { countDead } from "./dead-mailboxes.ts";
import { listMails, previewTemplates, readMail, sendAgain, writeAgain } from "./queries.ts";
import { readSubscription, undoUnsubscribing, unsubscribe } from "./unsubscribing.ts";

/** Milliseconds in which each answer about a link is given at the earliest. */
const soonest = 150;

export const mailRoutes = [
  on(mailsApi.list, ({ db, query }) => listMails(db, query)),
  on(mailsApi.get, (call) => readMail(call, call.params.id)),
  on(mailsApi.send, async ({ actor, params, ...services }) => {
    await sendAgain(services, actor, params.id);
    return done;
  }),
  on(mailsApi.writeAgain, async (call) => {
    await writeAgain(call, call.actor, call.params.id);
    return done;
  }),
  on(mailsApi.deadMailboxes, async ({ db }) => ({ dead: await countDead(db) })),
  on(mailsApi.templates, (call) => ({ items: previewTemplates(call, call.query.in) })),
  on(unsubscribingApi.read, ({ body, ...services }) => noSoonerThan(soonest, readSubscription(services, body.token))),
  on(unsubscribingApi.stop, ({ body, ...services }) => noSoonerThan(soonest, unsubscribe(services, body.token))),
  on(unsubscribingApi.undo, ({ body, ...services }) => noSoonerThan(soonest, undoUnsubscribing(services, body.token, body.former))),
];
