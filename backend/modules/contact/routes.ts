import { and, eq } from "drizzle-orm";
import { on } from "#backend/http/routes";
import { refuseSpam } from "#backend/http/spam-guard";
import { middleOfDepartement } from "#backend/modules/sectors/nearest";
import { sectors } from "#backend/modules/sectors/tables";
import { ownThreadRoutes } from "#backend/threads/own-routes";
import { threadRoutes } from "#backend/threads/routes";
import { contactApi, type MessageRowsQuery, messagesApi } from "#contract/charity/contact";
import { messageThread, readersOf, receiveMessage } from "./receiving.ts";
import { messagesReadBy } from "./scope.ts";
import { messageLetter, messageReplies, messages } from "./tables.ts";

export const contactRoutes = [
  on(contactApi.send, async (call) => {
    await refuseSpam(call, "contact", call.body);
    return receiveMessage(call, call.body, call.locale);
  }),
  on(contactApi.press, ({ settings }) => ({ email: settings.mailboxes.press ?? settings.contactEmail })),
  on(contactApi.office, async ({ settings }) => {
    const [latitude, longitude] = middleOfDepartement(/\b\d{5}\b/.exec(settings.postalAddress ?? "")?.[0] ?? "") ?? [null, null];
    return { address: settings.postalAddress, latitude, longitude };
  }),

  ...threadRoutes(messagesApi, {
    ...messageThread,
    replies: messageReplies,
    entityType: "message",
    letter: messageLetter,
    scope: messagesReadBy,
    narrow: ({ topic, team }: MessageRowsQuery) => and(topic && eq(messages.topic, topic), team ? eq(messages.sectorId, team) : undefined),
    read: async (db, where, order) => {
      const rows = await db
        .select({ message: messages, team: sectors.name })
        .from(messages)
        .leftJoin(sectors, eq(sectors.id, messages.sectorId))
        .where(where)
        .orderBy(...order);
      return rows.map(({ message, team }) => ({ ...message, message: message.body, team }));
    },
    mail: { topic: "message_reply" },
  }),
  ...ownThreadRoutes<typeof messages.$inferSelect>(messagesApi, {
    ...messageThread,
    replies: messageReplies,
    letter: messageLetter,
    subject: "message",
    pageOf: (id) => `/dashboard/admin/messages/${id}`,
    messageOf: ({ body }) => body,
    team: (services, { topic, sectorId }) => readersOf(services, topic, sectorId),
  }),
];
