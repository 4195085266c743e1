import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { franceDay } from "#contract/formats/france-time";
import { signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";
import { siteWithClock } from "#tests/support/public-form";
import { keepCookies } from "#tests/support/site";

const opened = siteWithClock();

const answers = { rhythm: "one_off", donor: "person", amount: "5000", otherAmount: "", allocation: "any", method: "transfer", name: "Lou" };
const send = async (prefix: string, more: Record<string, string>) =>
  opened.site.visit(`${prefix}/donate`, { form: { ...answers, website: "", ...more, proof: await opened.proof() } });
const storedOf = async (email: string) => {
  const [row] = await opened.site.backend.services.db.select().from(pledges).where(eq(pledges.email, email));
  return row;
};
const plain = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

describe.each([
  {
    prefix: "",
    cost: "Votre don de 50 € vous coûte 12,50 € après réduction d’impôt",
    thanks: "Il reste un virement à faire",
    real: "Nous attendons votre don de 20 €.",
  },
  {
    prefix: "/en",
    cost: "Your donation of €50 costs you €12.50 after French tax relief",
    thanks: "One transfer to go",
    real: "We’re expecting your €20 donation.",
  },
])("/donate under $prefix/", ({ prefix, cost, thanks, real }) => {
  test("offers what works: transfer and cheque, with the cost after tax and its law; no card", async () => {
    const html = await opened.open(`${prefix}/donate`);
    const text = plain(html.replace(/<style.*?<\/style>/gs, ""));
    for (const part of [cost, "238 bis", "article 200"]) expect(text).toContain(part);
    expect([...html.matchAll(/name="method" [^>]*value="(\w+)"|value="(\w+)"[^>]*name="method"/g)]).toHaveLength(2);
    expect(text).not.toMatch(/\bcard\b|carte bancaire|bientôt|coming soon/i);
    expect(html).not.toContain("__remixContext");
  });

  test("S1-003 a pledge is stored, paid from its own page, and mailed over SMTP", async () => {
    const email = `lou${prefix.replace("/", "-")}@example.org`;
    const answer = await send(prefix, { email, amount: "2000" });
    const stored = await storedOf(email);
    expect(stored).toMatchObject({ amountCents: 2000, status: "promised", locale: prefix ? "en" : "fr", receipt: false, street: null });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${prefix}/donate/${stored?.reference}`]);
    const html = await opened.open(`${prefix}/donate/${stored?.reference}`);
    const text = plain(html.replace(/<style.*?<\/style>/gs, ""));
    for (const part of [thanks, real, "FR11 9999 9000 01MA ILLO N000 182", "MLLNFRPPXXX", stored?.reference ?? ""])
      expect(text).toContain(part);
    expect(html).toMatch(/<svg[^>]*role="img"[^>]*aria-label="[^"]*QR/);
    expect(text).not.toContain(email);
    const { services } = opened.site.backend;
    const { received, mailer } = await postOffice();
    opened.time.pass(60);
    const [mail] = await services.db.select().from(outgoingMails).where(eq(outgoingMails.recipient, email));
    await sendWaitingMails(services, mailer);
    expect(received.map(({ to }) => to)).toContainEqual([email]);
    expect(mail?.text).toContain(`${prefix}/donate/${stored?.reference}`);
    expect(mail?.text).toContain("FR11 9999 9000 01MA ILLO N000 182");
  });
});

test.each([
  ["another amount wins", { otherAmount: "15,50" }, { amountCents: 1550 }],
  ["a cheque", { method: "cheque" }, { method: "cheque" }],
  ["every month", { rhythm: "monthly" }, { rhythm: "monthly" }],
  ["a company", { donor: "company", company: "Le Fournil", siren: "732 829 320" }, { company: "Le Fournil", siren: "732829320" }],
  ["a receipt", { receipt: "on", street: "1 rue Haute", postcode: "69001", city: "Lyon" }, { receipt: true, city: "Lyon" }],
  [
    "a receipt abroad",
    { receipt: "on", street: "1 rue Haute", postcode: "1000", city: "Bruxelles", country: "BE" },
    { postcode: "1000", country: "BE" },
  ],
  ["an address nobody needs", { street: "1 rue Haute", postcode: "69001", city: "Lyon" }, { receipt: false, street: null }],
])("%s", async (name, more, stored) => {
  const email = `${name.replaceAll(" ", "-")}@example.org`;
  expect((await send("", { ...more, email })).status).toBe(303);
  expect(await storedOf(email)).toMatchObject(stored);
});

test.each([
  ["amount", { otherAmount: "0,50" }, "otherAmount"],
  ["amount in words", { otherAmount: "vingt" }, "otherAmount"],
  ["company number with a wrong digit, and no name", { donor: "company", company: "Le Fournil", siren: "123456789", name: "" }, "siren"],
  ["receipt to no postcode", { receipt: "on", street: "1 rue Haute", postcode: "ABC", city: "Lyon" }, "postcode"],
  ["company without number", { donor: "company", company: "Le Fournil", siren: "123456789" }, "siren"],
  ["receipt without address", { receipt: "on" }, "street"],
  ["monthly cheque", { rhythm: "monthly", method: "cheque" }, "method"],
])("a wrong answer is said beside its field and what was typed stays: %s", async (_, more, field) => {
  const answer = await send("", { ...more, email: "wrong@example.org" });
  const html = await answer.text();
  expect([answer.status, html.includes(`href="#field-${field}"`), html.includes('value="wrong@example.org"')]).toEqual([400, true, true]);
  expect(await storedOf("wrong@example.org")).toBeUndefined();
});

test("only a monthly gift can be stopped, a one-off one is cancelled", async () => {
  for (const [rhythm, words] of [
    ["one_off", "ce don ou l’annuler"],
    ["monthly", "ce don ou l’arrêter"],
  ] as const) {
    const answer = await send("", { rhythm, email: `${rhythm}@example.org` });
    expect(plain(await opened.open(answer.headers.get("location") ?? ""))).toContain(words);
  }
});

test("the same pledge sent twice is one pledge with one mail", async () => {
  const more = { email: "twice@example.org" };
  const [first, second] = [await send("", more), await send("", more)];
  expect(second.headers.get("location")).toBe(first.headers.get("location"));
  const mails = await opened.site.backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.recipient, more.email));
  expect(mails).toHaveLength(1);
});

test("staff find a pledge, mark it received, cancel it once its payment was taken back; then it no longer shows the account", async () => {
  const { site } = opened;
  await send("", { email: "follow@example.org" });
  const stored = await storedOf("follow@example.org");
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const page = `/dashboard/admin/donations/pledges/${stored?.id}`;
  const list = await (await site.visit(`/dashboard/admin/donations/pledges?q=${stored?.reference}&status=promised`, { cookie })).text();
  expect(list).toContain(page);
  const put = (status: string) => site.visit(page, { cookie, form: { status } });
  const stateNow = async () => (await storedOf("follow@example.org"))?.status;
  await put("received");
  const refused = await put("cancelled");
  const shown = await (await site.visit(page, { cookie: keepCookies(cookie, refused) })).text();
  expect([refused.status, await stateNow(), shown.includes("corrigez d’abord ce paiement")]).toEqual([303, "received", true]);
  const [payment] = await site.backend.services.db
    .select()
    .from(payments)
    .where(eq(payments.pledgeId, stored?.id ?? ""));
  const { amountCents = 0 } = payment ?? {};
  const json = { reversal: "mistake", reason: "Rien reçu", amountCents, submission: crypto.randomUUID() };
  await site.backend.request(`/api/admin/payments/${payment?.id}/reversals`, { method: "POST", cookie, json });
  expect(await stateNow()).toBe("promised");
  await put("cancelled");
  expect(await stateNow()).toBe("cancelled");
  expect((await site.visit(`/donate/${stored?.reference}`)).status).toBe(404);
  const log = await site.backend.services.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, stored?.id ?? ""));
  expect(log.map(({ action }) => action)).toEqual(["pledge.status", "pledge.status", "pledge.status"]);
});

test.each(["DON-AAAA-AAAA", "DON-0000-1111", "x"])("/donate/%s is not found", async (reference) => {
  expect((await opened.site.visit(`/donate/${reference}`)).status).toBe(404);
});

test("without a register of companies nothing promises to look one up", async () => {
  const html = await opened.open("/donate");
  expect([html.includes("data-company="), html.includes("nous le cherchons")]).toEqual([false, false]);
});

test("the thanks page speaks of tax and of the receipt's day only to whom asked for one; a standing order has no code for one transfer", async () => {
  const email = "nour@example.org";
  const address = { street: "1 rue Haute", postcode: "69001", city: "Lyon", country: "FR" };
  await send("", { email, amount: "2000", rhythm: "monthly", receipt: "on", ...address });
  const visited = await opened.open(`/donate/${(await storedOf(email))?.reference}`);
  const year = franceDay(opened.time.clock()).slice(0, 4);
  for (const words of [
    "5 € par mois après réduction d’impôt",
    `Celui de ${year} part par e-mail en janvier ${Number(year) + 1}`,
    "l’adresse du reçu",
  ])
    expect(plain(visited)).toContain(words);
  expect(visited).not.toMatch(/aria-label="[^"]*QR/);
  await send("", { email: "sans@example.org", amount: "2000" });
  const plainly = await opened.open(`/donate/${(await storedOf("sans@example.org"))?.reference}`);
  for (const words of ["impôt", "reçu fiscal", "l’adresse du reçu"]) expect(plain(plainly)).not.toContain(words);
  expect(plainly).toMatch(/data-copy="FR11 9999/);
});
