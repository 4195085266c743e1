import * as z from "zod";
import { endpoint, listQuery, pageOf } from "./endpoint.ts";
import { Localized } from "./localized.ts";
import { shortText } from "./messages.ts";
import { daysBetween } from "./narrowing.ts";

const admins = { roles: ["ADMIN"] } as const;

export const auditActorKinds = ["user", "system", "api_client"] as const;

/** One line of the audit log. The values before and after are for those who hold AUDIT_READ. */
export const AuditRow = z.object({
  /** Its number in the chain, as a text. */
  id: z.string(),
  at: z.iso.datetime(),
  actorId: z.uuid().nullable(),
  actor: z.string().nullable(),
  actorKind: z.enum(auditActorKinds),
  action: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  fields: z.array(z.string()),
  changes: z.record(z.string(), z.object({ before: z.unknown().optional(), after: z.unknown().optional() })).nullable(),
  /** What the things are called now that values name by their ids. */
  names: z.record(z.uuid(), Localized),
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

const word = shortText(80)
  .regex(/^[\w.-]+$/)
  .optional()
  .catch(undefined);

export const AuditQuery = listQuery(["at"], {
  action: word,
  entityType: word,
  entityId: word,
  actorId: z.uuid().optional().catch(undefined),
  actorKind: z.enum(auditActorKinds).optional().catch(undefined),
  ...daysBetween("at"),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const auditApi = {
  list: endpoint({ method: "GET", path: "/api/admin/audit-log", access: admins, query: AuditQuery, response: pageOf(AuditRow) }),
  /** What there is to narrow the list to. */
  kinds: endpoint({
    method: "GET",
    path: "/api/admin/audit-log/kinds",
    access: admins,
    response: z.object({ actions: z.array(z.string()), entityTypes: z.array(z.string()) }),
  }),
  /** Whether each row follows from the one before: the last thousand rows, or all of them. */
  check: endpoint({
    method: "GET",
    path: "/api/admin/audit-log/check",
    access: admins,
    query: z.object({ all: z.stringbool().optional().catch(undefined) }),
    response: z.object({ broken: z.int().nullable(), checked: z.int(), total: z.int() }),
  }),
};
