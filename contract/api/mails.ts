import * as z from "zod";
import { locales } from "../formats/locale.ts";
import { Done, endpoint, listQuery, pageOf } from "./endpoint.ts";

const access = { roles: ["ADMIN"] } as const;

/** `failed`: given up, and may be sent again; `expired`: its link ended before it could be sent. */
export const mailStates = ["waiting", "sent", "failed", "expired"] as const;

/** What staff see of a mail: never its text. */
export const MailRow = z.object({
  id: z.uuid(),
  topic: z.string(),
  recipient: z.string(),
  status: z.enum(mailStates),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
});
export type MailRow = z.infer<typeof MailRow>;

export const MailRecord = MailRow.extend({
  /** Codes of the last attempt that failed, as `EENVELOPE 550 5.1.1 RCPT TO`. */
  lastError: z.string().nullable(),
  /** When the next attempt is due; null once there is none. */
  dueAt: z.iso.datetime().nullable(),
  /** Whether it may be sent at once or again: it is due, an attempt has failed, or it was given up and its text is still stored. */
  canSend: z.boolean(),
});
export type MailRecord = z.infer<typeof MailRecord>;

export const MailQuery = listQuery(["createdAt"], { status: z.enum(mailStates).optional().catch(undefined) });
export type MailQuery = z.infer<typeof MailQuery>;

const params = z.object({ id: z.uuid() });

export const mailsApi = {
  list: endpoint({ method: "GET", path: "/api/admin/mails", access, query: MailQuery, response: pageOf(MailRow) }),
  get: endpoint({ method: "GET", path: "/api/admin/mails/:id", access, params, response: MailRecord }),
  /** Puts a mail that is due or failed first in the queue again. Three times an hour for one mail, thirty by one person; 409 before its time. */
  send: endpoint({ method: "POST", path: "/api/admin/mails/:id/send", access, params, response: Done }),
  /** Every template with invented values, in one language. */
  templates: endpoint({
    method: "GET",
    path: "/api/admin/mail-templates",
    access,
    query: z.object({ in: z.enum(locales).catch("fr").default("fr") }),
    response: z.object({
      items: z.array(z.object({ topic: z.string(), subject: z.string(), text: z.string(), html: z.string() })),
    }),
  }),
};
