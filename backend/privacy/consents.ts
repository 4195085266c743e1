import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { consents } from "#backend/modules/privacy/tables";
import {
  type ChosenPurpose,
  type Consent,
  type ConsentPurpose,
  chosenPurposes,
  consentPurposes,
  consentTexts,
} from "#contract/law/privacy";

/** The order in which the last choice of a use is the first one. */
const lastFirst = [desc(consents.at), desc(consents.textVersion), asc(consents.given)];

/** The last choice for each use. Consent to an earlier version of the text does not count. */
export async function currentConsents(db: Db, userId: string): Promise<Consent[]> {
  const rows = await db
    .selectDistinctOn([consents.purpose])
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(consents.purpose, ...lastFirst);
  return consentPurposes.map((purpose) => {
    const last = rows.find((row) => row.purpose === purpose);
    return { purpose, textVersion: consentTexts[purpose], given: isInForce(last), at: last?.at.toISOString() ?? null };
  });
}

/** The last choice for one use, whichever version of its text it was about. */
export async function lastConsent(db: Db, userId: string, purpose: ConsentPurpose) {
  const [last] = await db
    .select()
    .from(consents)
    .where(and(eq(consents.userId, userId), eq(consents.purpose, purpose)))
    .orderBy(...lastFirst)
    .limit(1);
  return last;
}

/** Whether a choice is a consent to the present version of the text. */
export const isInForce = (last: typeof consents.$inferSelect | undefined) =>
  !!last?.given && last.textVersion === consentTexts[last.purpose];

/** The same as a condition on a person, whose id is in a column. */
export function hasConsented(db: Db, person: AnyPgColumn, purpose: ConsentPurpose): SQL {
  const last = db
    .select({ given: sql`${consents.given} and ${consents.textVersion} = ${consentTexts[purpose]}` })
    .from(consents)
    .where(and(eq(consents.userId, person), eq(consents.purpose, purpose)))
    .orderBy(...lastFirst)
    .limit(1);
  return sql`coalesce((${last}), false)`;
}

/** Those that are chosen in one form: stores changes as new rows, each with the version of the text. */
export async function setConsents(tx: Db, actor: Pick<Actor, "id" | "requestId">, given: ChosenPurpose[], now: Date) {
  const isChosen = (purpose: string): purpose is ChosenPurpose => (chosenPurposes as readonly string[]).includes(purpose);
  const before = (await currentConsents(tx, actor.id)).flatMap((one) => (isChosen(one.purpose) ? [{ ...one, purpose: one.purpose }] : []));
  const changed = before.filter((one) => one.given !== given.includes(one.purpose));
  if (changed.length === 0) return;
  await tx
    .insert(consents)
    .values(changed.map((one) => ({ userId: actor.id, purpose: one.purpose, given: !one.given, textVersion: one.textVersion, at: now })));
  await recordChange(tx, actor, {
    action: "user.consents",
    entityType: "person",
    entityId: actor.id,
    before: { given: before.filter((one) => one.given).map(({ purpose }) => purpose) },
    after: { given: chosenPurposes.filter((purpose) => given.includes(purpose)) },
  });
}
