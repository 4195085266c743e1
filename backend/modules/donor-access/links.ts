import { and, desc, eq, gt, TransactionRollbackError } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { pledges } from "#backend/modules/pledges/tables";
import { hashOf, newToken } from "#backend/secrets";
import type { Locale } from "#contract/formats/locale";
import { accessMinutes } from "#contract/giving/donor-access";
import { donorLinks, donorSessions } from "./tables.ts";

type Needs = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

const endOf = (now: Date) => new Date(now.getTime() + accessMinutes * 60_000);

/**
 * Mails a link to an e-mail address with a pledge. For any other, the same is done and rolled back: nothing is
 * stored about it, and the timing reveals nothing.
 */
export async function mailLink(services: Needs, typed: string, locale: Locale) {
  const now = services.clock();
  const token = newToken();
  await services.db
    .transaction(async (tx) => {
      const [last] = await tx.select().from(pledges).where(eq(pledges.email, typed)).orderBy(desc(pledges.createdAt)).limit(1);
      // Addresses that compare equal could still be different mailboxes: the mail is sent to the address as it was entered.
      const { email, name } = last ?? { email: typed, name: typed };
      const link = { tokenHash: hashOf(token), expiresAt: endOf(now), createdAt: now };
      const to = { email, locale, firstName: name };
      const more = { link: { token, endsAt: link.expiresAt }, replaces: ["magic_link"] as const };
      await tx
        .insert(donorLinks)
        .values({ email, ...link })
        .onConflictDoUpdate({ target: donorLinks.email, set: link });
      const queued = await queueMailTo({ ...services, db: tx }, to, "magic_link", {}, `magic_link:${link.tokenHash}`, more);
      // When the new mail is not sent, the previous link stays valid.
      if (!last || !queued) tx.rollback();
    })
    .catch((error) => {
      if (!(error instanceof TransactionRollbackError)) throw error;
    });
}

const usable = (token: string, now: Date) => and(eq(donorLinks.tokenHash, hashOf(token)), gt(donorLinks.expiresAt, now));

export async function linkWorks(db: Db, now: Date, token: string): Promise<boolean> {
  return (await db.$count(donorLinks, usable(token, now))) > 0;
}

/** Uses a link, once; returns the token of the access that it opens. A previous access of the same e-mail address ends. */
export async function openLink(db: Db, now: Date, token: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [link] = await tx.delete(donorLinks).where(usable(token, now)).returning();
    if (!link) return null;
    const opened = newToken();
    const session = { tokenHash: hashOf(opened), expiresAt: endOf(now), createdAt: now };
    await tx
      .insert(donorSessions)
      .values({ email: link.email, ...session })
      .onConflictDoUpdate({ target: donorSessions.email, set: session });
    return opened;
  });
}
