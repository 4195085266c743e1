import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { consents } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { consentTexts } from "#contract/law/privacy";
import { beneficiaryFiles } from "./tables.ts";

/** Since when the person consents to the text in force; null where their last choice is another. */
const agreedAt = sql`(select case when c.given and c.text_version = ${consentTexts.allergies} then c.at end from ${consents} c
  where c.user_id = ${beneficiaryFiles.userId} and c.purpose = 'allergies' order by c.at desc, c.text_version desc, c.given limit 1)`;

/** The allergies of a student's file, for whoever may read them. Where the consent was given to an earlier text, there are none. */
export const allergiesWithConsent = sql<string | null>`case when ${agreedAt} is not null then ${beneficiaryFiles.allergies} end`;

/** The moment of that consent, in milliseconds. */
export const allergiesAgreedAt = sql<number | null>`(extract(epoch from ${agreedAt}) * 1000)::float8`;

/** Records a consent to store allergies, which the text in force was read for. */
export async function agreeToAllergies(tx: Db, userId: string, now: Date) {
  await tx.insert(consents).values({ userId, purpose: "allergies", given: true, textVersion: consentTexts.allergies, at: now });
}

/** Withdraws the consent: a trigger erases the allergies with it. Returns whether there was one. */
export async function withdrawAllergies(tx: Db, userId: string, now: Date): Promise<boolean> {
  // A form that stores allergies waits for this row too.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  const [last] = await tx
    .select({ given: consents.given })
    .from(consents)
    .where(and(eq(consents.userId, userId), eq(consents.purpose, "allergies")))
    .orderBy(sql`${consents.at} desc, ${consents.textVersion} desc, ${consents.given}`)
    .limit(1);
  if (!last?.given) return false;
  await tx.insert(consents).values({ userId, purpose: "allergies", given: false, textVersion: consentTexts.allergies, at: now });
  return true;
}
