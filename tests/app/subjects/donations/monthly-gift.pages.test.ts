import { expect, onTestFinished, test } from "vitest";
import { startBackend, testClock } from "#tests/support/backend";
import { addGift, openGifts } from "#tests/support/gifts";
import { signIn } from "#tests/support/people";
import { startSite } from "#tests/support/site";
import { cardSettings, handleAll, sendEvent, startStripe } from "#tests/support/stripe";

const email = "lou@example.org";
const plain = (html: string) =>
  html
    .replace(/<style.*?<\/style>|<script.*?<\/script>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

async function opened(method: "card" | "sepa_debit") {
  const time = testClock(new Date());
  const stripe = await startStripe({ clock: time.clock });
  const backend = await startBackend({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider });
  const site = await startSite({}, backend);
  onTestFinished(() => backend.close());
  const gift = await addGift(backend, { email, method, rhythm: "monthly", amountCents: 1_000 });
  const cookie = await openGifts(backend, email);
  const path = `/donations/manage/${gift.reference}`;
  const read = async (address: string, by = cookie) => {
    const answer = await site.visit(address, { cookie: by });
    return { text: plain(await answer.text()), policy: answer.headers.get("content-security-policy") ?? "" };
  };
  const send = (form: Record<string, string>, prefix = "") => site.visit(prefix + path, { cookie, form });
  const report = async (type: string, id: string) => {
    await sendEvent(backend, stripe.event(type, id));
    await handleAll(backend);
  };
  const open = await backend.request(`/api/pledges/${gift.reference}/checkout`, { method: "POST" });
  const session = ((await open.json()) as { url: string }).url.split("/").at(-1) ?? "";
  const subscriptionOf = () => stripe.sessions.get(session)?.subscription ?? "";
  return { time, stripe, backend, site, gift, path, read, send, report, session, subscriptionOf };
}

test.each([
  { prefix: "", next: "Prochain paiement le", card: "Changer de carte", paused: "En pause", over: "Plus rien ne sera débité" },
  {
    prefix: "/en",
    next: "Next payment on",
    card: "Change the card",
    paused: "Paused: nothing is taken",
    over: "Nothing more will be taken",
  },
])("a donor sees, changes, pauses and stops a monthly gift by card under $prefix/, without script", async (texts) => {
  const { prefix, next, card, paused, over } = texts;
  const { time, stripe, backend, gift, path, read, send, report, session, subscriptionOf } = await opened("card");
  stripe.pay(session);
  await report("checkout.session.completed", session);
  const page = await read(prefix + path);
  for (const part of [next, card]) expect(page.text).toContain(part);
  expect(page.policy).toContain(`form-action 'self' ${stripe.url};`);
  expect((await send({ intent: "amount", amount: "0,50" }, prefix)).status).toBe(400);
  expect((await send({ intent: "amount", amount: "25" }, prefix)).status).toBe(303);
  expect((await read(prefix + path)).text).toMatch(/25/);
  const day = new Date(time.clock().getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
  expect((await send({ intent: "pause", until: day }, prefix)).status).toBe(303);
  expect((await read(prefix + path)).text).toContain(paused);
  expect((await send({ intent: "resume" }, prefix)).status).toBe(303);
  expect((await read(prefix + path)).text).not.toContain(paused);
  expect((await send({ intent: "pause", until: "2020-01-01" }, prefix)).status).toBe(422);
  const portal = await send({ intent: "portal" }, prefix);
  expect([portal.status, portal.headers.get("location")]).toEqual([303, expect.stringMatching(`^${stripe.url}/p/session/`)]);
  stripe.fault = () => new Response(null, { status: 503 });
  for (const form of [{ intent: "portal" }, { intent: "resume" }, { intent: "stop" }]) {
    const answer = await send(form, prefix);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, expect.stringContaining(path)]);
  }
  stripe.fault = null;
  const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
  expect((await read(`${prefix}/dashboard/admin/donations/pledges/${gift.id}`, admin)).text).toMatch(/Stripe/);
  expect((await send({ intent: "stop", reason: "" }, prefix)).status).toBe(303);
  expect(stripe.monthly.subscriptions.get(subscriptionOf())?.status).toBe("canceled");
  const stopped = await read(prefix + path);
  expect(stopped.text).toContain(over);
  expect(stopped.text).not.toContain(card);
});

test("a debit on its way and one that failed are said, to the donor and to staff", async () => {
  const { stripe, backend, gift, path, read, report, session, subscriptionOf } = await opened("sepa_debit");
  const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
  const office = () => read(`/dashboard/admin/donations/pledges/${gift.id}`, admin);
  stripe.pay(session, { status: "processing" });
  await report("checkout.session.completed", session);
  const onItsWay = await read(path);
  for (const part of ["10 € en cours de prélèvement", "Changer de compte"]) expect(onItsWay.text).toContain(part);
  expect(onItsWay.text).not.toContain("par prélèvement, vous");
  expect((await read("/donations/manage")).text).toContain("en cours de prélèvement");
  expect((await read(`/donate/${gift.reference}`)).text).toContain("Votre paiement est en cours");
  expect((await office()).text).toContain("En cours de prélèvement");
  const [invoice = ""] = [...stripe.monthly.invoices.keys()];
  stripe.monthly.answer(invoice, false);
  await report("invoice.payment_failed", invoice);
  expect((await read(path)).text).toContain("La banque a refusé le dernier paiement. Il est présenté de nouveau");
  expect((await office()).text).toContain("présenté de nouveau bientôt");
  stripe.payouts.push(
    { id: "po_1", amount: 12_345, arrival_date: new Date("2026-11-27T00:00:00Z").getTime() / 1_000, status: "paid" },
    { id: "po_2", amount: 700, arrival_date: new Date("2026-12-01T00:00:00Z").getTime() / 1_000, status: "in_transit" },
  );
  const { text: overview } = await read("/dashboard/admin/stripe-manage", admin);
  for (const part of [
    "0 don mensuel actif",
    "Un don mensuel est refusé",
    gift.reference,
    "123,45 €",
    "arrivé le 27 novembre 2026",
    "attendu le 1er décembre 2026",
  ])
    expect(overview).toContain(part);
  stripe.monthly.answer(invoice, false, { last: true });
  await report("customer.subscription.updated", subscriptionOf());
  expect((await read(path)).text).toContain("il n’est plus présenté");
  expect((await office()).text).toContain("écrivez à la personne");
});
