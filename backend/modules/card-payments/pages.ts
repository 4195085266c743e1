import { and, desc, eq } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { type NewCheckout, PaymentFailure, type PaymentProvider, type ProviderCheckout, soon } from "#backend/ports/payment-provider";
import { Refusal } from "#backend/refusal";
import type { cardStates } from "#contract/giving/card-settings";
import { liveSubscription } from "./live.ts";
import { recordFromProvider } from "./recording.ts";
import { syncSubscription } from "./subscribing.ts";
import { checkouts } from "./tables.ts";

export type PageDeps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail" | "log" | "paymentProvider">;
export type Checkout = typeof checkouts.$inferSelect;
export type CardState = (typeof cardStates)[number];

/** What a page is for: a pledge, or the dues of a membership. */
export type PaidFor = { pledgeId: string } | { membershipId: string };

/** What is paid on a page. */
export type Payable = { of: PaidFor; amountCents: number; page: Omit<NewCheckout, "id" | "amountCents"> };

/** For how long the provider knows our id of a page, in milliseconds: a little less than the day that it promises. */
const knownFor = 23 * 60 * 60 * 1_000;

/** The page on which something is paid. The one that is open already is used again, so that nobody pays twice; one for another amount is closed first. */
export async function pageFor(services: PageDeps, provider: PaymentProvider, payable: Payable): Promise<{ url: string }> {
  try {
    return { url: await soon(urlOf(services, provider, payable)) };
  } catch (error) {
    throw unavailable(services, error);
  }
}

async function urlOf(services: PageDeps, provider: PaymentProvider, payable: Payable): Promise<string> {
  const open = await openOf(services, payable.of);
  const known = open && (await stillOpen(services, provider, open, payable.amountCents));
  return known ?? newPage(services, provider, payable);
}

/** A failure of the provider is an outage of ours; its reason is for the log. */
function unavailable({ log }: PageDeps, error: unknown): unknown {
  if (!(error instanceof PaymentFailure)) return error;
  log.warn({ err: error }, "the payment provider did not open a page");
  return new Refusal("unavailable");
}

const isFor = (of: PaidFor) => ("pledgeId" in of ? eq(checkouts.pledgeId, of.pledgeId) : eq(checkouts.membershipId, of.membershipId));

async function openOf({ db }: Pick<PageDeps, "db">, of: PaidFor): Promise<Checkout | undefined> {
  const [open] = await db
    .select()
    .from(checkouts)
    .where(and(isFor(of), eq(checkouts.state, "open")));
  return open;
}

/** The page that was opened last. */
export async function lastOf({ db }: Pick<PageDeps, "db">, of: PaidFor): Promise<Checkout | undefined> {
  const [last] = await db.select().from(checkouts).where(isFor(of)).orderBy(desc(checkouts.createdAt)).limit(1);
  return last;
}

const setState = ({ db, clock }: Pick<PageDeps, "db" | "clock">, { id }: Checkout, state: Checkout["state"]) =>
  db.update(checkouts).set({ state, updatedAt: clock() }).where(eq(checkouts.id, id));

/** The URL of an open page, where it can still be used. A page that is paid is recorded, and refused. */
async function stillOpen(services: PageDeps, provider: PaymentProvider, checkout: Checkout, amountCents: number): Promise<string | null> {
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

async function close(services: PageDeps, provider: PaymentProvider, checkout: Checkout, sessionId: string) {
  await provider.closeCheckout(sessionId);
  await setState(services, checkout, "expired");
}

/** Closes a page on which nobody has paid yet; what was paid on it is recorded. */
export async function closeUnpaid(services: PageDeps, provider: PaymentProvider, checkout: Checkout): Promise<void> {
  const { sessionId } = checkout;
  if (!sessionId) return;
  const page = await follow(services, provider, checkout, sessionId);
  if (page.state === "open") await close(services, provider, checkout, sessionId);
}

/** Closes the page of what was stopped. In an outage of the provider it stays open, until the job closes it. */
export async function closePage(services: PageDeps, of: PaidFor): Promise<void> {
  const { paymentProvider: provider, log } = services;
  if (!provider) return;
  const open = await openOf(services, of);
  if (!open?.sessionId) return;
  try {
    await soon(close(services, provider, open, open.sessionId));
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    log.warn({ err: error }, "the payment provider did not close the page of what was stopped");
  }
}

/** Reads a page again, and records what became of it. */
async function follow(services: PageDeps, provider: PaymentProvider, checkout: Checkout, sessionId: string): Promise<ProviderCheckout> {
  const page = await pageAt(provider, sessionId);
  const result = page.state === "complete" ? await resultOf(services, provider, page) : null;
  const { pledgeId } = checkout;
  const isOver = page.subscriptionId ? pledgeId !== null && !(await liveSubscription(services.db, pledgeId)) : result === "refused";
  // After a debit that was refused, or a monthly gift that has ended, another page may be opened.
  const state = isOver ? "expired" : page.state;
  // While a payment is on its way, its page stays the one that is open.
  if (state !== "open" && result !== "waiting") await setState(services, checkout, state);
  return { ...page, state };
}

/** Reads the page that was opened last again: a monthly gift that was begun on it is then known here. */
export async function readLastPage(services: PageDeps, provider: PaymentProvider, of: PaidFor): Promise<void> {
  const last = await lastOf(services, of);
  if (last?.sessionId && last.state !== "expired") await follow(services, provider, last, last.sessionId);
}

async function resultOf(services: PageDeps, provider: PaymentProvider, { paymentId, subscriptionId }: ProviderCheckout) {
  if (subscriptionId) return syncSubscription(services, provider, subscriptionId);
  return paymentId ? recordFromProvider(services, provider, paymentId) : null;
}

/** A page as it is now. One of another key or account is not known there: nobody pays on it. */
async function pageAt(provider: PaymentProvider, id: string): Promise<ProviderCheckout> {
  try {
    return await provider.checkout(id);
  } catch (error) {
    if (error instanceof PaymentFailure && error.fate === "missing")
      return { id, state: "expired", url: null, paymentId: null, subscriptionId: null };
    throw error;
  }
}

/** A new page; whoever asks at the same moment has the same one. */
async function newPage(services: PageDeps, provider: PaymentProvider, { of, amountCents, page }: Payable): Promise<string> {
  const { db, clock } = services;
  const now = clock();
  await db
    .insert(checkouts)
    .values({ ...of, amountCents, createdAt: now, updatedAt: now })
    .onConflictDoNothing();
  const row = await openOf(services, of);
  if (!row) throw new Refusal("wrong_state");
  const { id, url } = await provider.openCheckout({ ...page, id: row.id, amountCents: row.amountCents }).catch(async (error: unknown) => {
    // The provider refuses the same id for a day.
    if (error instanceof PaymentFailure && error.fate === "refused") await setState(services, row, "expired");
    throw error;
  });
  await db.update(checkouts).set({ sessionId: id, updatedAt: clock() }).where(eq(checkouts.id, row.id));
  if (!url) throw new PaymentFailure("ENOPAGE", "unreached");
  return url;
}

/**
 * Where the payment on a page is; the provider is asked, so that whoever comes back sees it before any event came. `isPaid` says whether that
 * money is recorded then.
 */
export async function stateOfPage(
  services: PageDeps,
  checkout: Checkout | undefined,
  isPaid: (paymentId: string) => Promise<boolean>,
): Promise<CardState> {
  const { paymentProvider: provider } = services;
  if (!provider || !checkout?.sessionId || checkout.state === "expired") return "none";
  try {
    const page = await soon(follow(services, provider, checkout, checkout.sessionId));
    if (page.state === "open") return "open";
    if (page.state === "expired") return "none";
    return (await isPaid(page.paymentId ?? "")) ? "paid" : "processing";
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    services.log.warn({ err: error }, "the payment provider did not say what became of a page");
    return "unknown";
  }
}
