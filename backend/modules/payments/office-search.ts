import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { OfficeSearchSource } from "#backend/dashboard/office-search";
import { columnsContain, contains } from "#backend/db/word-search";
import { pledges } from "#backend/modules/pledges/tables";
import { foundOfKind } from "#contract/charity/office-search";
import { pledgeReference } from "#contract/giving/payments";
import { payments } from "./tables.ts";

/** Pledges by their reference. Of a part, the index on all words of a pledge finds it, then its reference decides. */
export function withReference(q: string): SQL | undefined {
  const reference = pledgeReference(q);
  return reference ? eq(pledges.reference, reference) : and(contains(pledges, q), columnsContain([pledges.reference], q));
}

/** Payments of the pledges that a reference finds. */
export const paymentsInOffice: OfficeSearchSource = {
  kind: "payments",
  find(db, { role }, q) {
    if (role !== "ADMIN") return null;
    const ofPledges = db.select({ id: pledges.id }).from(pledges).where(withReference(q));
    return db
      .select({
        id: sql`${payments.id}`.as("id"),
        reference: sql`${pledges.reference}`.as("reference"),
        signedCents: sql`${payments.signedCents}`.as("signedCents"),
        receivedOn: sql`${payments.receivedOn}`.as("receivedOn"),
      })
      .from(payments)
      .innerJoin(pledges, eq(pledges.id, payments.pledgeId))
      .where(inArray(payments.pledgeId, ofPledges))
      .orderBy(desc(payments.receivedOn), desc(payments.id))
      .limit(foundOfKind)
      .getSQL();
  },
};
