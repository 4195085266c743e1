import * as z from "zod";
import { endpoint, listQuery, pageOf } from "./endpoint.ts";
import { locales } from "./locale.ts";

const access = { roles: ["ADMIN"] } as const;

export const mailStates = ["waiting", "sent", "failed"] as const;

export const MailRow = z.object({
  id: z.uuid(),
  topic: z.string(),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(mailStates),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
});
export type MailRow = z.infer<typeof MailRow>;

const Rendered = z.object({ subject: z.string(), text: z.string(), html: z.string() });

export const MailRecord = MailRow.extend(Rendered.shape).extend({ lastError: z.string().nullable() });
export type MailRecord = z.infer<typeof MailRecord>;

export const MailQuery = listQuery(["createdAt"], { status: z.enum(mailStates).optional().catch(undefined) });
export type MailQuery = z.infer<typeof MailQuery>;

export const mailsApi = {
  list: endpoint({ method: "GET", path: "/api/admin/mails", access, query: MailQuery, response: pageOf(MailRow) }),
  get: endpoint({ method: "GET", path: "/api/admin/mails/:id", access, params: z.object({ id: z.uuid() }), response: MailRecord }),
  /** Every template with invented values, in one language. */
  templates: endpoint({
    method: "GET",
    path: "/api/admin/mail-templates",
    access,
    query: z.object({ in: z.enum(locales).catch("fr").default("fr") }),
    response: z.object({ items: z.array(Rendered.extend({ topic: z.string() })) }),
  }),
};
