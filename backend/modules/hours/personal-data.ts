import { sql } from "drizzle-orm";
import { by, type PersonalData } from "#backend/privacy/personal-data";

/**
 * The charity values the hours in its accounts: an erasure keeps the figures with an account that names nobody, and deletes what was written about
 * them. Certificates keep number and code, so that whoever checks one reads that it holds no more.
 */
export const personalData: PersonalData[] = [
  {
    table: "volunteer_hours",
    columns: ["user_id"],
    ...by("user_id"),
    loggedAs: "volunteer_hours",
    erasure: "anonymise",
    because: "accounting",
    anonymise: (tx, which) =>
      tx.execute(sql`update volunteer_hours it set description = null, starts_at = null,
        reject_reason = case when status = 'rejected' then '' end where ${which}`),
  },
  { table: "hour_thanks", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  {
    table: "volunteer_certificates",
    columns: ["user_id", "holder_name"],
    ...by("user_id"),
    loggedAs: "volunteer_hours",
    erasure: "anonymise",
    because: "proof",
    anonymise: (tx, which) =>
      tx.execute(sql`update volunteer_certificates it set holder_name = null, sector_name = null, lines = '[]',
        withdraw_reason = case when withdraw_reason is not null then '' end,
        erased_at = coalesce(erased_at, now()) where ${which}`),
  },
];

const decided = "who decided: staff, in the exercise of their office";

export const notPersonal = {
  "hour_periods.closed_by": decided,
  "volunteer_hours.validator_id": decided,
  "volunteer_certificates.issued_by": decided,
  "volunteer_certificates.withdrawn_by": decided,
  "volunteer_certificates.sector_name": "the name of a sector",
};
