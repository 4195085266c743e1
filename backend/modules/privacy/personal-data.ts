import { sql } from "drizzle-orm";
import { by, byEmail, type PersonalData } from "#backend/privacy/personal-data";
import { type OldRows, retentionLimit } from "#backend/privacy/retention";

export const personalData: PersonalData[] = [
  { table: "notification_choices", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  { table: "notification_pauses", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  { table: "retention_progress", columns: ["user_id"], ...by("user_id"), erasure: "anonymise" },
  // Proof that a choice was theirs, that a request was answered.
  { table: "consents", columns: ["user_id"], ...by("user_id"), erasure: "keep", because: "proof" },
  {
    table: "data_requests",
    columns: ["user_id"],
    ...by("user_id"),
    hidden: ["archive_key"],
    loggedAs: "data_request",
    erasure: "anonymise",
    because: "proof",
  },
  {
    table: "data_requests",
    columns: ["email"],
    ...byEmail("email"),
    hidden: ["archive_key"],
    loggedAs: "data_request",
    erasure: "anonymise",
    because: "proof",
  },
];

export const retention: OldRows[] = [
  {
    kind: "data_requests",
    table: "data_requests",
    where: (now) =>
      sql`it.status not in ('open', 'running') and it.archive_key is null and it.received_at <= ${retentionLimit("data_requests", now)}`,
  },
];
