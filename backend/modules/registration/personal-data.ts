import { type SQL, sql } from "drizzle-orm";
import { by, byEmail, type PersonalData, sentFrom } from "#backend/privacy/personal-data";
import { countChanged, type OldRows, oldSince, type RetentionDeps, retentionLimit } from "#backend/privacy/retention";

export const personalData: PersonalData[] = [
  { table: "email_verifications", columns: ["user_id", "email"], ...by("user_id"), hidden: ["token_hash"], erasure: "delete" },
  // An e-mail address entered for an account; a verified one is found by the account's id.
  {
    table: "email_verifications",
    columns: ["email"],
    emailColumn: "email",
    about: (whom) => (Array.isArray(whom) ? sql`false` : sentFrom(whom, "email")),
    hidden: ["user_id", "token_hash"],
    erasure: "delete",
  },
  // The registration and its answers.
  { table: "registrations", columns: ["user_id", "address_line", "postcode", "city"], ...by("user_id"), erasure: "delete" },
  { table: "volunteer_profiles", columns: ["user_id", "shares_phone"], ...by("user_id"), erasure: "delete" },
  { table: "merchant_profiles", columns: ["user_id", "siret", "company_name"], ...by("user_id"), erasure: "delete" },
  {
    table: "guardian_consents",
    columns: ["user_id", "guardian_name", "guardian_email", "signed_name"],
    ...by("user_id"),
    hidden: ["token_hash"],
    erasure: "delete",
  },
  // A guardian's consent is retained as long as the account.
  {
    table: "guardian_consents",
    columns: ["guardian_email"],
    ...byEmail("guardian_email"),
    hidden: ["user_id", "token_hash"],
    erasure: "keep",
    because: "proof",
  },
];

export const retention: OldRows[] = [
  oldSince("mail_links", "email_verifications", "expires_at"),
  {
    kind: "registration_drafts",
    table: "registration_drafts",
    // A draft can be read for thirty days after the last keystroke; the time counts from there.
    where: (now) => sql`it.expires_at <= ${retentionLimit("registration_drafts", now)} + interval '30 days'`,
    act: eraseDrafts,
  },
];

async function eraseDrafts({ db, files }: RetentionDeps, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ key: string }>(
    sql`select paper.storage_key as key from registration_papers paper join registration_drafts it on it.token_hash = paper.draft_hash where ${where}`,
  );
  for (const { key } of rows) await files.remove(key);
  return countChanged(db, sql`delete from registration_drafts it where ${where}`);
}
