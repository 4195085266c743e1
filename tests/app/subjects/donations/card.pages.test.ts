import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import type { BackendParts } from "#backend/services";
import { franceDay } from "#contract/formats/france-time";
import { startBackend, testClock } from "#tests/support/backend";
import { oldProof } from "#tests/support/form-proof";
import { paymentsOf } from "#tests/support/payments";
import { signIn } from "#tests/support/people";
import { keepCookies, startSite } from "#tests/support/site";
import { cardSettings, handleAll, signatureOf, startStripe } from "#tests/support/stripe";

const answers = { rhythm: "one_off", donor: "person", amount: "5000", otherAmount: "", allocation: "any", method: "card", name: "Lou" };
const plain = (html: string) =>
  html
    .replace(/<style.*?<\/style>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

async function opened(parts: Partial<BackendParts> = {}, patience = 2_000) {
  const time = testClock(new Date());
  const stripe = await startStripe({ clock: time.clock, patience });
  const backend = await startBackend({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider, ...parts });
  const site = await startSite({}, backend);
  onTestFinished(() => backend.close());
  const give = async (prefix: string, email: string, more: object = {}) =>
    site.visit(`${prefix}/donate`, { form: { ...answers, website: "", email, ...more, proof: await oldProof(backend, time) } });
  const giftOf = async (email: string) => (await backend.services.db.select().from(pledges).where(eq(pledges.email, email)))[0];
  const read = async (path: string, cookie?: string) => {
    const answer = await site.visit(path, { cookie });
    return { text: plain(await answer.text()), policy: answer.headers.get("content-security-policy") ?? "", status: answer.status };
  };
  const sessions = () => [...stripe.sessions.keys()];
  /** An event through the web tier, as the provider sends it. */
  const report = async (type: string, id: string) => {
    const body = stripe.event(type, id);
    const headers = { "content-type": "application/json", "stripe-signature": signatureOf(body, { at: time.clock() }) };
    const { status } = await site.visit("/api/stripe/webhook", { method: "POST", body, headers });
    await handleAll(backend);
    return status;
  };
  return { time, stripe, backend, site, give, giftOf, read, sessions, report };
}

test.each([
  { prefix: "", pay: "Payer 50 € par carte", stopped: "Rien n’a été débité", paid: "Votre don est arrivé", other: "FR11 9999" },
  { prefix: "/en", pay: "Pay €50 by card", stopped: "Nothing was taken", paid: "Your donation has arrived", other: "FR11 9999" },
])("a gift by card under $prefix/ leads to the provider, back when it is stopped, and thanks once it is paid", async (texts) => {
  const { prefix, pay, stopped, paid, other } = texts;
  const { stripe, give, giftOf, read, sessions, report, site } = await opened();
  expect((await read(`${prefix}/donate`)).policy).toContain(`form-action 'self' ${stripe.url};`);
  expect((await read(`${prefix}/contact`)).policy).toContain("form-action 'self';");
  const email = "lou@example.org";
  const answer = await give(prefix, email);
  const [session = ""] = sessions();
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `${stripe.url}/c/pay/${session}`]);
  const gift = await giftOf(email);
  expect(gift).toMatchObject({ method: "card", status: "promised" });
  const page = `${prefix}/donate/${gift?.reference}`;
  const { sent } = stripe.sessions.get(session) ?? {};
  expect([sent?.success_url, sent?.cancel_url].map((url) => url?.replace("http://localhost:3000", ""))).toEqual([page, `${page}?stopped`]);
  const after = await read(`${page}?stopped`);
  for (const part of [pay, stopped, other]) expect(after.text).toContain(part);
  expect(after.policy).toContain(`form-action 'self' ${stripe.url};`);
  const again = await site.visit(page, { form: { again: "yes" } });
  expect([again.status, again.headers.get("location")]).toEqual([303, `${stripe.url}/c/pay/${session}`]);
  const provider = stripe.pay(session);
  expect((await read(page)).text).toContain(paid);
  expect(await report("checkout.session.completed", session)).toBe(204);
  expect(await report("payment_intent.succeeded", provider)).toBe(204);
  const done = await read(page);
  expect(done.text).toContain(paid);
  expect(done.text).not.toContain(pay);
  expect(done.text).not.toContain(other);
  const late = await site.visit(page, { form: { again: "yes" } });
  expect([late.status, late.headers.get("location")]).toEqual([303, page]);
});

test("an outage of the provider leaves the gift, with the other means", async () => {
  const { stripe, give, giftOf, read } = await opened();
  stripe.fault = () => new Response(null, { status: 503 });
  const answer = await give("", "aya@example.org");
  const gift = await giftOf("aya@example.org");
  const page = `/donate/${gift?.reference}?unavailable`;
  expect([answer.status, answer.headers.get("location")]).toEqual([303, page]);
  const { text } = await read(page);
  for (const part of ["ne s’ouvre pas", "Payer 50 € par carte", gift?.reference ?? "", "FR11 9999"]) expect(text).toContain(part);
});

test("a provider that does not answer leaves the gift, and its page says so", async () => {
  const { stripe, give, giftOf, read } = await opened({}, 10_000);
  await give("", "lou@example.org");
  stripe.fault = () => new Promise<Response>(() => {});
  const { text, status } = await read(`/donate/${(await giftOf("lou@example.org"))?.reference}`);
  expect(status).toBe(200);
  expect(text).toContain("Stripe ne nous a pas encore répondu");
  const answer = await give("", "aya@example.org");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, expect.stringMatching(/\?unavailable$/)]);
});

test("a provider that leads elsewhere is not followed", async () => {
  const { stripe, give, giftOf } = await opened();
  stripe.pages = "https://evil.example";
  const answer = await give("", "aya@example.org");
  expect(answer.headers.get("location")).toBe(`/donate/${(await giftOf("aya@example.org"))?.reference}?unavailable`);
});

test("the button of a gift of which a part came names what is left", async () => {
  const { backend, stripe, give, giftOf, read } = await opened();
  await give("", "lou@example.org");
  const gift = await giftOf("lou@example.org");
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const office = paymentsOf(backend, () => cookie);
  await office.record(1_000, { method: "cash", parts: [{ amountCents: 1_000, reference: gift?.reference }], donorName: undefined });
  const { text } = await read(`/donate/${gift?.reference}`);
  expect(text).toContain("Payer 40 € par carte");
  expect(text).not.toContain("Payer 50 € par carte");
  expect(stripe.sessions.size).toBe(1);
});

test.each(["card", "sepa_debit"])("a monthly gift by %s leads to the provider, and a cheque is given once", async (method) => {
  const { give, giftOf, stripe, sessions, read } = await opened();
  const { text } = await read("/donate");
  for (const part of ["Carte bancaire", "Prélèvement", "Une fois ou chaque mois, sur la page de Stripe"]) expect(text).toContain(part);
  const answer = await give("", "lou@example.org", { rhythm: "monthly", method });
  const [session = ""] = sessions();
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `${stripe.url}/c/pay/${session}`]);
  expect(stripe.sessions.get(session)?.sent).toMatchObject({ mode: "subscription", "payment_method_types[0]": method });
  expect(await giftOf("lou@example.org")).toMatchObject({ method, rhythm: "monthly", status: "promised" });
  expect((await give("", "aya@example.org", { rhythm: "monthly", method: "cheque" })).status).toBe(400);
});

test("without the settings no card is offered, and the page says how to connect the provider", async () => {
  const { give, read, backend } = await opened({
    paymentProvider: null,
    settings: { ...cardSettings, stripe: { live: null, webhookSecrets: [] } },
  });
  const { text, policy } = await read("/donate");
  expect(text).not.toMatch(/carte bancaire|prélèvement|stripe/i);
  expect(policy).toContain("form-action 'self';");
  expect((await give("", "lou@example.org")).status).toBe(422);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const help = await read("/dashboard/admin/stripe-manage", cookie);
  for (const part of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "http://localhost:3000/api/stripe/webhook", "il manque"])
    expect(help.text).toContain(part);
});

test("staff see whether it works, what failed and what differs, and replay an event", async () => {
  const { stripe, give, read, report, sessions, site, backend } = await opened();
  await give("", "lou@example.org");
  const paid = stripe.pay(sessions()[0] ?? "");
  stripe.fault = () => new Response(null, { status: 500 });
  await report("payment_intent.succeeded", paid);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const path = "/dashboard/admin/stripe-manage";
  expect((await read(path, cookie)).text).toContain("Stripe ne répond pas");
  stripe.fault = null;
  const { text } = await read(path, cookie);
  for (const part of ["Mode essai", "mais un message attend", "acct_standin", "Un message n’a pas pu être traité"])
    expect(text).toContain(part);
  expect((await read(`/en${path}`, cookie)).text).toContain("One message could not be handled");
  const html = await (await site.visit(`${path}/events?state=failed`, { cookie })).text();
  expect(plain(html)).toMatch(/payment_intent\.succeeded.*Échec.*ENOANSWER.*Rejouer/);
  const id = /name="id" value="([0-9a-f-]{36})"|value="([0-9a-f-]{36})" name="id"/.exec(html)?.slice(1).find(Boolean) ?? "";
  const replayed = await site.visit(`${path}/events`, { cookie, form: { id } });
  expect([replayed.status, replayed.headers.get("location")]).toEqual([303, `${path}/events?state=failed`]);
  await handleAll(backend);
  expect((await read(`${path}/events?state=handled`, cookie)).text).toMatch(/payment_intent\.succeeded.*Traité.*enregistré/);
  expect((await read(path, cookie)).text).toContain("Tout fonctionne");
  expect((await site.visit(`${path}/events`, { cookie, form: { id: "x" } })).status).toBe(400);
  expect((await site.visit(path, { cookie, form: { compare: "yes" } })).status).toBe(303);
});

test("a refund that Stripe has not made yet is said to be ordered, and another one to wait for it", async () => {
  const { time, stripe, give, read, report, sessions, site, backend } = await opened();
  await give("", "lou@example.org");
  await report("payment_intent.succeeded", stripe.pay(sessions()[0] ?? ""));
  stripe.refundsAre = "pending";
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const [payment] = await backend.services.db.select({ id: payments.id }).from(payments);
  const path = `/dashboard/admin/donations/${payment?.id}`;
  const back = { reversal: "refund", amount: "20", method: "card", receivedOn: franceDay(time.clock()), reason: "À sa demande" };
  const send = () => site.visit(path, { cookie, form: { ...back, submission: crypto.randomUUID() } });
  const answer = await send();
  expect(answer.status).toBe(303);
  const { text } = await read(path, keepCookies(cookie, answer));
  expect(text).toContain("Le remboursement est demandé à Stripe.");
  expect(text).not.toContain("Repris sur ce paiement");
  expect(text).toContain("Remboursement en route");
  expect(text).toMatch(/demandé par \S.*À sa demande.*20/s);
  expect(text).not.toContain("Reprendre ce montant");
  const intent = [...stripe.intents.keys()][0] ?? "";
  await report("charge.dispute.created", stripe.dispute(intent, 3_000, "needs_response").id);
  const { text: overview } = await read("/dashboard/admin/stripe-manage", cookie);
  for (const part of ["Un remboursement en route : 20", "Un paiement contesté", "réponse attendue", "Voir les prélèvements", "formules"])
    expect(overview).toContain(part);
  expect((await read(path, cookie)).text).toMatch(/La banque conteste 30.*de ce paiement/);
  const again = await send();
  expect([again.status, plain(await again.text())]).toEqual([422, expect.stringContaining("déjà en route chez Stripe")]);
});
