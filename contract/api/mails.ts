import * as z from "zod";
import { locales } from "../formats/locale.ts";
import { Done, endpoint, listQuery, pageOf } from "./endpoint.ts";

const access = { roles: ["ADMIN"] } as const;

/** `failed`: given up, or come back; `expired`: its link ended before it could be sent, or nobody wants it any more. */
export const mailStates = ["waiting", "sent", "failed", "expired"] as const;

/** Why an address is dead: there is no such mailbox, or mails came back from it on several days. */
export const deadReasons = ["hard", "soft"] as const;
export type DeadReason = (typeof deadReasons)[number];

/**
 * Why a mail was not delivered, where it is not the fault of the mail server: its address is dead, there is no such mailbox, it came back, its
 * reader has stopped its topic, a newer one replaces it, its campaign was stopped, or staff have withdrawn it.
 */
export const undeliveredReasons = ["dead", "noMailbox", "bounced", "unwanted", "replaced", "stopped", "withdrawn"] as const;
export type UndeliveredReason = (typeof undeliveredReasons)[number];

/** What is known of an address that mails came back from. */
export const MailboxDelivery = z.object({
  /** Null: mails are sent to it. */
  deadSince: z.iso.datetime().nullable(),
  reason: z.enum(deadReasons).nullable(),
  /** The status code that the mail servers gave, as `5.1.1`. */
  code: z.string().nullable(),
  /** When its owner last marked a mail as spam. */
  complainedAt: z.iso.datetime().nullable(),
});
export type MailboxDelivery = z.infer<typeof MailboxDelivery>;

/** What staff see of a mail: never its text. */
export const MailRow = z.object({
  id: z.uuid(),
  topic: z.string(),
  recipient: z.string(),
  status: z.enum(mailStates),
  reason: z.enum(undeliveredReasons).nullable(),
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
  /** What is known of its address, where mails came back from it. */
  mailbox: MailboxDelivery.nullable(),
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
  /** Mails are sent to the address of this mail again. */
  writeAgain: endpoint({ method: "POST", path: "/api/admin/mails/:id/address-works", access, params, response: Done }),
  /** How many mailboxes are dead. */
  deadMailboxes: endpoint({ method: "GET", path: "/api/admin/mail-addresses", access, response: z.object({ dead: z.int() }) }),
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
