import { and, eq, exists, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { outgoingMails } from "#backend/modules/mails/tables";
import { renewals } from "#backend/modules/memberships/tables";
import { renewalNotice } from "#contract/charity/membership-renewals";
import { franceDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";

/** The mail that announces a renewal. */
export const noticeKey = (renewalId: string) => `renewal:${renewalId}:announced`;

/** Renewals whose announcement was not sent, and will not be. */
export const isUnannounced = (db: Db) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(outgoingMails)
      .where(
        and(
          eq(outgoingMails.dedupeKey, sql`'renewal:' || ${renewals.id} || ':announced'`),
          inArray(outgoingMails.status, ["failed", "expired"]),
        ),
      ),
  );

/** The first day on which an announced renewal may be taken, which its mail decides once it was sent; null where none was sent or will be, or it came back. */
export async function earliestCharge(db: Db, { id, chargeOn }: typeof renewals.$inferSelect): Promise<string | "unsent" | null> {
  const [mail] = await db
    .select({ status: outgoingMails.status, sentAt: outgoingMails.sentAt })
    .from(outgoingMails)
    .where(eq(outgoingMails.dedupeKey, noticeKey(id)));
  if (mail?.status === "waiting") return "unsent";
  // One that was sent and came back has its day of sending, too.
  if (!mail?.sentAt || mail.status !== "sent") return null;
  const since = addDays(franceDay(mail.sentAt), renewalNotice.least);
  return since > chargeOn ? since : chargeOn;
}
