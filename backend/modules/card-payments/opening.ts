import { and, desc, eq } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { receivedOf } from "#backend/modules/payments/settling";
import { pledges } from "#backend/modules/pledges/tables";
import { type NewCheckout, PaymentFailure, type PaymentProvider, type ProviderCheckout, soon } from "#backend/ports/payment-provider";
import { Refusal } from "#backend/refusal";
import type { cardStates } from "#contract/giving/card-payments";
import { expectedCents } from "#contract/giving/pledges";
import { recordFromProvider } from "./recording.ts";
import { checkouts } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail" | "log" | "paymentProvider">;
type Pledge = typeof pledges.$inferSelect;
type Checkout = typeof checkouts.$inferSelect;

/** For how long the provider knows our id of a page, in milliseconds: a little less than the day that it promises. */
const knownFor = 23 * 60 * 60 * 1_000;

/**
 * Opens the page on which a pledge is paid by card. The one that is open already is used again, so that nobody pays twice; one for another
 * amount is closed first.
 */
export async function openCheckout(services: Deps, reference: string): Promise<{ url: string }> {
  const { db, paymentProvider: provider } = services;
  const pledge = await pledgeOf(services, reference);
  if (!provider || pledge.method !== "card") throw new Refusal("not_found");
  const amountCents = expectedCents({ ...pledge, receivedCents: await receivedOf(db, pledge.id) });
  if (pledge.status !== "promised" || amountCents === 0) throw new Refusal("wrong_state");
  try {
    return { url: await soon(urlOf(services, provider, pledge, amountCents)) };
  } catch (error) {
    throw unavailable(services, error);
  }
}

async function urlOf(services: Deps, provider: PaymentProvider, pledge: Pledge, amountCents: number): Promise<string> {
  const open = await openOf(services, pledge.id);
  const known = open && (await stillOpen(services, provider, open, amountCents));
  return known ?? newPage(services, provider, pledge, amountCents);
}

/** A failure of the provider is an outage of ours; its reason is for the log. */
function unavailable({ log }: Deps, error: unknown): unknown {
  if (!(error instanceof PaymentFailure)) return error;
  log.warn({ err: error }, "the payment provider did not open a page");
  return new Refusal("unavailable");
}

async function pledgeOf({ db }: Pick<Deps, "db">, reference: string): Promise<Pledge> {
  const [pledge] = await db.select().from(pledges).where(eq(pledges.reference, reference));
  if (!pledge || pledge.status === "cancelled") throw new Refusal("not_found");
  return pledge;
}

async function openOf({ db }: Pick<Deps, "db">, pledgeId: string): Promise<Checkout | undefined> {
  const [open] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.pledgeId, pledgeId), eq(checkouts.state, "open")));
  return open;
}

const setState = ({ db, clock }: Pick<Deps, "db" | "clock">, { id }: Checkout, state: Checkout["state"]) =>
  db.update(checkouts).set({ state, updatedAt: clock() }).where(eq(checkouts.id, id));

/** The URL of an open page, where it can still be used. A page that is paid is recorded, and refused. */
async function stillOpen(services: Deps, provider: PaymentProvider, checkout: Checkout, amountCents: number): Promise<string | null> {
  const { sessionId, createdAt } = checkout;
  if (!sessionId) {
    const isKnown = services.clock().getTime() - createdAt.getTime() < knownFor && checkout.amountCents === amountCents;
    if (!isKnown) await setState(services, checkout, "expired");
    return null;
  }
  const page = await follow(services, provider, checkout, sessionId);
  if (page.state === "complete") throw new Refusal("wrong_state");
  if (page.state !== "open") return null;
  if (checkout.amountCents === amountCents && page.url) return page.url;
  await close(services, provider, checkout, sessionId);
  return null;
}

async function close(services: Deps, provider: PaymentProvider, checkout: Checkout, sessionId: string) {
  await provider.closeCheckout(sessionId);
  await setState(services, checkout, "expired");
}

/** Closes the page of a gift that was stopped. In an outage of the provider it stays open, for a day. */
export async function closeOpenPage(services: Deps, pledgeId: string): Promise<void> {
  const { paymentProvider: provider, log } = services;
  if (!provider) return;
  const open = await openOf(services, pledgeId);
  if (!open?.sessionId) return;
  try {
    await soon(close(services, provider, open, open.sessionId));
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    log.warn({ err: error }, "the payment provider did not close the page of a gift that was stopped");
  }
}

/** Reads a page again, and records what became of it. */
async function follow(services: Deps, provider: PaymentProvider, checkout: Checkout, sessionId: string): Promise<ProviderCheckout> {
  const page = await pageAt(provider, sessionId);
  const paymentId = page.state === "complete" ? page.paymentId : null;
  const result = paymentId && (await recordFromProvider(services, provider, paymentId));
  // While a payment is on its way, its page stays the one of its pledge.
  if (page.state !== "open" && result !== "waiting") await setState(services, checkout, page.state);
  return page;
}

/** A page as it is now. One of another key or account is not known there: nobody pays on it. */
async function pageAt(provider: PaymentProvider, id: string): Promise<ProviderCheckout> {
  try {
    return await provider.checkout(id);
  } catch (error) {
    if (error instanceof PaymentFailure && error.fate === "missing") return { id, state: "expired", url: null, paymentId: null };
    throw error;
  }
}

/** A new page; whoever asks at the same moment has the same one. */
async function newPage(services: Deps, provider: PaymentProvider, pledge: Pledge, amountCents: number): Promise<string> {
  const { db, clock } = services;
  const now = clock();
  await db.insert(checkouts).values({ pledgeId: pledge.id, amountCents, createdAt: now, updatedAt: now }).onConflictDoNothing();
  const row = await openOf(services, pledge.id);
  if (!row) throw new Refusal("wrong_state");
  const { id, url } = await provider.openCheckout(pageOf(services, pledge, row)).catch(async (error: unknown) => {
    // The provider refuses the same id for a day.
    if (error instanceof PaymentFailure && error.fate === "refused") await setState(services, row, "expired");
    throw error;
  });
  await db.update(checkouts).set({ sessionId: id, updatedAt: clock() }).where(eq(checkouts.id, row.id));
  if (!url) throw new PaymentFailure("ENOPAGE", "unreached");
  return url;
}

function pageOf({ settings, translate }: Deps, pledge: Pledge, { id, amountCents }: Checkout): NewCheckout {
  const { reference, email, locale } = pledge;
  const own = `${settings.publicUrl}${locale === "en" ? "/en" : ""}/donate/${reference}`;
  const label = translate(locale, "cards:label", { organisation: settings.organisation });
  return { id, amountCents, label, reference, email, locale, doneUrl: own, cancelUrl: `${own}?stopped` };
}

/** Where the payment of a pledge is. While its page is open the provider is asked, so that a donor who comes back sees it before any event came. */
export async function cardState(services: Deps, reference: string): Promise<{ state: (typeof cardStates)[number] }> {
  const { paymentProvider: provider } = services;
  const pledge = await pledgeOf(services, reference);
  if (pledge.status === "received") return { state: "paid" };
  if (!provider || pledge.method !== "card") return { state: "none" };
  const last = await lastOf(services, pledge.id);
  if (!last?.sessionId || last.state === "expired") return { state: "none" };
  try {
    const page = await soon(follow(services, provider, last, last.sessionId));
    if (page.state === "open") return { state: "open" };
    if (page.state === "expired") return { state: "none" };
    const { status } = await pledgeOf(services, reference);
    return { state: status === "received" ? "paid" : "processing" };
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    services.log.warn({ err: error }, "the payment provider did not say what became of a page");
    return { state: "unknown" };
  }
}

async function lastOf({ db }: Pick<Deps, "db">, pledgeId: string): Promise<Checkout | undefined> {
  const [last] = await db.select().from(checkouts).where(eq(checkouts.pledgeId, pledgeId)).orderBy(desc(checkouts.createdAt)).limit(1);
  return last;
}
