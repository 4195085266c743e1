import { byEmail, type PersonalData } from "#backend/privacy/personal-data";
import { type OldRows, oldSince } from "#backend/privacy/retention";

/** Access to one's gifts without an account. */
export const personalData: PersonalData[] = [
  { table: "donor_links", columns: ["email"], ...byEmail("email"), hidden: ["token_hash"], erasure: "delete" },
  { table: "donor_sessions", columns: ["email"], ...byEmail("email"), hidden: ["token_hash"], erasure: "delete" },
];

export const retention: OldRows[] = [
  oldSince("mail_links", "donor_links", "expires_at"),
  oldSince("sessions", "donor_sessions", "expires_at"),
];
