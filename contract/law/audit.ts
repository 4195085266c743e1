import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { daysBetween } from "../api/list-filters.ts";
import { Localized } from "../formats/localized.ts";
import { shortText } from "../formats/validation.ts";

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
  /** The current names of what values refer to by id. */
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

const valueFaults = ["value_changed", "values_gone", "row_changed", "row_removed", "row_added"] as const;
const endFaults = ["end_cut", "head_missing", "chain_rewritten", "anchor_missing", "anchor_forged", "never_signed"] as const;
const auditFaults = [...valueFaults, ...endFaults] as const;

/** A verification: when, of which rows, and the first fault it found. */
export const AuditCheck = z.object({
  at: z.iso.datetime(),
  from: z.int(),
  to: z.int(),
  fault: z.object({ kind: z.enum(auditFaults), seq: z.int() }).nullable(),
});
export type AuditCheck = z.infer<typeof AuditCheck>;

export const auditApi = {
  list: endpoint({ method: "GET", path: "/api/admin/audit-log", access: admins, query: AuditQuery, response: pageOf(AuditRow) }),
  /** The choices of the list's filters. */
  kinds: endpoint({
    method: "GET",
    path: "/api/admin/audit-log/kinds",
    access: admins,
    response: z.object({ actions: z.array(z.string()), entityTypes: z.array(z.string()) }),
  }),
  /** What the last verification found, by night, by the command or requested on the page; null before the first one. */
  check: endpoint({
    method: "GET",
    path: "/api/admin/audit-log/check",
    access: admins,
    response: z.object({ last: AuditCheck.nullable() }),
  }),
  /** Verifies the newest rows, a fixed number, so that it takes seconds however long the log is. */
  verify: endpoint({ method: "POST", path: "/api/admin/audit-log/check", access: admins, response: Done }),
};
