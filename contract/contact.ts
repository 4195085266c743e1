import * as z from "zod";
import { endpoint, listQuery, pageOf } from "./endpoint.ts";
import { locales } from "./locale.ts";
import { spamGuardFields } from "./spam-guard.ts";

/** What people write about; each topic has its mailbox, and its words in `contact:topic`. */
export const contactTopics = ["help", "volunteer", "donation", "goods", "press", "partner", "data", "site", "other"] as const;
export const ContactTopic = z.enum(contactTopics);
export type ContactTopic = z.infer<typeof ContactTopic>;

/** A visitor's message, as the form of `/contact` sends it. */
export const ContactDraft = z.object({
  topic: ContactTopic,
  /** The local team it is for, when it is for one. */
  team: z.uuid().optional(),
  name: z.string().trim().min(1, "contact:error.name").max(120),
  email: z.email("contact:error.email").max(200),
  message: z.string().trim().min(1, "contact:error.message").max(5000),
  copy: z.boolean().default(false),
  ...spamGuardFields,
});
export type ContactDraft = z.infer<typeof ContactDraft>;

export const messageStatuses = ["new", "answered", "closed"] as const;
export const MessageStatus = z.enum(messageStatuses);
export type MessageStatus = z.infer<typeof MessageStatus>;

export const MessageRow = z.object({
  id: z.uuid(),
  /** What the writer quotes: `M-00042`. */
  ticket: z.string(),
  name: z.string(),
  topic: ContactTopic,
  team: z.string().nullable(),
  status: MessageStatus,
  receivedAt: z.iso.datetime(),
});
export type MessageRow = z.infer<typeof MessageRow>;

export const MessageRecord = MessageRow.extend({
  email: z.string(),
  locale: z.enum(locales),
  message: z.string(),
  version: z.int(),
  replies: z.array(z.object({ id: z.uuid(), author: z.string(), body: z.string(), at: z.iso.datetime() })),
});
export type MessageRecord = z.infer<typeof MessageRecord>;

/** An answer to a message; `version` is the one it answers, so that two people do not answer without knowing. */
export const MessageReply = z.object({
  body: z.string().trim().min(1, "contact:error.message").max(5000),
  version: z.coerce.number().int(),
});

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

export const contactApi = {
  send: endpoint({
    method: "POST",
    path: "/api/contact",
    access: "public",
    body: ContactDraft,
    response: z.object({ ticket: z.string() }),
    status: 201,
  }),
  /** Where the head office is: its address in one line, and about where that is in France. */
  office: endpoint({
    method: "GET",
    path: "/api/office",
    access: "public",
    response: z.object({ address: z.string(), latitude: z.number().nullable(), longitude: z.number().nullable() }),
    shows: [],
  }),
};
export type Office = z.infer<typeof contactApi.office.response>;

export const MessageRowsQuery = listQuery(["receivedAt", "name"], {
  status: MessageStatus.optional().catch(undefined),
  topic: ContactTopic.optional().catch(undefined),
  team: z.uuid().optional().catch(undefined),
});
export type MessageRowsQuery = z.infer<typeof MessageRowsQuery>;

export const messagesApi = {
  list: endpoint({
    method: "GET",
    path: "/api/admin/messages",
    access: admins,
    query: MessageRowsQuery,
    response: pageOf(MessageRow),
  }),
  get: endpoint({ method: "GET", path: "/api/admin/messages/:id", access: admins, params: byId, response: MessageRecord }),
  reply: endpoint({
    method: "POST",
    path: "/api/admin/messages/:id/replies",
    access: admins,
    params: byId,
    body: MessageReply,
    response: MessageRecord,
    status: 201,
  }),
  setStatus: endpoint({
    method: "POST",
    path: "/api/admin/messages/:id/status",
    access: admins,
    params: byId,
    body: z.object({ status: MessageStatus }),
    response: MessageRecord,
  }),
};
