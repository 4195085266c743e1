import { and, desc, eq, gt, TransactionRollbackError } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { newLink, ofToken } from "#backend/identity/one-time-links";
import { lastGiftOf } from "#backend/modules/fiscal-receipts/addresses";
import { lastOfEmail } from "#backend/modules/fiscal-receipts/own";
import { sendToAgain } from "#backend/modules/mails/dead-mailboxes";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { pledges } from "#backend/modules/pledges/tables";
import type { Locale } from "#contract/formats/locale";
import { accessMinutes } from "#contract/giving/donor-access";
import { donorLinks, donorSessions } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

const lifetime = accessMinutes * 60_000;

/**
 * Mails a link to an e-mail address with a pledge, a tax receipt or a gift without a pledge. For any other, the same is done and rolled back: nothing is
 * stored about it, and the timing reveals nothing.
 */
export async function mailLink(services: Deps, typed: string, locale: Locale) {
  const now = services.clock();
  const { link, stored } = newLink(now, lifetime);
  await services.db
    .transaction(async (tx) => {
      const [pledge] = await tx.select().from(pledges).where(eq(pledges.email, typed)).orderBy(desc(pledges.createdAt)).limit(1);
      // Read with a pledge too, so that the timing is the same.
      const receipt = await lastOfEmail(tx, typed);
      const gift = await lastGiftOf(tx, typed);
      const last = pledge ?? receipt ?? gift;
      // Addresses that compare equal could still be different mailboxes: the mail is sent to the address as it was entered.
      const { email, name } = last ?? { email: typed, name: typed };
      const row = { ...stored, createdAt: now };
      const to = { email, locale, firstName: name };
      const more = { link, replaces: ["magic_link"] as const };
      await tx
        .insert(donorLinks)
        .values({ email, ...row })
        .onConflictDoUpdate({ target: donorLinks.email, set: row });
      const queued = await queueMailTo({ ...services, db: tx }, to, "magic_link", {}, `magic_link:${stored.tokenHash}`, more);
      // When the new mail is not sent, the previous link stays valid.
      if (!last || !queued) tx.rollback();
    })
    .catch((error) => {
      if (!(error instanceof TransactionRollbackError)) throw error;
    });
}

const usable = (token: string, now: Date) => and(ofToken(donorLinks, token), gt(donorLinks.expiresAt, now));

export async function linkWorks(db: Db, now: Date, token: string): Promise<boolean> {
  return (await db.$count(donorLinks, usable(token, now))) > 0;
}

/** Uses a link, once; returns the token of the access that it opens. A previous access of the same e-mail address ends. */
export async function openLink(db: Db, now: Date, token: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [link] = await tx.delete(donorLinks).where(usable(token, now)).returning();
    if (!link) return null;
    await sendToAgain(tx, link.email, now);
    const { link: opened, stored } = newLink(now, lifetime);
    const session = { ...stored, createdAt: now };
    await tx
      .insert(donorSessions)
      .values({ email: link.email, ...session })
      .onConflictDoUpdate({ target: donorSessions.email, set: session });
    return opened.token;
  });
}
