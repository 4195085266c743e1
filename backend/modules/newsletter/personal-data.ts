import { sql } from "drizzle-orm";
import { by, byEmail, type PersonalData } from "#backend/privacy/personal-data";
import { type OldRows, retentionLimit } from "#backend/privacy/retention";

/** An erasure deletes the proof as well: nothing is sent afterwards that would need one. */
export const personalData: PersonalData[] = [
  { table: "newsletter_requests", columns: ["email"], ...byEmail("email"), hidden: ["token_hash"], erasure: "delete" },
  { table: "newsletter_subscribers", columns: ["email"], ...byEmail("email"), loggedAs: "subscriber", erasure: "delete" },
  { table: "newsletter_subscribers", columns: ["user_id"], ...by("user_id"), loggedAs: "subscriber", erasure: "delete" },
];

/** Counted from the last act of the person: the withdrawal, or the confirmation. Opens are not tracked. */
export const retention: OldRows[] = [
  {
    kind: "newsletter",
    table: "newsletter_subscribers",
    where: (now) => sql`coalesce(it.withdrawn_at, it.confirmed_at) <= ${retentionLimit("newsletter", now)}`,
  },
];
