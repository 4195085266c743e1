import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { closePaidPages } from "#backend/modules/card-payments/closing";
import { pendingDebits } from "#backend/modules/card-payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { addGift } from "#tests/support/gifts";
import { membershipsOf } from "#tests/support/memberships";
import { paymentsOf } from "#tests/support/payments";
import { signIn } from "#tests/support/people";
import { cardSettings, handleAll, sendEvent, startStripe } from "#tests/support/stripe";

const email = "lou@maillon.example";

async function opened() {
  const time = testClock();
  const stripe = await startStripe({ clock: time.clock });
  const backend = await backendForTest({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const office = paymentsOf(backend, () => cookie);
  const dues = membershipsOf(backend, () => cookie);
  const pageAt = async (path: string, as?: string) => {
    const answer = await backend.request(path, { method: "POST", cookie: as });
    return ((await answer.json()) as { url: string }).url.split("/").at(-1) ?? "";
  };
  const pageOf = ({ reference }: { reference: string }) => pageAt(`/api/pledges/${reference}/checkout`);
  const planId = await dues.addPlan();
  /** A request for a membership of 15 €, with its page. */
  const request = async (method: "card" | "sepa_debit" = "card") => {
    const member = await signIn(backend, { role: "VOLUNTEER" });
    const id = await dues.ask(planId, member.cookie, { method });
    return { id, page: await pageAt(`/api/own-membership/${id}/checkout`, member.cookie) };
  };
  const states = (pages: string[]) => pages.map((page) => stripe.sessions.get(page)?.status);
  /** What happens while the provider does not answer. */
  const inOutage = async (act: () => Promise<unknown>) => {
    stripe.fault = () => new Response(null, { status: 503 });
    await act();
    stripe.fault = null;
  };
  const closing = () => closePaidPages(backend.services);
  const payByTransfer = (amountCents: number, { reference }: { reference: string }) =>
    office.record(amountCents, { parts: [{ amountCents, reference }], donorName: undefined });
  /** Somebody agrees to a debit on a page. */
  const debit = async (page: string) => {
    await sendEvent(backend, stripe.event("payment_intent.processing", stripe.pay(page, { status: "processing" })));
    await handleAll(backend);
  };
  return { time, stripe, backend, dues, pageOf, request, states, inOutage, closing, payByTransfer, debit };
}

test("the page of dues that were paid otherwise in an outage, all or a part, is closed; that of a request that waits stays open", async () => {
  const { dues, request, states, inOutage, closing } = await opened();
  const [paid, part, waits] = [await request(), await request(), await request()];
  await inOutage(async () => {
    expect((await dues.pay(paid.id, { method: "cash" })).status).toBe(201);
    expect((await dues.pay(part.id, { method: "cash", amountCents: 500 })).status).toBe(201);
  });
  const pages = [paid.page, part.page, waits.page];
  expect(states(pages)).toEqual(["open", "open", "open"]);
  await closing();
  expect(states(pages)).toEqual(["expired", "expired", "open"]);
});

test("the page of a monthly gift is closed once the gift is stopped, whatever came of it", async () => {
  const { backend, pageOf, payByTransfer, states, closing } = await opened();
  const monthly = () => addGift(backend, { email, method: "card", rhythm: "monthly" });
  const [waits, stopped] = [await monthly(), await monthly()];
  const pages = [await pageOf(waits), await pageOf(stopped)];
  await payByTransfer(5_000, waits);
  await backend.services.db.update(pledges).set({ status: "cancelled" }).where(eq(pledges.id, stopped.id));
  await closing();
  expect(states(pages)).toEqual(["open", "expired"]);
});

test("a page whose debit is on its way, and one that the provider has closed by itself, are not asked for", async () => {
  const { time, stripe, backend, dues, pageOf, request, inOutage, closing, payByTransfer, debit } = await opened();
  const gift = await addGift(backend, { email, method: "sepa_debit" });
  const page = await pageOf(gift);
  const membership = await request("sepa_debit");
  for (const one of [page, membership.page]) await debit(one);
  expect(await backend.services.db.$count(pendingDebits)).toBe(2);
  await inOutage(async () => {
    await payByTransfer(5_000, gift);
    expect((await dues.pay(membership.id, { method: "cash" })).status).toBe(201);
  });
  const calls = stripe.calls.length;
  await closing();
  expect(stripe.calls).toHaveLength(calls);
  const old = await addGift(backend, { email, method: "card" });
  const its = await pageOf(old);
  await payByTransfer(5_000, old);
  time.pass(25 * 3_600);
  const before = stripe.calls.length;
  await closing();
  expect([stripe.calls.length, stripe.sessions.get(its)?.status]).toEqual([before, "open"]);
});
