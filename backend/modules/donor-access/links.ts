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
 * Mails a link to an address from which something was pledged. For any other, the same is done and taken back: nothing is
 * left of the address, and the statements tell nothing.
 */
export async function mailLink(services: Needs, typed: string, locale: Locale) {
  const now = services.clock();
  const token = newToken();
  await services.db
    .transaction(async (tx) => {
      const [last] = await tx.select().from(pledges).where(eq(pledges.email, typed)).orderBy(desc(pledges.createdAt)).limit(1);
      // Letters that count as the same could still be another mailbox: the mail goes to the address as it was given.
      const { email, name } = last ?? { email: typed, name: typed };
      const link = { tokenHash: hashOf(token), expiresAt: endOf(now), createdAt: now };
      const to = { email, locale, firstName: name };
      const more = { link: { token, endsAt: link.expiresAt }, replaces: ["magic_link"] as const };
      await tx
        .insert(donorLinks)
        .values({ email, ...link })
        .onConflictDoUpdate({ target: donorLinks.email, set: link });
      const queued = await queueMailTo({ ...services, db: tx }, to, "magic_link", {}, `magic_link:${link.tokenHash}`, more);
      // Without the mail that brings a new one, the link before stays what it was.
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

/** Uses a link up, once; answers the token of the access that it opens. One that was open for the address elsewhere ends. */
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
