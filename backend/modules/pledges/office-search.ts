import { desc, sql } from "drizzle-orm";
import type { OfficeSearchSource } from "#backend/dashboard/office-search";
import { withReference } from "#backend/modules/payments/office-search";
import { foundOfKind } from "#contract/charity/office-search";
import { pledges } from "./tables.ts";

export const pledgesInOffice: OfficeSearchSource = {
  kind: "pledges",
  moment: "at",
  find(db, { role }, q) {
    if (role !== "ADMIN") return null;
    return db
      .select({
        id: sql`${pledges.id}`.as("id"),
        reference: sql`${pledges.reference}`.as("reference"),
        amountCents: sql`${pledges.amountCents}`.as("amountCents"),
        at: sql`${pledges.createdAt}`.as("at"),
      })
      .from(pledges)
      .where(withReference(q))
      .orderBy(desc(pledges.createdAt), desc(pledges.id))
      .limit(foundOfKind)
      .getSQL();
  },
};
