import { sql } from "drizzle-orm";
import { by, byAddress, type PersonalData } from "#backend/privacy/personal-data";
import { type OldRows, retentionLimit } from "#backend/privacy/retention";

/** An erasure takes the proof as well: who is erased gets nothing that would have to be proved. */
export const personalData: PersonalData[] = [
  { table: "newsletter_requests", columns: ["email"], ...byAddress("email"), hidden: ["token_hash"], erasure: "delete" },
  { table: "newsletter_subscribers", columns: ["email"], ...byAddress("email"), loggedAs: "subscriber", erasure: "delete" },
  { table: "newsletter_subscribers", columns: ["user_id"], ...by("user_id"), loggedAs: "subscriber", erasure: "delete" },
];

/** From the last sign of the person: the withdrawal, or the confirmation. Reading is not observed. */
export const retention: OldRows[] = [
  {
    kind: "newsletter",
    table: "newsletter_subscribers",
    where: (now) => sql`coalesce(it.withdrawn_at, it.confirmed_at) <= ${retentionLimit("newsletter", now)}`,
  },
];
