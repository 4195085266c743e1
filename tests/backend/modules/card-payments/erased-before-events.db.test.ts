import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { closePaidPages } from "#backend/modules/card-payments/closing";
import { endStopped } from "#backend/modules/card-payments/steering";
import { checkouts, subscriptions } from "#backend/modules/card-payments/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { eraseEmail, erasePeople } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import { backendForTest, testClock } from "#tests/support/backend";
import { addGift } from "#tests/support/gifts";
import { membershipsOf } from "#tests/support/memberships";
import { signIn } from "#tests/support/people";
import { cardSettings, handleAll, sendEvent, startStripe } from "#tests/support/stripe";

const email = "lou@maillon.example";

/** A backend of today, since an erasure compares the age of a page with the time of the database. */
async function opened() {
  const time = testClock(new Date());
  const stripe = await startStripe({ clock: time.clock });
  const backend = await backendForTest({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const { services } = backend;
  const { db } = services;
  const pageAt = async (path: string, cookie?: string) => {
    const answer = await backend.request(path, { method: "POST", ...(cookie && { cookie }) });
    return ((await answer.json()) as { url: string }).url.split("/").at(-1) ?? "";
  };
  const pageOfGift = async (rhythm: "one_off" | "monthly") => {
    const { reference } = await addGift(backend, { email, method: "card", rhythm, amountCents: 2_000 });
    return pageAt(`/api/pledges/${reference}/checkout`);
  };
  const send = async (id: string) => {
    await sendEvent(backend, stripe.event("checkout.session.completed", id));
    await handleAll(backend);
  };
  const erase = () => eraseEmail(services, email, time.clock());
  const came = async () => (await db.select({ cents: payments.signedCents }).from(payments)).map(({ cents }) => cents);
  const mails = () => db.$count(outgoingMails, eq(outgoingMails.recipient, email));
  return { time, stripe, backend, services, db, pageAt, pageOfGift, send, erase, came, mails };
}

test("a gift that was paid before the erasure of its donor is recorded with an event that comes after it", async () => {
  const { stripe, db, pageOfGift, send, erase, came, mails } = await opened();
  const page = await pageOfGift("one_off");
  stripe.pay(page);
  await erase();
  await send(page);
  expect(await came()).toEqual([2_000]);
  const [pledge] = await db.select().from(pledges);
  expect([pledge?.status, pledge?.email, await mails()]).toEqual(["received", `${pledge?.id}@erased.invalid`, 0]);
});

test("a monthly gift that was begun before the erasure is recorded and ended with an event that comes after it", async () => {
  const { stripe, services, db, pageOfGift, send, erase, came, mails } = await opened();
  const page = await pageOfGift("monthly");
  stripe.pay(page);
  await erase();
  await send(page);
  expect((await db.select().from(subscriptions))[0]).toMatchObject({ state: "active", stopWanted: true });
  await endStopped(services, stripe.provider);
  expect([...stripe.monthly.subscriptions.values()].map(({ status }) => status)).toEqual(["canceled"]);
  expect([await came(), await mails()]).toEqual([[2_000], 0]);
});

test("a page that is open when its donor is erased is closed, and its promise deleted within days", async () => {
  const { time, stripe, services, db, pageOfGift, erase } = await opened();
  const page = await pageOfGift("one_off");
  await erase();
  await closePaidPages(services);
  expect([stripe.sessions.get(page)?.status, (await db.select().from(checkouts))[0]?.state]).toEqual(["expired", "expired"]);
  expect(await db.$count(pledges)).toBe(1);
  time.pass(3 * 86_400);
  await applyRetention(services);
  expect(await db.$count(pledges)).toBe(0);
});

test("dues that were paid before the erasure of their member are recorded, and a page that is open is closed", async () => {
  const { time, stripe, backend, services, db, pageAt, send, came } = await opened();
  const admin = await signIn(backend, { role: "ADMIN" });
  const office = membershipsOf(backend, () => admin.cookie);
  const planId = await office.addPlan();
  const requested = async () => {
    const { cookie, id } = await signIn(backend, { role: "VOLUNTEER" });
    const membershipId = await office.ask(planId, cookie, { method: "card" });
    return { id, page: await pageAt(`/api/own-membership/${membershipId}/checkout`, cookie) };
  };
  const [paid, open] = [await requested(), await requested()];
  stripe.pay(paid.page);
  await erasePeople(services, null, [paid.id, open.id], time.clock());
  await send(paid.page);
  await closePaidPages(services);
  expect(await came()).toEqual([1_500]);
  expect(stripe.sessions.get(open.page)?.status).toBe("expired");
  expect(await db.$count(checkouts, eq(checkouts.state, "open"))).toBe(0);
});
