import { sql } from "drizzle-orm";
import { by, byEmail, type PersonalData } from "#backend/privacy/personal-data";
import { countChanged, type OldRows, retentionLimit, timestamp } from "#backend/privacy/retention";

/** The file is fetched as one: a copy of the data names its hash. */
const ofDonors = { loggedAs: "fiscal_receipt", erasure: "keep", because: "receipts" } as const;

/** A receipt survives an erasure as it was issued: the tax office may ask for it for six years. */
export const personalData: PersonalData[] = [
  { table: "fiscal_receipts", columns: ["donor_id", "donor_name"], ...by("donor_id"), hidden: ["pdf"], ...ofDonors },
  {
    table: "fiscal_receipts",
    columns: ["donor_email", "donor_name"],
    ...byEmail("donor_email", sql`it.donor_id is null`),
    hidden: ["pdf"],
    ...ofDonors,
  },
];

const decided = "who decided: staff, in the exercise of their office";

export const notPersonal = {
  "fiscal_receipts.issued_by": decided,
  "fiscal_receipts.cancelled_by": decided,
  "annual_declarations.recorded_by": decided,
};

export const retention: OldRows[] = [
  {
    kind: "receipts",
    table: "fiscal_receipts",
    where: (now) => sql`it.erased_at is null and it.issued_at <= ${retentionLimit("receipts", now)}`,
    act: ({ db }, where, now) =>
      countChanged(
        db,
        sql`update fiscal_receipts it set issuer = null, donor = null, donor_name = null, donor_email = null, donor_id = null, pdf = null,
          sha256 = null, cancel_reason = case when it.status = 'cancelled' then '' end, erased_at = ${timestamp(now)} where ${where}`,
      ),
  },
];
