import { and, eq, exists, type Placeholder, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { isValidOn, memberships } from "#backend/modules/memberships/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { users } from "./tables.ts";

/** Whether the person has a membership that is valid on a day (YYYY-MM-DD). */
export const isMember = (db: Db, today: string | Placeholder) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(memberships)
      .where(and(eq(memberships.userId, users.id), isValidOn(today))),
  );

/** The state of a driver's documents: `soon` within the 31 days to come. */
export const driverDocumentState = (today: string) => {
  const first = sql`least(${driverProfiles.licenceExpiry}, ${driverProfiles.insuranceExpiry}, ${driverProfiles.inspectionExpiry})`;
  return sql<"ok" | "soon" | "expired" | "missing">`case
    when ${driverProfiles.licenceExpiry} is null or ${driverProfiles.insuranceExpiry} is null or ${driverProfiles.inspectionExpiry} is null then 'missing'
    when ${first} < ${today}::date then 'expired' when ${first} <= ${today}::date + 31 then 'soon' else 'ok' end`;
};
