import { and, eq } from "drizzle-orm";
import type { Actor } from "#backend/http/actor";
import { isBeingRenewed } from "#backend/modules/memberships/consenting";
import { membershipPlans, memberships, renewalConsents } from "#backend/modules/memberships/tables";
import { receivedOfMembership } from "#backend/modules/payments/sums";
import { payments } from "#backend/modules/payments/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { CardDues } from "#contract/charity/memberships";
import { readIn } from "#contract/formats/localized-text";
import { closePage, lastOf, type PageDeps, pageFor, stateOfPage } from "./pages.ts";
import { checkouts } from "./tables.ts";

/** The page to which the provider leads members back. */
const donePath = "/account/billing/setup-complete";

/** Opens the page on which a member pays the dues of a request: by debit where they asked for that, else by card, whatever means they meant at first. */
export async function openDuesCheckout(services: PageDeps, actor: Actor, id: string): Promise<{ url: string }> {
  const { db, paymentProvider: provider, settings, translate } = services;
  const [found] = await db
    .select({ row: memberships, plan: membershipPlans.name, email: users.email, locale: users.locale })
    .from(memberships)
    .innerJoin(membershipPlans, eq(membershipPlans.id, memberships.planId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.id, id), eq(memberships.userId, actor.id)));
  if (!provider || !found) throw new Refusal("not_found");
  const { row, plan, email, locale } = found;
  const amountCents = row.priceCents - (await receivedOfMembership(db, id));
  if (row.status !== "pending_payment" || amountCents <= 0 || (await isBeingRenewed(db, id))) throw new Refusal("wrong_state");
  const label = translate(locale, "cards:duesLabel", { plan: readIn(locale, plan).text, organisation: settings.organisation });
  const site = `${settings.publicUrl}${locale === "en" ? "/en" : ""}`;
  const urls = { doneUrl: `${site}${donePath}?session={CHECKOUT_SESSION_ID}`, cancelUrl: `${site}/account/membership` };
  const waits = and(eq(renewalConsents.membershipId, id), eq(renewalConsents.state, "waiting"));
  const keepsMeans = (await db.$count(renewalConsents, waits)) > 0;
  const page = {
    purpose: "dues",
    method: row.method === "sepa_debit" ? row.method : "card",
    monthly: false,
    keepsMeans,
    label,
    reference: row.reference ?? "",
    email,
    locale,
    ...urls,
  } as const;
  return pageFor(services, provider, { of: { membershipId: id }, amountCents, page });
}

/**
 * Refuses to withdraw a request whose debit is on its way by its page: its money would come for nothing. In an outage of the provider one whose debit is
 * not known here is withdrawn, and administrators have a notice to return what comes.
 */
export async function refuseOnItsWay(services: PageDeps, actor: Actor, id: string): Promise<void> {
  const { db } = services;
  const isDebit = and(eq(memberships.id, id), eq(memberships.userId, actor.id), eq(memberships.method, "sepa_debit"));
  if ((await db.$count(memberships, and(isDebit, eq(memberships.status, "pending_payment")))) === 0) return;
  const page = await lastOf(services, { membershipId: id });
  if ((await stateOfPage(services, page, async () => false)) === "processing") throw new Refusal("wrong_state");
}

/** Closes the page of a request that was withdrawn or cancelled. */
export const closePageOfDues = (services: PageDeps, membershipId: string): Promise<void> => closePage(services, { membershipId });

/** What became of a page of payment; null for one of somebody else, or of nobody. */
export async function cardDues(services: PageDeps, actor: Actor, sessionId: string | undefined): Promise<CardDues | null> {
  if (!sessionId) return null;
  const [found] = await services.db
    .select({ checkout: checkouts, id: memberships.id, plan: membershipPlans.name })
    .from(checkouts)
    .innerJoin(memberships, eq(memberships.id, checkouts.membershipId))
    .innerJoin(membershipPlans, eq(membershipPlans.id, memberships.planId))
    .where(and(eq(checkouts.sessionId, sessionId), eq(memberships.userId, actor.id)));
  if (!found) return null;
  const { checkout, plan, id } = found;
  const { db } = services;
  const state = await stateOfPage(
    services,
    checkout,
    async (payment) => (await db.$count(payments, eq(payments.providerReference, payment))) > 0,
  );
  const [row] = await db.select().from(memberships).where(eq(memberships.id, id));
  if (!row) return null;
  return { ...row, plan, amountCents: checkout.amountCents, state };
}
