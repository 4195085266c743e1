import { asc, desc, eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { type ChosenPurpose, type Consent, chosenPurposes, consentPurposes, consentTexts } from "#contract/law/privacy";
import { consents } from "./tables.ts";

/** The last choice for each use. Consent to an earlier version of the text does not count. */
export async function currentConsents(db: Db, userId: string): Promise<Consent[]> {
  const rows = await db
    .selectDistinctOn([consents.purpose])
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(consents.purpose, desc(consents.at), desc(consents.textVersion), asc(consents.given));
  return consentPurposes.map((purpose) => {
    const last = rows.find((row) => row.purpose === purpose);
    const textVersion = consentTexts[purpose];
    return { purpose, textVersion, given: !!last?.given && last.textVersion === textVersion, at: last?.at.toISOString() ?? null };
  });
}

/** Those that are chosen in one form: stores changes as new rows, each with the version of the text. */
export async function setConsents(tx: Db, actor: Actor, given: ChosenPurpose[], now: Date) {
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
