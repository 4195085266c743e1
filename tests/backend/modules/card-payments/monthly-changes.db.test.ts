import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { subscriptions } from "#backend/modules/card-payments/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { addGift, openGifts } from "#tests/support/gifts";
import { mailsTo } from "#tests/support/outbox";
import { signIn } from "#tests/support/people";
import { cardSettings, handleAll, sendEvent, startStripe } from "#tests/support/stripe";

const email = "lou@maillon.example";
const topics = ["pledge_stopped", "pledge_order_stopped", "pledge_amount_changed", "pledge_paused", "pledge_resumed"] as const;

/** A monthly gift, with its first month paid where it is by card. */
async function begun(more: Partial<typeof pledges.$inferInsert> = {}) {
  const time = testClock(new Date("2026-11-20T10:00:00Z"));
  const stripe = await startStripe({ clock: time.clock });
  const backend = await backendForTest({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const gift = await addGift(backend, { email, method: "card", rhythm: "monthly", amountCents: 2_000, ...more });
  const send = async (type: string, id: string) => {
    await sendEvent(backend, stripe.event(type, id));
    await handleAll(backend);
  };
  let id = "";
  if (gift.method === "card") {
    const answer = await backend.request(`/api/pledges/${gift.reference}/checkout`, { method: "POST" });
    const page = ((await answer.json()) as { url: string }).url.split("/").at(-1) ?? "";
    stripe.pay(page);
    await send("checkout.session.completed", page);
    id = stripe.sessions.get(page)?.subscription ?? "";
  }
  const cookie = await openGifts(backend, email);
  const change = async (path: string, json: object, method: "PUT" | "POST" = "PUT") =>
    (await backend.request(`/api/own-gifts/${gift.reference}/${path}`, { method, cookie, json })).status;
  const written = async () => {
    const mails = (await mailsTo(backend, email)).filter(({ topic }) => (topics as readonly string[]).includes(topic));
    return mails.map(({ topic, text }) => ({ topic, text: text.replaceAll(/[\u00a0\u202f]/g, " ") }));
  };
  const updated = () => send("customer.subscription.updated", id);
  return { time, stripe, backend, db: backend.services.db, gift, id, send, change, written, updated };
}

test("who changes the amount reads both amounts and the day, in one mail", async () => {
  const { change, written, updated } = await begun();
  expect(await change("amount", { amountCents: 20_000 })).toBe(200);
  await updated();
  await updated();
  expect(await written()).toEqual([
    {
      topic: "pledge_amount_changed",
      text: expect.stringContaining("À partir du 20 décembre 2026, 200 € par mois sont débités, à la place de 20 €"),
    },
  ]);
});

test("a pause is logged and written about, and so is its end, also when it ends by itself", async () => {
  const { db, change, written, updated, stripe, id, time } = await begun();
  expect(await change("pause", { until: "2027-02-01" })).toBe(200);
  await updated();
  expect(await written()).toEqual([
    { topic: "pledge_paused", text: expect.stringContaining("Rien n’est débité avant le 1er février 2027") },
  ]);
  time.set("2027-02-01T06:00:00Z");
  const subscription = stripe.monthly.subscriptions.get(id);
  if (!subscription) throw new Error("there is no subscription");
  const [item] = subscription.items.data;
  if (item) item.current_period_end = new Date("2027-02-18T10:00:00Z").getTime() / 1_000;
  subscription.pause_collection = null;
  await updated();
  await updated();
  expect((await written())[0]).toEqual({
    topic: "pledge_resumed",
    text: expect.stringContaining("Le prochain débit est le 18 février 2027"),
  });
  expect(await written()).toHaveLength(2);
  const logged = await db
    .select({ action: auditLog.action, changes: auditLog.changes })
    .from(auditLog)
    .where(inArray(auditLog.action, ["pledge.pause", "pledge.resume"]))
    .orderBy(auditLog.seq);
  expect(logged).toEqual([
    { action: "pledge.pause", changes: { pausedUntil: { before: null, after: "2027-02-01" } } },
    { action: "pledge.resume", changes: { pausedUntil: { before: "2027-02-01", after: null } } },
  ]);
});

test("a new amount during a pause is taken from its end on", async () => {
  const { change, written } = await begun();
  await change("pause", { until: "2027-02-01" });
  await change("amount", { amountCents: 1_000 });
  expect((await written()).find(({ topic }) => topic === "pledge_amount_changed")?.text).toContain(
    "À partir du 1er février 2027, 10 € par mois",
  );
});

test("a gift that is stopped is written about once: by its donor, by staff, or at the provider", async () => {
  const byDonor = await begun();
  await byDonor.change("stop", {}, "POST");
  await byDonor.change("stop", {}, "POST");
  await byDonor.send("customer.subscription.deleted", byDonor.id);
  const byStaff = await begun();
  const { cookie } = await signIn(byStaff.backend, { role: "ADMIN" });
  const json = { status: "cancelled" };
  expect((await byStaff.backend.request(`/api/admin/pledges/${byStaff.gift.id}/status`, { method: "POST", cookie, json })).status).toBe(
    200,
  );
  await byStaff.send("customer.subscription.deleted", byStaff.id);
  const atProvider = await begun();
  atProvider.stripe.monthly.end(atProvider.id);
  await atProvider.send("customer.subscription.deleted", atProvider.id);
  await atProvider.send("customer.subscription.deleted", atProvider.id);
  for (const { written } of [byDonor, byStaff, atProvider])
    expect(await written()).toEqual([{ topic: "pledge_stopped", text: expect.stringContaining("Plus rien ne sera débité") }]);
});

test("who stops a standing order reads that their bank ends it, and a gift that comes once needs no mail", async () => {
  const order = await begun({ method: "transfer" });
  await order.change("stop", {}, "POST");
  expect(await order.written()).toEqual([
    { topic: "pledge_order_stopped", text: expect.stringContaining("demandez aussi à votre banque de l’arrêter") },
  ]);
  const once = await begun({ method: "transfer", rhythm: "one_off" });
  await once.change("stop", {}, "POST");
  expect(await once.written()).toEqual([]);
});

test("nothing is written to a donor who was erased", async () => {
  const { db, stripe, id, send, gift } = await begun();
  await db
    .update(pledges)
    .set({ email: `${gift.id}@erased.invalid` })
    .where(eq(pledges.id, gift.id));
  stripe.monthly.end(id);
  await send("customer.subscription.deleted", id);
  expect(await db.select({ state: subscriptions.state }).from(subscriptions)).toEqual([{ state: "ended" }]);
  expect(await db.$count(outgoingMails, inArray(outgoingMails.topic, [...topics]))).toBe(0);
});

test("a donor changes gifts twenty times a day, since each change is a mail, and may stop them then too", async () => {
  const { change, written, time } = await begun();
  const statuses: number[] = [];
  for (let at = 0; at < 11; at += 1) {
    time.pass(60);
    statuses.push(await change("pause", { until: `2027-02-${String(at + 1).padStart(2, "0")}` }));
    statuses.push(await change("amount", { amountCents: 2_100 + at * 100 }));
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
  expect(await written()).toHaveLength(20);
  expect(await change("stop", {}, "POST")).toBe(200);
});
