import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { byEmail, type PersonalData, type Whom } from "#backend/privacy/personal-data";
import { countChanged, type OldRows, retentionLimit, timestamp } from "#backend/privacy/retention";

/** Whether a tax receipt rests on a gift, or rested on it. */
const isProof = sql`exists (select from fiscal_receipt_sources certified where certified.gift_in_kind_id = it.id)`;

const isCertified = sql`exists (select from fiscal_receipt_sources certified where certified.gift_in_kind_id = it.id and certified.live)`;

const lastIssued = sql`(select max(issued.issued_at) from fiscal_receipt_sources certified
  join fiscal_receipts issued on issued.id = certified.receipt_id where certified.gift_in_kind_id = it.id)`;

const ofGifts = { table: "gifts_in_kind", columns: ["name", "email", "street", "postcode", "city"], loggedAs: "gift_in_kind" };

const byDonor = byEmail("email");

/** A receipt locks a gift before its row is one of the receipt: which gifts are deleted is known once they are locked. */
const lockGifts = (tx: Db, whom: Whom) =>
  tx.execute(sql`select it.id from gifts_in_kind it where ${byDonor.about(whom)} order by it.id for update`);

/** What is left of a gift whose donor and texts go: its figures, with a value on which no receipt is issued any more. */
const emptied = (where: SQL, at: SQL) => sql`update gifts_in_kind it set name = left(it.id::text, 8), email = null, description = '–',
  street = null, postcode = null, city = null, country = null, value_basis = case when it.value_basis is not null then '' end,
  value_reason = case when it.value_reason is not null then '' end, erased_at = ${at} where ${where}`;

/** A gift on a receipt that counts survives an erasure as long as the receipt, whose value it proves. Of one on a cancelled receipt the figures stay; others are deleted. */
export const personalData: PersonalData[] = [
  { ...ofGifts, ...byEmail("email", isCertified), lockFirst: lockGifts, erasure: "keep", because: "receipts" },
  {
    ...ofGifts,
    ...byEmail("email", sql`${isProof} and not ${isCertified}`),
    ...{ erasure: "anonymise", because: "receipts", anonymise: (tx, which) => tx.execute(emptied(which, sql`now()`)) },
  },
  { ...ofGifts, ...byEmail("email", sql`not ${isProof}`), erasure: "delete" },
];

const recorded = "who recorded it: staff, in the exercise of their office";
const decided = "who decided: staff, in the exercise of their office";

export const notPersonal = {
  "gifts_in_kind.created_by": recorded,
  "gifts_in_kind.value_recorded_by": recorded,
  "gifts_in_kind.value_decider_id": decided,
};

/** Six years after the last receipt that it was on, its donor and what was written go, and the figures stay. */
export const retention: OldRows[] = [
  {
    kind: "receipts",
    table: "gifts_in_kind",
    where: (now) => sql`it.updated_at <= ${retentionLimit("receipts", now)} and not ${isProof}`,
  },
  {
    kind: "receipts",
    table: "gifts_in_kind",
    where: (now) => sql`it.erased_at is null and ${isProof} and ${lastIssued} <= ${retentionLimit("receipts", now)}`,
    act: ({ db }, where, now) => countChanged(db, emptied(where, timestamp(now))),
  },
];
