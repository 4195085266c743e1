import { and, eq } from "drizzle-orm";
import { renewMemberships } from "#backend/modules/card-payments/renewing";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { memberships, renewalConsents, renewals } from "#backend/modules/memberships/tables";
import { notices } from "#backend/modules/notices/tables";
import { payments } from "#backend/modules/payments/tables";
import type { Mailer } from "#backend/ports/mailer";
import { backendForTest, type TestBackend, testClock } from "./backend";
import { membershipsOf } from "./memberships";
import { signIn } from "./people";
import { cardSettings, handleAll, sendEvent, startStripe } from "./stripe";

type Stripe = Awaited<ReturnType<typeof startStripe>>;

/** Accepts every mail. */
export const mailbox: Mailer = { send: async () => {}, close: () => {} };

/** A member who has paid by card, and consented to the renewal. */
export async function renewingMember(
  backend: TestBackend,
  stripe: Stripe,
  office: ReturnType<typeof membershipsOf>,
  planId: string,
  more: object = {},
) {
  const { cookie, id: userId, email } = await signIn(backend, { role: "VOLUNTEER" });
  const paid = await payByCard(backend, stripe, cookie, await office.ask(planId, cookie, { method: "card", renews: true, ...more }));
  return { cookie, userId, email, ...paid };
}

/** Pays a request on the page of the provider. */
export async function payByCard(backend: TestBackend, stripe: Stripe, cookie: string, id: string) {
  const opened = await backend.request(`/api/own-membership/${id}/checkout`, { method: "POST", cookie });
  const page = ((await opened.json()) as { url: string }).url.split("/").at(-1) ?? "";
  stripe.pay(page);
  await sendEvent(backend, stripe.event("checkout.session.completed", page));
  await handleAll(backend);
  return { id, page };
}

/** An office with a plan of 15 € and one such member, on 20 November 2026. */
export async function openRenewals(plan: object = {}, request: object = {}) {
  const time = testClock(new Date("2026-11-20T10:00:00Z"));
  const stripe = await startStripe({ clock: time.clock });
  const backend = await backendForTest({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const { db } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN" });
  const office = membershipsOf(backend, () => admin.cookie);
  const planId = await office.addPlan(plan);
  const one = await renewingMember(backend, stripe, office, planId, request);
  const run = () => renewMemberships(backend.services, stripe.provider);
  const sendMails = () => sendWaitingMails(backend.services, mailbox);
  const consent = async () => (await db.select().from(renewalConsents).where(eq(renewalConsents.userId, one.userId)))[0];
  const renewal = async () => (await db.select().from(renewals))[0];
  const periods = () => db.select().from(memberships).where(eq(memberships.userId, one.userId)).orderBy(memberships.startDate);
  const topics = async () => {
    const rows = await db.select({ topic: outgoingMails.topic }).from(outgoingMails).where(eq(outgoingMails.userId, one.userId));
    return rows.map(({ topic }) => topic).sort();
  };
  const paid = () => db.$count(payments);
  /** What the page of the membership that ends shows: of what the member was notified by mail. */
  const shownOnPage = async () => {
    const which = and(eq(notices.subjectId, one.id), eq(notices.channel, "email"));
    const rows = await db.select({ topic: notices.topic }).from(notices).where(which);
    return rows.map(({ topic }) => topic).sort();
  };
  /** An office of an administrator who logs in now. */
  const officeNow = async () => {
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    return membershipsOf(backend, () => cookie);
  };
  return {
    ...one,
    time,
    stripe,
    backend,
    db,
    admin,
    office,
    planId,
    run,
    sendMails,
    consent,
    renewal,
    periods,
    topics,
    shownOnPage,
    paid,
    officeNow,
  };
}
