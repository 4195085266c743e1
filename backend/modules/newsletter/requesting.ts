import { and, eq, gt, inArray, isNull, lte, sql, TransactionRollbackError } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { linkState, newLink, ofToken } from "#backend/identity/one-time-links";
import { deliveryTo } from "#backend/modules/mails/dead-mailboxes";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { accountOf, getsNewsletter, subscriberWith } from "#backend/modules/mails/subscribers";
import { outgoingMails } from "#backend/modules/mails/tables";
import { isInForce, lastConsent } from "#backend/privacy/consents";
import { confirmedWithinDays } from "#contract/accounts/newsletter";
import type { LinkState } from "#contract/api/mail-links";
import type { Locale } from "#contract/formats/locale";
import { consentTexts } from "#contract/law/privacy";
import { subscribe } from "./subscribing.ts";
import { newsletterRequests } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

const lifetime = confirmedWithinDays * 24 * 60 * 60 * 1000;

/** A page of ours as the web tier names it: without ids, queries and tokens. */
const isPage = /^\/[a-z0-9{}/-]{0,100}$/;

/**
 * Mails an address the link that confirms it, or that it gets the newsletter already. Either counts towards the limit of the recipient; beyond it
 * nothing changes, so that an earlier link stays valid.
 */
export async function requestSubscription(services: Deps, { email, page }: { email: string; page?: string }, locale: Locale) {
  await services.db
    .transaction(async (tx) => {
      const within = { ...services, db: tx };
      const reader = await readerWith(tx, email);
      const queued = reader
        ? await queueMailTo(within, { email, locale, ...reader }, "newsletter_known", {}, `newsletter_known:${crypto.randomUUID()}`, {
            about: "newsletter",
          })
        : await mailLink(within, { email, page: page && isPage.test(page) ? page : null }, locale);
      if (!queued) tx.rollback();
    })
    .catch((error) => {
      if (!(error instanceof TransactionRollbackError)) throw error;
    });
}

/**
 * The account or subscriber that gets the newsletter at an address. At a dead one nobody does, until it is confirmed again; and the row of an account
 * that is not open, or has moved to another address, is none.
 */
async function readerWith(db: Db, email: string): Promise<{ userId: string } | { subscriberId: string } | null> {
  if ((await deliveryTo(db, email))?.deadSince) return null;
  const userId = await accountOf(db, email);
  if (userId) return isInForce(await lastConsent(db, userId, "newsletter")) ? { userId } : null;
  const subscriber = await subscriberWith(db, email);
  return subscriber && getsNewsletter(subscriber) ? { subscriberId: subscriber.id } : null;
}

async function mailLink(services: Deps, { email, page }: { email: string; page: string | null }, locale: Locale): Promise<boolean> {
  const now = services.clock();
  const { link, stored } = newLink(now, lifetime);
  const row = { ...stored, usedAt: null, locale, page, textVersion: consentTexts.newsletter, createdAt: now };
  await services.db
    .insert(newsletterRequests)
    .values({ email, ...row })
    .onConflictDoUpdate({ target: newsletterRequests.email, set: row });
  const more = { link, replaces: ["newsletter_confirm"] as const };
  return queueMailTo(services, { email, locale }, "newsletter_confirm", {}, `newsletter_confirm:${stored.tokenHash}`, more);
}

async function requestOf(db: Db, token: string) {
  const [request] = await db.select().from(newsletterRequests).where(ofToken(newsletterRequests, token));
  return request;
}

export const stateOfLink = async ({ db, clock }: Pick<Deps, "db" | "clock">, token: string): Promise<LinkState> =>
  linkState(await requestOf(db, token), clock());

/** Confirms an address, once: concurrent calls wait for one another. */
export function confirmSubscription({ db, clock }: Pick<Deps, "db" | "clock">, token: string): Promise<LinkState> {
  const now = clock();
  const { usedAt, expiresAt } = newsletterRequests;
  return db.transaction(async (tx) => {
    const [request] = await tx
      .update(newsletterRequests)
      .set({ usedAt: now })
      .where(and(ofToken(newsletterRequests, token), isNull(usedAt), gt(expiresAt, now)))
      .returning();
    if (!request) return linkState(await requestOf(tx, token), now);
    const { email, locale, textVersion, page, createdAt } = request;
    await subscribe(tx, { email, locale, textVersion, page, createdAt }, now);
    return "valid";
  });
}

/** Deletes the requests whose link has ended, confirmed or not, and the mails to those who did not confirm. */
export async function purgeRequests(db: Db, now: Date): Promise<void> {
  const { email, usedAt, expiresAt } = newsletterRequests;
  const ended = db.$with("ended").as(db.delete(newsletterRequests).where(lte(expiresAt, now)).returning({ email, usedAt }));
  const unconfirmed = db
    .select({ email: sql`lower(${ended.email}::text)` })
    .from(ended)
    .where(isNull(ended.usedAt));
  const theirs = inArray(sql`lower(${outgoingMails.recipient})`, unconfirmed);
  await db
    .with(ended)
    .delete(outgoingMails)
    .where(and(eq(outgoingMails.topic, "newsletter_confirm"), theirs));
}
