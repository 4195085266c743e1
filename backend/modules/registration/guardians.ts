import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { waitsForGuardian } from "#backend/identity/minors";
import { linkState, newLink, ofToken } from "#backend/identity/one-time-links";
import { sendToAgain } from "#backend/modules/mails/dead-mailboxes";
import { cancelMails, queueMail, queueMailTo } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { hashOf } from "#backend/secrets";
import type { GuardianContact } from "#contract/accounts/account-review";
import type { Answers } from "#contract/accounts/registration";
import type { LinkState } from "#contract/api/mail-links";
import { franceDay } from "#contract/formats/france-time";
import { guardianConsents } from "./tables.ts";

const days = 30;
const lifetime = days * 86_400_000;

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;
type Minor = Pick<typeof users.$inferSelect, "id" | "firstName" | "locale">;

/** Writes to a minor's guardian for the consent without which the account does not open. */
export async function notifyGuardian(services: Deps, { id, firstName, locale }: Minor, { guardianName, guardianEmail }: Answers) {
  const guardian = { guardianName: String(guardianName), guardianEmail: String(guardianEmail) };
  const now = services.clock();
  const { link, stored } = newLink(now, lifetime);
  await services.db.insert(guardianConsents).values({ userId: id, ...guardian, ...stored, createdAt: now });
  await mailGuardian(services, { id, firstName, locale }, guardian, link);
}

/** Sends another mail to a guardian who has not answered; the previous link becomes invalid. */
export function remindGuardian(services: Deps, actor: Actor, userId: string) {
  return services.db.transaction(async (tx) => {
    await askAgain({ ...services, db: tx }, userId, {});
    await recordChange(tx, actor, { action: "user.ask_guardian", entityType: "user", entityId: userId });
  });
}

/** Corrects who the guardian is, and asks there. The minor gets a mail that says so. */
export function correctGuardian(services: Deps, actor: Actor, userId: string, { name, email }: GuardianContact) {
  return services.db.transaction(async (tx) => {
    const inTx = { ...services, db: tx };
    const { locale } = await askAgain(inTx, userId, { guardianName: name, guardianEmail: email });
    // The log says that the guardian was corrected, without the values.
    await recordChange(tx, actor, { action: "user.correct_guardian", entityType: "user", entityId: userId });
    const values = { fields: services.translate(locale, "mails:frame.changed.guardian"), page: "/account/pending/validation" };
    await queueMail(inTx, userId, "profile_changed", values, `profile_changed:${userId}:${services.clock().toISOString()}`);
  });
}

async function askAgain(services: Deps, userId: string, corrected: Partial<Guardian>): Promise<Minor> {
  const { db, clock } = services;
  const now = clock();
  const [found] = await db
    .select({ consent: guardianConsents, minor: users, waits: waitsForGuardian(db, franceDay(now)) })
    .from(guardianConsents)
    .innerJoin(users, eq(users.id, guardianConsents.userId))
    .where(eq(guardianConsents.userId, userId))
    .for("update", { of: guardianConsents });
  if (!found) throw new Refusal("not_found");
  // Only the locked row shows a consent that was given while this waited for it.
  if (found.consent.consentedAt || !found.waits) throw new Refusal("wrong_state");
  const { link, stored } = newLink(now, lifetime);
  await db
    .update(guardianConsents)
    .set({ ...corrected, ...stored, updatedAt: now })
    .where(eq(guardianConsents.userId, userId));
  // A mail that has not left has a void link, and may go to a mistyped address.
  await cancelMails(services, [mailKey(found.consent.tokenHash)]);
  await mailGuardian(services, found.minor, { ...found.consent, ...corrected }, link);
  return found.minor;
}

const mailKey = (tokenHash: string) => `guardian_consent:${tokenHash}`;

type Guardian = Pick<typeof guardianConsents.$inferSelect, "guardianName" | "guardianEmail">;

async function mailGuardian(services: Deps, minor: Minor, guardian: Guardian, link: { token: string; endsAt: Date }) {
  const recipient = { email: guardian.guardianEmail, firstName: guardian.guardianName, locale: minor.locale };
  const values = { minorName: minor.firstName, days: String(days) };
  await queueMailTo(services, recipient, "guardian_consent", values, mailKey(hashOf(link.token)), {
    ...{ link, aboutId: minor.id },
    record: { subject: "person", subjectId: minor.id },
  });
}

/** Whether a guardian's link is valid, and whom it is about. */
export async function readGuardianLink(db: Db, now: Date, token: string) {
  const [link] = await db
    .select({ consent: guardianConsents, minorName: users.firstName })
    .from(guardianConsents)
    .innerJoin(users, eq(users.id, guardianConsents.userId))
    .where(ofToken(guardianConsents, token));
  const state = stateOf(link?.consent, now);
  if (!link || state === "expired") return { state, minorName: "", guardianName: "" };
  return { state, minorName: link.minorName, guardianName: link.consent.guardianName };
}

/** Records the guardian's consent, once, with the name they entered. */
export async function giveConsent(db: Db, now: Date, { token, name }: { token: string; name: string }): Promise<LinkState> {
  return db.transaction(async (tx) => {
    const mine = ofToken(guardianConsents, token);
    const [consent] = await tx.select().from(guardianConsents).where(mine).for("update");
    const state = stateOf(consent, now);
    if (state === "valid") await tx.update(guardianConsents).set({ consentedAt: now, signedName: name, updatedAt: now }).where(mine);
    if (consent && state === "valid") await sendToAgain(tx, consent.guardianEmail, now);
    return state;
  });
}

function stateOf(consent: Pick<typeof guardianConsents.$inferSelect, "consentedAt" | "expiresAt"> | undefined, now: Date): LinkState {
  return linkState(consent && { usedAt: consent.consentedAt, expiresAt: consent.expiresAt }, now);
}
