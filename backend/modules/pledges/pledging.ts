import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { receivedOf } from "#backend/modules/payments/settling";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { newReference } from "#backend/secrets";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { spacedIban } from "#contract/giving/bank-codes";
import { isByProvider } from "#contract/giving/card-settings";
import { formatEuros } from "#contract/giving/money";
import { expectedCents, meansOf, type PledgeDraft, type PledgePayment } from "#contract/giving/pledges";
import { pledges } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail" | "paymentProvider">;

/**
 * Stores a pledge and mails how to pay it. The same form sent again is one pledge, by its key; without script a form has none, and the same pledge sent
 * twice on one day is stored once. Refuses a means of payment that is not configured.
 */
export async function makePledge(services: Deps, draft: PledgeDraft, locale: Locale): Promise<{ reference: string }> {
  const { bank, postalAddress } = services.settings;
  const card = services.paymentProvider !== null;
  if (!meansOf({ ...bank, postalAddress, card }).includes(draft.method)) throw fieldRefusal("method", "donate:error.method");
  const now = services.clock();
  const { website: _, proof: __, formKey, email, company, siren, legalForm, street, postcode = "", city, country, ...rest } = draft;
  const ofCompany = draft.donor === "company" ? { company, siren, legalForm: legalForm || null } : {};
  const ofReceipt = draft.receipt ? { street, postcode, city, country } : {};
  const content = JSON.stringify([formKey ?? franceDay(now), email.toLowerCase(), rest, ofCompany, ofReceipt]);
  const dedupeKey = createHash("sha256").update(content).digest("base64url");
  return services.db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(pledges)
      .values({
        ...rest,
        ...ofCompany,
        ...ofReceipt,
        email,
        locale,
        dedupeKey,
        reference: newReference("DON"),
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: pledges.dedupeKey })
      .returning();
    if (stored) await mailPayment({ ...services, db: tx }, stored);
    const [known] = stored ? [stored] : await tx.select().from(pledges).where(eq(pledges.dedupeKey, dedupeKey));
    return { reference: known?.reference ?? "" };
  });
}

/** A gift by card or debit needs no mail on how to pay: its donor is led to the page of payment, and thanked by mail once it came. */
async function mailPayment(services: Deps, pledge: typeof pledges.$inferSelect) {
  if (isByProvider(pledge.method)) return;
  const { bank, postalAddress, publicUrl } = services.settings;
  const { locale, email, name, method, rhythm, reference, id } = pledge;
  const topic = method === "cheque" ? "pledge_cheque" : rhythm === "monthly" ? "pledge_monthly" : "pledge_transfer";
  const amount = formatEuros(locale, pledge.amountCents);
  const values = {
    amount,
    reference,
    iban: spacedIban(bank.iban ?? ""),
    bic: bank.bic ?? "",
    holder: bank.holder,
    postalAddress: postalAddress ?? "",
  };
  const manage = `${publicUrl}${locale === "en" ? "/en" : ""}/donations/access`;
  await queueMailTo(services, { email, locale, firstName: name }, topic, { ...values, manage }, `${id} payment`, {
    record: { subject: "pledge", subjectId: id },
  });
}

/** How to pay a pledge, for whoever holds its reference: only its donor and the charity do. */
export async function paymentOf(
  { db, settings, paymentProvider }: Pick<Services, "db" | "settings" | "paymentProvider">,
  reference: string,
): Promise<PledgePayment> {
  const pledge = await byReference(db, reference);
  const { bank, postalAddress } = settings;
  const cardOrigin = isByProvider(pledge.method) ? (paymentProvider?.origin ?? null) : null;
  const leftCents = expectedCents({ ...pledge, receivedCents: await receivedOf(db, pledge.id) });
  return { ...pledge, leftCents, cardOrigin, payee: { ...bank, postalAddress } };
}

async function byReference(db: Db, reference: string) {
  const [pledge] = await db.select().from(pledges).where(eq(pledges.reference, reference));
  if (!pledge || pledge.status === "cancelled") throw new Refusal("not_found");
  return pledge;
}
