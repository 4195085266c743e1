import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { pageOfExpenses, pageOfReceipts } from "#backend/modules/expense-claims/receipts";
import { addMails } from "#backend/modules/mails/outbox";
import { payments } from "#backend/modules/payments/tables";
import { donorContacts } from "#backend/modules/pledges/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";
import type { ReceiptAddress } from "#contract/giving/pledge-donor";
import { lacksAddressAt, type Receivable, receivableOf } from "./gifts.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;

/** Writes to whoever gave that their receipt lacks their postal address, and where they enter it; once a day at most. */
export function askForAddress({ db, ...services }: Deps, actor: Actor, sourceId: string): Promise<{ sent: boolean }> {
  return db.transaction(async (tx) => {
    const found = await receivableOf(tx, sourceId);
    if (found?.gap !== "no_address" || !found.email) throw new Refusal("wrong_state");
    const { email, locale, donor, donorId, cents, series } = found;
    const page = await pageOf(tx, found);
    const how = page === "/donations/access" ? services.translate(locale, "receipts:mail.byLink") : "";
    const mail = {
      to: { email, locale, firstName: donor.name, userId: donorId ?? undefined },
      values: { amount: formatEuros(locale, cents), page, how },
      dedupeKey: `${sourceId} address ${franceDay(services.clock())}`,
    };
    const { added } = await addMails({ ...services, db: tx }, "receipt_address", [mail]);
    const entityType = series === "EXP" ? "expense_claim" : "payment";
    if (added > 0) await recordChange(tx, actor, { action: `${entityType}.ask_address`, entityType, entityId: sourceId });
    return { sent: added > 0 };
  });
}

/** Where somebody enters the address: donors with an account in their profile, volunteers beside their expenses, others behind a link to their e-mail address. */
async function pageOf(tx: Db, { donorId, series }: Receivable): Promise<string> {
  const [account] = donorId ? await tx.select({ role: users.role }).from(users).where(eq(users.id, donorId)) : [];
  if (series === "EXP") return pageOfExpenses(account?.role);
  return account?.role.startsWith("DONATOR_") ? "/account/settings/profile" : pageOfReceipts(account?.role);
}

/** The address and name of the last gift without a pledge of an e-mail address. */
export async function lastGiftOf(db: Db, typed: string): Promise<{ email: string; name: string } | undefined> {
  const ofEmail = sql`select id from payments where donor_email = ${typed} union select paid.id from payments paid
    join users account on account.id = paid.donor_id where account.email = ${typed} and account.email_verified_at is not null`;
  const [gift] = await db
    .select({ email: users.email, donorEmail: payments.donorEmail, firstName: users.firstName, name: payments.donorName })
    .from(payments)
    .leftJoin(users, and(eq(users.id, payments.donorId), isNotNull(users.emailVerifiedAt)))
    .where(and(sql`${payments.id} in (${ofEmail})`, sql`coalesce(${users.email}, ${payments.donorEmail}) = ${typed}`))
    .orderBy(desc(payments.receivedOn), desc(payments.id))
    .limit(1);
  return gift && { email: gift.email ?? gift.donorEmail ?? typed, name: gift.firstName ?? gift.name ?? typed };
}

/** Stores where whoever gave without a pledge lives, for the receipt that lacks it. */
export async function setAddress({ db, clock }: Pick<Deps, "db" | "clock">, email: string, address: ReceiptAddress): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address ${email.toLowerCase()}`}, 0))`);
    if (!(await lacksAddressAt(tx, email))) throw new Refusal("wrong_state");
    const lastName = (await lastGiftOf(tx, email))?.name ?? email;
    const now = clock();
    const set = { ...address, updatedAt: now, version: sql`${donorContacts.version} + 1` };
    const [row] = await tx
      .insert(donorContacts)
      .values({ email, lastName, ...address, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: donorContacts.email, set })
      .returning({ id: donorContacts.id });
    if (!row) throw new Refusal("unexpected");
    await recordChange(tx, null, { action: "donor_contact.edit", entityType: "donor_contact", entityId: row.id });
  });
}
