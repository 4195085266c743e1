import * as z from "zod";
import { messageReaders } from "../accounts/permissions.ts";
import { endpoint } from "../api/endpoint.ts";
import { spamGuardFields } from "../api/spam-guard.ts";
import { filled, validEmail } from "../formats/validation.ts";
import { threadApi, threadStatuses } from "./threads.ts";

/** The topics of messages; each has its mailbox, and its label in `contact:topic`. */
export const contactTopics = ["help", "volunteer", "donation", "goods", "press", "partner", "data", "site", "other"] as const;
export const ContactTopic = z.enum(contactTopics);
export type ContactTopic = z.infer<typeof ContactTopic>;
/** Topics that may have their own mailbox: the topics of the form, and applications. */
export const MailboxTopic = z.enum([...contactTopics, "jobs"]);
export type MailboxTopic = z.infer<typeof MailboxTopic>;

/** A visitor's message, as the form of `/contact` sends it. */
export const ContactDraft = z.object({
  topic: z.enum(contactTopics, "contact:error.topic"),
  /** The local team it is for, when it is for one. */
  team: z.uuid().optional(),
  name: filled("contact:error.name", 120),
  email: validEmail("contact:error.emailMissing", "contact:error.email"),
  message: filled("contact:error.message", 5000),
  copy: z.boolean().default(false),
  ...spamGuardFields,
});
export type ContactDraft = z.infer<typeof ContactDraft>;

export const contactApi = {
  send: endpoint({
    method: "POST",
    path: "/api/contact",
    access: "public",
    body: ContactDraft,
    response: z.object({ ticket: z.string() }),
    status: 201,
  }),
  /** The e-mail address for journalists: that of the press, else the general one; null when neither is set. */
  press: endpoint({
    method: "GET",
    path: "/api/press-contact",
    access: "public",
    response: z.object({ email: z.string().nullable() }),
    shows: [],
  }),
  /** The head office: its address in one line, null when it is not set, and its rough place in France. */
  office: endpoint({
    method: "GET",
    path: "/api/office",
    access: "public",
    response: z.object({ address: z.string().nullable(), latitude: z.number().nullable(), longitude: z.number().nullable() }),
    shows: [],
  }),
};
export type Office = z.infer<typeof contactApi.office.response>;

export const messageStatuses = threadStatuses("new");

export const messagesApi = threadApi("messages", {
  waiting: "new",
  access: messageReaders,
  row: { topic: ContactTopic, team: z.string().nullable() },
  filters: { topic: ContactTopic.optional().catch(undefined), team: z.uuid().optional().catch(undefined) },
});
export type MessageRow = z.infer<typeof messagesApi.Row>;
export type MessageRowsQuery = z.infer<typeof messagesApi.Query>;
