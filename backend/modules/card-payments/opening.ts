import { eq } from "drizzle-orm";
import { receivedOf } from "#backend/modules/payments/settling";
import { pledges } from "#backend/modules/pledges/tables";
import { Refusal } from "#backend/refusal";
import { isByProvider } from "#contract/giving/card-settings";
import { expectedCents } from "#contract/giving/pledges";
import { liveSubscription } from "./live.ts";
import { type CardState, closePage, lastOf, type PageDeps, type Payable, pageFor, stateOfPage } from "./pages.ts";

type Pledge = typeof pledges.$inferSelect;

/** Opens the page on which a pledge is paid by card, or the one that is open already. */
export async function openCheckout(services: PageDeps, reference: string): Promise<{ url: string }> {
  const { db, paymentProvider: provider } = services;
  const pledge = await pledgeOf(services, reference);
  if (!provider || !isByProvider(pledge.method)) throw new Refusal("not_found");
  const amountCents = expectedCents({ ...pledge, receivedCents: await receivedOf(db, pledge.id) });
  if (pledge.status !== "promised" || amountCents === 0 || (await liveSubscription(db, pledge.id))) throw new Refusal("wrong_state");
  return pageFor(services, provider, { of: { pledgeId: pledge.id }, amountCents, page: pageOf(services, pledge) });
}

async function pledgeOf({ db }: Pick<PageDeps, "db">, reference: string): Promise<Pledge> {
  const [pledge] = await db.select().from(pledges).where(eq(pledges.reference, reference));
  if (!pledge || pledge.status === "cancelled") throw new Refusal("not_found");
  return pledge;
}

function pageOf({ settings, translate }: PageDeps, { reference, email, locale, method, rhythm }: Pledge): Payable["page"] {
  const own = `${settings.publicUrl}${locale === "en" ? "/en" : ""}/donate/${reference}`;
  const label = translate(locale, "cards:label", { organisation: settings.organisation });
  const means = { method: method === "sepa_debit" ? method : "card", monthly: rhythm === "monthly" } as const;
  return { purpose: "gift", ...means, label, reference, email, locale, doneUrl: own, cancelUrl: `${own}?stopped` };
}

/** Closes the page of a gift that was stopped. */
export const closeOpenPage = (services: PageDeps, pledgeId: string): Promise<void> => closePage(services, { pledgeId });

/** Where the payment of a pledge is. */
export async function cardState(services: PageDeps, reference: string): Promise<{ state: CardState }> {
  const pledge = await pledgeOf(services, reference);
  if (pledge.status === "received") return { state: "paid" };
  if (!isByProvider(pledge.method)) return { state: "none" };
  const isPaid = async () => (await pledgeOf(services, reference)).status === "received";
  const state = await stateOfPage(services, await lastOf(services, { pledgeId: pledge.id }), isPaid);
  const live = state === "processing" ? await liveSubscription(services.db, pledge.id) : undefined;
  return { state: live?.state === "failing" ? "failing" : state };
}
