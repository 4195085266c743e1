import { expect, onTestFinished, test } from "vitest";
import { renewalConsents, renewals } from "#backend/modules/memberships/tables";
import type { BackendParts } from "#backend/services";
import { franceDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { startBackend, testClock } from "#tests/support/backend";
import { membershipsOf } from "#tests/support/memberships";
import { signIn } from "#tests/support/people";
import { payByCard } from "#tests/support/renewals";
import { startSite } from "#tests/support/site";
import { cardSettings, handleAll, sendEvent, startStripe } from "#tests/support/stripe";

const page = "/account/membership";
const done = "/account/billing/setup-complete";
const plain = (html: string) =>
  html
    .replace(/<style.*?<\/style>|<script.*?<\/script>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

async function opened(parts: Partial<BackendParts> = {}) {
  const time = testClock(new Date());
  const stripe = await startStripe({ clock: time.clock });
  const backend = await startBackend({ clock: time.clock, settings: cardSettings, paymentProvider: stripe.provider, ...parts });
  const site = await startSite({}, backend);
  onTestFinished(() => backend.close());
  const admin = await signIn(backend, { role: "ADMIN" });
  const office = membershipsOf(backend, () => admin.cookie);
  const planId = await office.addPlan();
  const member = await signIn(backend, { role: "VOLUNTEER" });
  const read = async (path: string, cookie = member.cookie) => {
    const answer = await site.visit(path, { cookie });
    return { text: plain(await answer.text()), policy: answer.headers.get("content-security-policy") ?? "", status: answer.status };
  };
  const send = (path: string, form: Record<string, string>) => site.visit(path, { cookie: member.cookie, form });
  return { stripe, backend, site, office, admin, planId, member, read, send };
}

test.each([
  {
    prefix: "",
    pay: "Payer 15 € par carte",
    unpaid: "n’est pas payée",
    paid: "Votre cotisation est payée",
    none: "Aucun paiement à montrer",
  },
  {
    prefix: "/en",
    pay: "Pay €15 by card",
    unpaid: "Your membership fee is not paid",
    paid: "Your membership fee is paid",
    none: "No payment to show",
  },
])("dues under $prefix/ are paid on the provider's page, and /account/billing/setup-complete says what became of it", async (texts) => {
  const { prefix, pay, unpaid, paid, none } = texts;
  const { stripe, backend, planId, read, send } = await opened();
  const first = await read(prefix + page);
  expect(first.policy).toContain(`form-action 'self' ${stripe.url};`);
  const sent = await send(prefix + page, { planId, method: "card" });
  const [session = ""] = [...stripe.sessions.keys()];
  expect([sent.status, sent.headers.get("location")]).toEqual([303, `${stripe.url}/c/pay/${session}`]);
  const waits = await read(prefix + page);
  expect(waits.text).toContain(pay);
  expect(waits.text).toContain("FR11 9999");
  const back = `${prefix}${done}?session=${session}`;
  const open = await read(back);
  expect(open.text).toContain(unpaid);
  expect(open.policy).toContain(`form-action 'self' ${stripe.url};`);
  stripe.pay(session);
  for (const _ of [1, 2]) expect((await read(back)).text).toContain(paid);
  await sendEvent(backend, stripe.event("checkout.session.completed", session));
  await handleAll(backend);
  expect((await read(back)).text).toContain(paid);
  expect((await read(prefix + page)).text).not.toContain(pay);
  const stranger = await signIn(backend, { role: "ADMIN" });
  for (const path of [back, `${prefix}${done}`, `${prefix}${done}?session=cs_other`]) {
    const seen = await read(path, path === back ? stranger.cookie : undefined);
    expect([seen.status, seen.text]).toEqual([200, expect.stringContaining(none)]);
    expect(seen.text).not.toContain("15");
  }
});

test("a payment that was stopped is taken up again, one on its way is not paid twice, and an outage is said", async () => {
  const { stripe, office, planId, member, read, send } = await opened();
  const id = await office.ask(planId, member.cookie);
  stripe.fault = () => new Response(null, { status: 503 });
  const failed = await send(page, { pay: id });
  expect(failed.headers.get("location")).toBe(`${page}?unavailable`);
  expect((await read(`${page}?unavailable`)).text).toContain("La page de paiement ne s’ouvre pas");
  stripe.fault = null;
  const again = await send(page, { pay: id });
  const session = [...stripe.sessions.keys()].at(-1) ?? "";
  expect(again.headers.get("location")).toBe(`${stripe.url}/c/pay/${session}`);
  expect((await send(done, { pay: id })).headers.get("location")).toBe(`${stripe.url}/c/pay/${session}`);
  const paid = stripe.pay(session, { status: "processing" });
  const { text } = await read(`${done}?session=${session}`);
  expect(text).toContain("Votre paiement est en cours");
  expect(text).not.toContain("Payer maintenant");
  stripe.fault = () => new Response(null, { status: 503 });
  expect((await read(`${done}?session=${session}`)).text).toContain("Stripe ne nous a pas encore répondu");
  stripe.fault = null;
  Object.assign(stripe.intents.get(paid) ?? {}, { status: "succeeded" });
  expect((await read(`${done}?session=${session}`)).text).toContain("Votre cotisation est payée");
  expect((await send(page, { pay: id })).headers.get("location")).toBe(page);
  expect((await send(page, { pay: "x" })).status).toBe(400);
});

test("dues by direct debit are paid on the provider's page too, again from the page of the membership", async () => {
  const { stripe, backend, admin, office, planId, member, read, send } = await opened();
  expect((await read(page)).text).toContain("Prélèvement");
  const sent = await send(page, { planId, method: "sepa_debit", renews: "on" });
  const [session] = [...stripe.sessions.values()];
  expect([sent.status, session?.sent["payment_method_types[0]"]]).toEqual([303, "sepa_debit"]);
  expect(sent.headers.get("location")).toBe(session?.url);
  const { text } = await read(page);
  for (const words of ["Payer 15 € par prélèvement", "ne payez pas de nouveau"]) expect(text).toContain(words);
  await sendEvent(backend, stripe.event("payment_intent.processing", stripe.pay(session?.id ?? "", { status: "processing" })));
  await handleAll(backend);
  const onItsWay = await read(page);
  expect(onItsWay.text).toMatch(/Un prélèvement de 15 € pour .* est en cours depuis le/);
  for (const words of ["Payer 15 €", "Retirer cette demande", "FR11 9999"]) expect(onItsWay.text).not.toContain(words);
  const [request] = (await office.own(member.cookie)).items;
  const staff = await read(`/dashboard/admin/memberships/${request?.id}`, admin.cookie);
  for (const words of ["Prélèvement en cours", "ne s’arrête plus"]) expect(staff.text).toContain(words);
  expect(staff.text).not.toContain("Un e-mail par jour au plus");
});

test("a renewal that is being paid asks for no other payment, and staff stop the next one", async () => {
  const { stripe, backend, site, office, admin, planId, member, read } = await opened();
  const { db } = backend.services;
  const { id } = await payByCard(backend, stripe, member.cookie, await office.ask(planId, member.cookie, { method: "card", renews: true }));
  const [consent] = await db.select().from(renewalConsents);
  const renewed = await backend.request(`/api/admin/memberships/${id}/renewals`, { method: "POST", cookie: admin.cookie });
  const { id: nextId } = (await renewed.json()) as { id: string };
  expect((await read(page)).text).toContain("par carte");
  const now = backend.services.clock();
  const ordered = { state: "ordered" as const, nextId, checkoutId: crypto.randomUUID(), orderedAt: now };
  const notice = { noticeAt: now, chargeOn: addDays(franceDay(now), 15) };
  await db.insert(renewals).values({ consentId: consent?.id ?? "", membershipId: id, ...notice, ...ordered });
  const { text } = await read(page);
  expect([text.includes("Vous n’avez rien à payer"), text.includes("FR11 9999")]).toEqual([true, false]);
  const record = `/dashboard/admin/memberships/${id}`;
  expect((await read(record, admin.cookie)).text).toMatch(/La personne l’a accepté le .* à 15 €/);
  expect((await site.visit(record, { cookie: admin.cookie, form: { intent: "stopRenewal" } })).headers.get("location")).toBe(record);
  expect((await db.select().from(renewalConsents))[0]?.endedWhy).toBe("staff");
  expect((await read(record, admin.cookie)).text).not.toContain("La personne l’a accepté");
});

test("without the settings members see no card", async () => {
  const settings = { ...cardSettings, stripe: { live: null, webhookSecrets: [] } };
  const { office, planId, member, read } = await opened({ paymentProvider: null, settings });
  const before = await read(page);
  await office.ask(planId, member.cookie);
  for (const seen of [before, await read(page), await read(done)]) {
    expect(seen.text).not.toMatch(/par carte bancaire|Payer .* par carte|stripe/i);
    expect(seen.policy).toContain("form-action 'self';");
  }
  expect(before.text).not.toContain("Carte bancaire");
});
