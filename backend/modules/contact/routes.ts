import { on } from "#backend/http/routes";
import { refuseSpam } from "#backend/http/spam-guard";
import { middleOfDepartement } from "#backend/modules/teams/nearest";
import { contactApi, messagesApi } from "#contract/contact";
import { getMessage, listMessages, replyTo, setMessageStatus } from "./answering.ts";
import { receiveMessage } from "./receiving.ts";

export const contactRoutes = [
  on(contactApi.send, async (call) => {
    await refuseSpam(call, "contact", call.body);
    return receiveMessage(call, call.body, call.locale);
  }),
  on(contactApi.office, async ({ settings }) => {
    const [latitude, longitude] = middleOfDepartement(/\b\d{5}\b/.exec(settings.postalAddress)?.[0] ?? "") ?? [null, null];
    return { address: settings.postalAddress, latitude, longitude };
  }),
  on(messagesApi.list, ({ db, query }) => listMessages(db, query)),
  on(messagesApi.get, ({ db, params }) => getMessage(db, params.id)),
  on(messagesApi.reply, async (call) => {
    await replyTo(call, call.actor, call.params.id, call.body);
    return getMessage(call.db, call.params.id);
  }),
  on(messagesApi.setStatus, async (call) => {
    await setMessageStatus(call, call.actor, call.params.id, call.body.status);
    return getMessage(call.db, call.params.id);
  }),
];
