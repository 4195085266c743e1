import { and, eq, exists, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { guardianConsents } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";

/** Whether the person is under 18 on a day (YYYY-MM-DD); not where no date of birth is known. */
export const isMinor = (today: string) => sql<boolean>`coalesce(${users.birthDate} > ${today}::date - interval '18 years', false)`;

/**
 * Whether a guardian has still to agree to an account: that of a minor, or of somebody whose date of birth is unknown. A column beside its
 * row of `users`.
 */
export function waitsForGuardian(db: Db, today: string): SQL<boolean> {
  const unanswered = db
    .select({ one: sql`1` })
    .from(guardianConsents)
    .where(and(eq(guardianConsents.userId, users.id), isNull(guardianConsents.consentedAt)));
  return sql`(${and(exists(unanswered), or(isNull(users.birthDate), isMinor(today)))})`;
}
