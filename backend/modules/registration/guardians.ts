import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { linkState, newLink, ofToken } from "#backend/identity/one-time-links";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { hashOf } from "#backend/secrets";
import type { Answers } from "#contract/accounts/registration";
import type { LinkState } from "#contract/api/mail-links";
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
export async function remindGuardian(services: Deps, actor: Actor, userId: string) {
  await services.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ consent: guardianConsents, minor: users })
      .from(guardianConsents)
      .innerJoin(users, eq(users.id, guardianConsents.userId))
      .where(eq(guardianConsents.userId, userId))
      .for("update", { of: guardianConsents });
    if (!found) throw new Refusal("not_found");
    if (found.consent.consentedAt) throw new Refusal("wrong_state");
    const now = services.clock();
    const { link, stored } = newLink(now, lifetime);
    await tx
      .update(guardianConsents)
      .set({ ...stored, updatedAt: now })
      .where(eq(guardianConsents.userId, userId));
    await recordChange(tx, actor, { action: "user.ask_guardian", entityType: "user", entityId: userId });
    await mailGuardian({ ...services, db: tx }, found.minor, found.consent, link);
  });
}

type Guardian = Pick<typeof guardianConsents.$inferSelect, "guardianName" | "guardianEmail">;

async function mailGuardian(services: Deps, minor: Minor, guardian: Guardian, link: { token: string; endsAt: Date }) {
  const recipient = { email: guardian.guardianEmail, firstName: guardian.guardianName, locale: minor.locale };
  const values = { minorName: minor.firstName, days: String(days) };
  await queueMailTo(services, recipient, "guardian_consent", values, `guardian_consent:${hashOf(link.token)}`, {
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
    return state;
  });
}

function stateOf(consent: Pick<typeof guardianConsents.$inferSelect, "consentedAt" | "expiresAt"> | undefined, now: Date): LinkState {
  return linkState(consent && { usedAt: consent.consentedAt, expiresAt: consent.expiresAt }, now);
}
