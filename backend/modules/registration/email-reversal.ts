import { and, eq, gt, isNull, ne } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { isDuplicate } from "#backend/db/duplicates";
import type { Services } from "#backend/http/services";
import { linkState, newLink, ofToken } from "#backend/identity/one-time-links";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { newResetLink, storeResetLink, voidResetLinks } from "#backend/modules/passwords/links";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { emailVerifications } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { logOutEverywhere } from "#backend/modules/users/transitions";
import type { LinkState } from "#contract/api/mail-links";
import { emailReversals } from "../account/tables.ts";

const days = 7;

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;
type User = Pick<typeof users.$inferSelect, "id" | "email" | "firstName" | "locale">;

/** Notifies the previous e-mail address of an account, with a link that restores it. */
export async function offerReversal(services: Deps, user: User, newEmail: string) {
  const { db, clock } = services;
  const now = clock();
  const { link, stored } = newLink(now, days * 86_400_000);
  await db.insert(emailReversals).values({ userId: user.id, email: user.email, ...stored, createdAt: now });
  const values = { oldEmail: user.email, newEmail, days: String(days) };
  await queueMailTo(services, { ...user, userId: user.id }, "email_changed", values, `email_changed:${stored.tokenHash}`, { link });
}

export async function readReversal(db: Db, now: Date, token: string): Promise<LinkState> {
  const [link] = await db.select().from(emailReversals).where(ofToken(emailReversals, token));
  return linkState(link, now);
}

type TakenBack = { state: LinkState; resetToken?: string };

/**
 * Restores the previous e-mail address, once. Whoever changed it may know the password, be logged in and have made further requests: the
 * password is removed, with every session and every pending link. Returns the link to a new password.
 */
export function takeBackEmail(services: Deps & Pick<Services, "declarations">, token: string, requestId: string): Promise<TakenBack> {
  return services.db
    .transaction((tx) => takeBack({ ...services, db: tx }, token, requestId))
    .catch((error) => {
      if (isDuplicate(error)) return { state: "expired" as const };
      throw error;
    });
}

async function takeBack(services: Deps & Pick<Services, "declarations">, token: string, requestId: string): Promise<TakenBack> {
  const { db: tx, clock } = services;
  const now = clock();
  const mine = ofToken(emailReversals, token);
  const [owner] = await tx.select({ id: emailReversals.userId }).from(emailReversals).where(mine);
  // The account is locked before its links, as everywhere: concurrent changes of an e-mail address are serialised here.
  const [user] = owner ? await tx.select().from(users).where(eq(users.id, owner.id)).for("update") : [];
  const [link] = await tx.select().from(emailReversals).where(mine);
  const state = linkState(link, now);
  if (!link || !user || state !== "valid") return { state };
  if (user.accountState === "left" || !(await makeFree(services, user.id, link.email, now))) return { state: "expired" };
  const back = { email: link.email, emailVerifiedAt: now, passwordHash: null, updatedAt: now };
  await tx.update(users).set(back).where(eq(users.id, user.id));
  await tx.update(emailReversals).set({ usedAt: now, updatedAt: now }).where(eq(emailReversals.id, link.id));
  await voidLinks(tx, user.id, link.createdAt, now);
  await logOutEverywhere(tx, user.id, now);
  await recordChange(
    tx,
    { id: user.id, requestId },
    {
      action: "user.email_restore",
      entityType: "person",
      entityId: user.id,
      before: { email: user.email },
      after: { email: link.email },
    },
  );
  const reset = newResetLink(now);
  await storeResetLink(tx, user.id, reset, now);
  return { state: "valid", resetToken: reset.link.token };
}

/** An account that has registered with the e-mail address since without verifying it loses it; one that verified it keeps it. */
async function makeFree(services: Deps & Pick<Services, "declarations">, userId: string, email: string, now: Date): Promise<boolean> {
  const { db: tx } = services;
  const [holder] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, userId)))
    .for("update");
  if (holder?.accountState === "registered") await erasePeople(services, null, [holder.id], now);
  return !holder || holder.accountState === "registered";
}

/** Links to other addresses, to a new password, and those that would bring back an address chosen since. */
async function voidLinks(tx: Db, userId: string, since: Date, now: Date) {
  const pending = and(eq(emailVerifications.userId, userId), isNull(emailVerifications.usedAt), gt(emailVerifications.expiresAt, now));
  await tx.update(emailVerifications).set({ expiresAt: now }).where(pending);
  await voidResetLinks(tx, userId, now);
  const later = and(eq(emailReversals.userId, userId), isNull(emailReversals.usedAt), gt(emailReversals.createdAt, since));
  await tx.update(emailReversals).set({ expiresAt: now }).where(later);
}
