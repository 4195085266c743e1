import { sql } from "drizzle-orm";
import { by, type PersonalData } from "#backend/privacy/personal-data";
import { countChanged, type OldRows, retentionLimit } from "#backend/privacy/retention";

export const personalData: PersonalData[] = [
  // The log is append-only: the values about the person are blanked, and the chain stays valid.
  {
    table: "audit_log",
    columns: ["actor_id"],
    ...by("actor_id"),
    hidden: ["hash", "prev_hash", "changes_digest", "reason_digest", "salt"],
    erasure: "anonymise",
    because: "log",
  },
];

export const retention: OldRows[] = [
  {
    kind: "access_logs",
    table: "audit_log",
    where: (now) => sql`it.at <= ${retentionLimit("access_logs", now)} and (it.changes is not null or it.reason is not null)`,
    act: ({ db }, where) => countChanged(db, sql`update audit_log it set changes = null, reason = null where ${where}`),
  },
];
