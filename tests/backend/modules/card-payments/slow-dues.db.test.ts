import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { checkouts } from "#backend/modules/card-payments/tables";
import { payments } from "#backend/modules/payments/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { membershipsOf } from "#tests/support/memberships";
import { signIn } from "#tests/support/people";
import { cardSettings, startStripe } from "#tests/support/stripe";

/** A request for a membership by card, at a provider that answers after our patience is over where `isSlow`. */
async function slowly(isSlow: (path: string) => boolean) {
  const { clock } = testClock(new Date("2026-11-20T10:00:00Z"));
  const stripe = await startStripe({ clock, patience: 10_000 });
  const backend = await backendForTest({ clock, settings: cardSettings, paymentProvider: stripe.provider });
  const { db } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN" });
  const member = await signIn(backend, { role: "VOLUNTEER" });
  const office = membershipsOf(backend, () => admin.cookie);
  const id = await office.ask(await office.addPlan(), member.cookie, { method: "card" });
  const key = crypto.randomUUID();
  const send = (path: string, { cookie }: { cookie: string }, json?: object) =>
    backend.request(`/api/${path}`, { method: "POST", cookie, json, headers: { "idempotency-key": key } });
  const open = () => send(`own-membership/${id}/checkout`, member);
  const beSlow = () => {
    stripe.fault = async (called) => {
      if (isSlow(called)) await pause(4_000);
      return null;
    };
  };
  const pages = () =>
    db.select({ session: checkouts.sessionId, state: checkouts.state }).from(checkouts).where(eq(checkouts.membershipId, id));
  const cancellations = () => db.$count(auditLog, eq(auditLog.action, "membership.cancel"));
  return { stripe, backend, db, admin, member, office, id, send, open, beSlow, pages, cancellations };
}

const closes = (path: string) => path.endsWith("/expire");

test("a page for dues that the provider opens late is stored, and the form with its key sent again leads to it", async () => {
  const { stripe, open, beSlow, pages } = await slowly((path) => path.startsWith("/v1/checkout/sessions"));
  beSlow();
  expect((await open()).status).toBe(503);
  await expect.poll(pages).toEqual([{ session: expect.stringMatching(/^cs_/), state: "open" }]);
  stripe.fault = null;
  const again = await open();
  expect([again.status, ((await again.json()) as { url: string }).url.split("/").at(-1)]).toEqual([200, (await pages())[0]?.session]);
  expect(stripe.sessions.size).toBe(1);
});

test("a membership is cancelled at once, its page is closed late, and the same form sent again changes nothing", async () => {
  const { open, beSlow, pages, send, admin, id, office, cancellations } = await slowly(closes);
  await open();
  beSlow();
  const cancel = (reason = "Une erreur") => send(`admin/memberships/${id}/cancellation`, admin, { reason });
  expect((await cancel()).status).toBe(200);
  expect((await office.record(id)).status).toBe("cancelled");
  await expect.poll(pages).toEqual([expect.objectContaining({ state: "expired" })]);
  expect([(await cancel()).status, (await cancel("Une autre raison")).status]).toEqual([200, 409]);
  expect(await cancellations()).toBe(1);
});

test("a request is withdrawn at once, its page is closed late, and the form sent again changes nothing", async () => {
  const { open, beSlow, pages, send, member, id, cancellations } = await slowly(closes);
  await open();
  beSlow();
  const withdraw = () => send(`own-membership/${id}/withdrawal`, member);
  expect((await withdraw()).status).toBe(200);
  await expect.poll(pages).toEqual([expect.objectContaining({ state: "expired" })]);
  expect((await withdraw()).status).toBe(200);
  expect(await cancellations()).toBe(1);
});

test("dues by other means are recorded once, and the page by card is closed late", async () => {
  const { db, open, beSlow, pages, send, admin, id } = await slowly(closes);
  await open();
  beSlow();
  const form = { receivedOn: "2026-11-20", method: "cash", amountCents: 1_500, submission: crypto.randomUUID() };
  const pay = () => send(`admin/memberships/${id}/payments`, admin, form);
  expect((await pay()).status).toBe(201);
  await expect.poll(pages).toEqual([expect.objectContaining({ state: "expired" })]);
  expect((await pay()).status).toBe(201);
  expect(await db.$count(payments)).toBe(1);
});
