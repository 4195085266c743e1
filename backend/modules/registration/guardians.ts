import { eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { hashOf, newToken } from "#backend/secrets";
import type { Answers } from "#contract/accounts/registration";
import type { LinkState } from "#contract/api/mail-links";
import { guardianConsents } from "./tables.ts";

const days = 30;

type Needs = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;
type Minor = Pick<typeof users.$inferSelect, "id" | "firstName" | "locale">;

/** Writes to a minor's guardian for the consent without which the account does not open. */
export async function askGuardian(services: Needs, { id, firstName, locale }: Minor, { guardianName, guardianEmail }: Answers) {
  const { db, clock } = services;
  const token = newToken();
  const now = clock();
  const guardian = { guardianName: String(guardianName), guardianEmail: String(guardianEmail) };
  const expiresAt = new Date(now.getTime() + days * 86_400_000);
  await db.insert(guardianConsents).values({ userId: id, ...guardian, tokenHash: hashOf(token), expiresAt, createdAt: now });
  const recipient = { email: guardian.guardianEmail, firstName: guardian.guardianName, locale };
  const values = { minorName: firstName, days: String(days) };
  const more = { link: { token, endsAt: expiresAt }, aboutId: id };
  await queueMailTo(services, recipient, "guardian_consent", values, `guardian_consent:${hashOf(token)}`, more);
}

/** What a guardian's link still does, and whom it is about. */
export async function readGuardianLink(db: Db, now: Date, token: string) {
  const [link] = await db
    .select({ consent: guardianConsents, minorName: users.firstName })
    .from(guardianConsents)
    .innerJoin(users, eq(users.id, guardianConsents.userId))
    .where(eq(guardianConsents.tokenHash, hashOf(token)));
  const state = stateOf(link?.consent, now);
  if (!link || state === "expired") return { state, minorName: "", guardianName: "" };
  return { state, minorName: link.minorName, guardianName: link.consent.guardianName };
}

/** Keeps that the guardian agreed, once, with the name they wrote. */
export async function giveConsent(db: Db, now: Date, { token, name }: { token: string; name: string }): Promise<LinkState> {
  return db.transaction(async (tx) => {
    const mine = eq(guardianConsents.tokenHash, hashOf(token));
    const [consent] = await tx.select().from(guardianConsents).where(mine).for("update");
    const state = stateOf(consent, now);
    if (state === "valid") await tx.update(guardianConsents).set({ consentedAt: now, signedName: name, updatedAt: now }).where(mine);
    return state;
  });
}

function stateOf(consent: Pick<typeof guardianConsents.$inferSelect, "consentedAt" | "expiresAt"> | undefined, now: Date): LinkState {
  if (consent?.consentedAt) return "used";
  return consent && consent.expiresAt > now ? "valid" : "expired";
}
