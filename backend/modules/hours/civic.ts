import { and, desc, eq, exists, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { civicAccount } from "#contract/charity/volunteer-hours";
import { isCounted } from "./counted.ts";
import { volunteerHours } from "./tables.ts";
import { ofYear } from "./year.ts";

/**
 * Whose hours of a year the charity can confirm for the civic commitment account: those of people who lead a sector, or have hours of leading others in that
 * year, with as many hours here as the account asks for in one charity.
 */
export function civicHours(db: Db, year: number, most: number) {
  const sum = sql<number>`sum(${volunteerHours.minutes})`.mapWith(Number);
  const leadsSector = exists(db.select({ one: sql`1` }).from(sectorManagers).where(eq(sectorManagers.userId, users.id)));
  return db
    .select({ userId: users.id, name: fullName(users), minutes: sum })
    .from(volunteerHours)
    .innerJoin(users, eq(users.id, volunteerHours.userId))
    .where(and(ofYear(year), isCounted))
    .groupBy(users.id)
    .having(and(sql`${sum} >= ${civicAccount.inOneCharity * 60}`, or(sql`bool_or(${volunteerHours.level} = 'lead')`, leadsSector)))
    .orderBy(desc(sum), users.id)
    .limit(most);
}
