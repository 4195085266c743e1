import { and, eq, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { newsletterRequests, newsletterSubscribers as subscribers } from "#backend/modules/newsletter/tables";
import { consents } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { hasConsented, isInForce, lastConsent } from "#backend/privacy/consents";
import { consentTexts } from "#contract/law/privacy";

export type StoredSubscriber = typeof subscribers.$inferSelect;

/** Whether a row is that of a subscriber who has agreed to the present text. */
export const isSubscribed = (): SQL | undefined =>
  and(isNull(subscribers.withdrawnAt), isNull(subscribers.userId), eq(subscribers.textVersion, consentTexts.newsletter));

/** The same, or that of an account which has consented: what was on its way when the account was opened still arrives. */
export const isReached = (db: Db): SQL | undefined =>
  or(isSubscribed(), and(isNotNull(subscribers.userId), hasConsented(db, subscribers.userId, "newsletter")));

/** The open account that decides for an address. */
export async function accountOf(db: Db, email: string): Promise<string | undefined> {
  const isOpen = and(eq(users.accountState, "validated"), isNotNull(users.emailVerifiedAt));
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isOpen));
  return account?.id;
}

/** The subscriber with an address, if they get the newsletter. */
export async function subscriberWith(db: Db, email: string): Promise<StoredSubscriber | undefined> {
  const [row] = await db
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.email, email), isReached(db)));
  return row;
}

export async function subscriberById(db: Db, id: string): Promise<StoredSubscriber | undefined> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.id, id));
  return row;
}

export const getsNewsletter = ({ withdrawnAt, userId, textVersion }: StoredSubscriber) =>
  !withdrawnAt && !userId && textVersion === consentTexts.newsletter;

/** Consents for an account, unless it has. */
export async function consentToNewsletter(tx: Db, userId: string, textVersion: number, at: Date) {
  const last = await lastConsent(tx, userId, "newsletter");
  if (isInForce(last)) return;
  await tx.insert(consents).values({ userId, purpose: "newsletter", given: true, textVersion, at });
  const change = { before: { newsletter: "never" }, after: { newsletter: "each" } };
  await recordChange(tx, null, { action: "user.subscribe", entityType: "person", entityId: userId, ...change });
}

/** Ends a subscription; the row stays as the proof. */
export async function withdraw(tx: Db, id: string, now: Date): Promise<boolean> {
  const ended = await tx
    .update(subscribers)
    .set({ withdrawnAt: now, updatedAt: now })
    .where(and(eq(subscribers.id, id), isNull(subscribers.withdrawnAt), isNull(subscribers.userId)))
    .returning({ id: subscribers.id });
  return ended.length > 0;
}

/** Takes a withdrawal back. An account that was opened with the address since decides instead. */
export async function resume(tx: Db, { id, email, textVersion }: StoredSubscriber, now: Date) {
  // An account with the address that is just being opened is waited for. The request is locked as by a confirmation and the trigger of accounts, so
  // that of two concurrent changes one sees the other; but it is gone a week after it was made.
  await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for("no key update");
  await tx.select({ email: newsletterRequests.email }).from(newsletterRequests).where(eq(newsletterRequests.email, email)).for("update");
  const userId = await accountOf(tx, email);
  await tx
    .update(subscribers)
    .set({ withdrawnAt: null, userId: userId ?? null, updatedAt: now })
    .where(eq(subscribers.id, id));
  if (userId) await consentToNewsletter(tx, userId, textVersion, now);
}
