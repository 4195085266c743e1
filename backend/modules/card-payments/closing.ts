import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { memberships } from "#backend/modules/memberships/tables";
import { duesCents, receivedCents } from "#backend/modules/payments/sums";
import { pledges } from "#backend/modules/pledges/tables";
import { users } from "#backend/modules/users/tables";
import { PaymentFailure } from "#backend/ports/payment-provider";
import { closeUnpaid, type PageDeps } from "./pages.ts";
import { checkouts } from "./tables.ts";

export const closingJob = "close-card-pages";

/** For how long the provider leaves a page open, in milliseconds. */
const openFor = 24 * 60 * 60 * 1_000;
/** The most that one run closes. */
const atOnce = 100;

/** What a pledge or the dues of a membership still wait for is not what their page takes. A monthly gift is taken until it is stopped. Erased people pay nothing more. */
const takesTooMuch = sql`case
  when ${pledges.email} like '%@erased.invalid' or ${users.accountState} = 'left' then true
  when ${pledges.id} is null then ${memberships.status} <> 'pending_payment' or ${memberships.priceCents} - ${duesCents} <> ${checkouts.amountCents}
  when ${pledges.rhythm} = 'monthly' then ${pledges.status} = 'cancelled'
  else ${pledges.status} <> 'promised' or ${pledges.amountCents} - ${receivedCents} <> ${checkouts.amountCents} end`;
const isOnItsWay = sql`exists (select from pending_debits due where due.pledge_id = ${pledges.id} or due.membership_id = ${memberships.id})`;

/** Closes pages of what was paid otherwise meanwhile, all or a part of it, was stopped in an outage, or whose payer was erased: nobody pays twice on them. */
export async function closePaidPages(services: PageDeps): Promise<void> {
  const { db, clock, paymentProvider: provider, log } = services;
  if (!provider) return;
  const since = new Date(clock().getTime() - openFor);
  const isOpen = and(eq(checkouts.state, "open"), isNotNull(checkouts.sessionId), gt(checkouts.createdAt, since));
  const rows = await db
    .select({ checkout: checkouts })
    .from(checkouts)
    .leftJoin(pledges, eq(pledges.id, checkouts.pledgeId))
    .leftJoin(memberships, eq(memberships.id, checkouts.membershipId))
    .leftJoin(users, eq(users.id, memberships.userId))
    .where(and(isOpen, takesTooMuch, sql`not ${isOnItsWay}`))
    .orderBy(checkouts.createdAt)
    .limit(atOnce);
  for (const { checkout } of rows) {
    try {
      await closeUnpaid(services, provider, checkout);
    } catch (error) {
      if (!(error instanceof PaymentFailure)) throw error;
      log.warn({ err: error, checkout: checkout.id }, "the payment provider did not close the page of what was paid otherwise");
    }
  }
}
