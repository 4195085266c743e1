import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { payments } from "#backend/modules/payments/tables";
import { franceDay } from "#contract/formats/france-time";
import { publicUrl } from "#tests/support/backend";
import { addGift } from "#tests/support/gifts";
import { membershipsOf } from "#tests/support/memberships";
import { signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
let today = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
  today = franceDay(site.backend.services.clock());
});
afterAll(() => site.backend.close());

const list = "/dashboard/admin/donations/statements";
const read = async (answer: Response) =>
  (await answer.text())
    .replaceAll(/<script[^>]*>.*?<\/script>|<!-- -->/gs, "")
    .replaceAll(/[\u00a0\u202f]/g, " ")
    .replaceAll("&#x27;", "'");
const page = async (path: string) => read(await site.visit(path, { cookie }));

/** Sends a form as a browser without script does, and follows its redirect. */
async function post(path: string, body: FormData | URLSearchParams) {
  const answer = await site.visit(path, { cookie, method: "POST", headers: { origin: publicUrl }, body });
  const to = answer.headers.get("location") ?? "";
  const html = to ? await read(await site.visit(to, { cookie: keepCookies(cookie, answer) })) : await read(answer);
  return { status: answer.status, to, html };
}

function upload(content: string | Uint8Array, name: string, { path = list, submission = crypto.randomUUID() as string } = {}) {
  const form = new FormData();
  form.set("submission", submission);
  form.set("file", new File([content as BlobPart], name));
  return post(path, form);
}

const fixture = (version: string) => readFileSync(`tests/app/content/import/camt.053.001.${version}.xml`, "utf8");
const decide = (path: string, fields: Record<string, string>) =>
  post(path, new URLSearchParams({ submission: crypto.randomUUID(), ...fields }));
const openLine = (html: string) => /name="line" value="([^"]+)"/.exec(html)?.[1] ?? "";

test("a CAMT.053 file is imported at once, in both versions, and again adds nothing", async () => {
  const pledge = await addGift(site.backend, { email: "jeanne@example.org", name: "Jeanne Vasseur", reference: "DON-7K4M-Q2ZP" });
  const submission = crypto.randomUUID();
  const one = await upload(fixture("02"), "releve.xml", { submission });
  expect(one.status).toBe(303);
  for (const text of [
    "1 ligne rapprochée.",
    "3 attendent votre décision.",
    pledge.reference,
    "1 sortie d’argent",
    "1 ligne n’est pas comptabilisée",
  ])
    expect(one.html).toContain(text);
  expect((await upload(fixture("02"), "releve.xml", { submission })).to).toBe(one.to);
  // The form stays after a refused file, and takes another of the same name.
  const form = { submission: crypto.randomUUID() };
  expect((await upload(fixture("08").replaceAll("2026-", "2999-"), "autre.xml", form)).status).toBe(422);
  const again = await upload(fixture("08"), "autre.xml", form);
  expect(again.html).toContain("0 ligne rapprochée. 2 attendent votre décision. 1 était déjà connue.");
  const all = await page(list);
  for (const text of [
    "Relevé du 2 novembre 2026 au 5 novembre 2026",
    "1 ligne rapprochée",
    "3 attendent",
    "la plus ancienne : 3 novembre 2026",
  ])
    expect(all).toContain(text);
  expect(await page("/dashboard/admin/donations")).toContain(
    "5 lignes de relevé attendent votre décision, la plus ancienne du 3 novembre 2026.",
  );
  expect(await page("/en/dashboard/admin/donations")).toContain("5 statement lines are waiting for you, the oldest from 3 November 2026.");
});

test("files that are no statement are refused at the field, in both languages", async () => {
  const cases: [string, string, string, string][] = [
    [
      `<!DOCTYPE a [<!ENTITY b "c">]>${fixture("02").slice(38)}`,
      "a.xml",
      "DOCTYPE, que nous refusons",
      "DOCTYPE declaration, which we refuse",
    ],
    [fixture("02").replace("camt.053", "camt.054"), "a.xml", "n’est pas un relevé CAMT.053", "not a CAMT.053 statement"],
    [fixture("02").slice(0, 900), "a.xml", "abîmé ou incomplet", "damaged or incomplete"],
    ["Date;Montant;Libellé", "a.csv", "pas de ligne sous le nom", "no lines under the names"],
  ];
  for (const [content, name, fr, en] of cases) {
    const french = await upload(content, name);
    expect([french.status, french.html.includes(fr), fr]).toEqual([422, true, fr]);
    expect((await upload(content, name, { path: `/en${list}` })).html).toContain(en);
  }
  const heavy = await upload(" ".repeat(20 * 1024 * 1024 + 1), "a.xml");
  expect([heavy.status, heavy.html.includes("Ce fichier dépasse 20 Mo")]).toEqual([422, true]);
  expect((await upload(" ".repeat(22 * 1024 * 1024), "a.xml")).status).toBe(413);
});

test("a table is imported by its columns, which are proposed for the next one; faulty lines are named", async () => {
  const pledge = await addGift(site.backend, { email: "ana@example.org", name: "Ana Ruiz", amountCents: 123_456 });
  const day = today.split("-").toReversed().join("/");
  const table = (rows: string[]) =>
    ["Compte n° 12345", "Solde au 28/11/2026 : 1 234,56 EUR", "Jour de l'opération;Somme;Ce que dit la banque;Qui", ...rows].join("\r\n");
  const first = await upload(
    table([`${day};1 234,56;don ${pledge.reference.toLowerCase()};ANA RUIZ`, `${day};-12,00;LOYER;`]),
    "banque.csv",
  );
  expect(first.html).toContain("2 lignes dans banque.csv.");
  expect(first.html).not.toMatch(/<option value="1" selected/);
  const missing = await decide(first.to, { "column.text": "2" });
  expect([missing.status, missing.html.includes("Choisissez la colonne de la date.")]).toEqual([422, true]);
  const columns = { "column.day": "0", "column.amount": "1", "column.text": "2", "column.name": "3" };
  const done = await decide(first.to, columns);
  for (const text of ["1 ligne rapprochée.", "1 234,56 €", pledge.reference]) expect(done.html).toContain(text);
  const next = await upload(table([`${day};beaucoup;x;y`]), "banque2.csv");
  expect(next.html.match(/<option value="\d" selected="">/g)).toHaveLength(4);
  const faulty = await decide(next.to, columns);
  expect([faulty.status, faulty.html.includes("illisible ou à venir : 4.")]).toEqual([422, true]);
});

test("a waiting line is given as it is suggested, undone, and set aside, without script", async () => {
  const pledge = await addGift(site.backend, { email: "zoe@example.org", name: "Zoé Delattre", amountCents: 5_000 });
  const camt = (text: string, amount: string) =>
    fixture("08").replaceAll("REF-", `${text}-`).replace("don don7k4mq2zp merci", pledge.reference).replace("50.00", amount);
  const { to, html } = await upload(camt("Z", "45.00"), "zoe.xml");
  for (const text of ["la référence est la bonne, le montant non", "5 € de moins qu’attendu", "Enregistrer 45 €"])
    expect(html).toContain(text);
  const line = openLine(html);
  const wrong = await decide(to, { intent: "give", line, allocation: "any", reference: "DON-2222-2222" });
  expect([wrong.status, wrong.html.includes("Aucune promesse n’a cette référence.")]).toEqual([422, true]);
  const given = await decide(to, { intent: "give", line, reference: pledge.reference });
  for (const text of ["Le paiement est enregistré.", `Zoé Delattre, ${pledge.reference}`]) expect(given.html).toContain(text);
  const payment = /href="(\/dashboard\/admin\/donations\/[0-9a-f-]{36})"/.exec(given.html)?.[1] ?? "";
  expect(await page(payment)).toContain(`href="${to}"`);
  expect((await decide(to, { intent: "ignore", line, reason: "x" })).html).toContain("Cette ligne vient de changer.");
  expect((await decide(to, { intent: "undo", line })).html).toContain("à décider de nouveau");
  expect((await decide(to, { intent: "ignore", line, reason: "" })).html).toContain("Donnez une raison");
  expect((await decide(to, { intent: "ignore", line, reason: "Une subvention" })).html).toContain("La ligne est mise de côté.");
  const aside = await page(`${to}?state=ignored`);
  expect([aside.includes("Une subvention"), aside.includes("YOUSSEF")]).toEqual([true, true]);
  expect((await decide(to, { intent: "anything", line })).status).toBe(400);
  expect((await site.visit(`${list}/${crypto.randomUUID()}`, { cookie })).status).toBe(404);
});

test("what the bank took back is said, and a line whose money was returned does not wait again", async () => {
  const pledge = await addGift(site.backend, { email: "lin@example.org", name: "Lin Zhao", amountCents: 5_000 });
  const file = fixture("02").replaceAll("REF-", "LIN-").replace("don don7k4mq2zp merci", pledge.reference);
  const reversed = file.replace("<CdtDbtInd>DBIT</CdtDbtInd>", "<CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd>");
  const { to, html } = await upload(reversed, "lin.xml");
  expect(html.split("1 entrée d’argent a été reprise par la banque").length).toBeGreaterThan(2);
  expect(await page(`/en${to}`)).toContain("1 credit was taken back by the bank");
  const [row] = await site.backend.services.db.select().from(payments).where(eq(payments.pledgeId, pledge.id));
  const returned = { reversal: "refund", receivedOn: row?.receivedOn, method: "transfer", amountCents: 5_000, reason: "Reprise" };
  const answer = await site.backend.request(`/api/admin/payments/${row?.id}/reversals`, {
    ...{ method: "POST", cookie, json: { ...returned, submission: crypto.randomUUID() } },
  });
  expect(answer.status).toBe(201);
  const undone = await decide(to, { intent: "undo", line: row?.statementLineId ?? "" });
  expect(undone.html).toContain("De l’argent de cette ligne a été rendu");
  expect(undone.html).toContain(`href="/dashboard/admin/donations/${row?.id}"`);
});

test("a line of dues of another amount leads to its membership, and its form of a donation is closed", async () => {
  const by = membershipsOf(site.backend, () => cookie);
  const member = await signIn(site.backend, { role: "VOLUNTEER", firstName: "Inès", lastName: "Okafor" });
  const id = await by.ask(await by.addPlan(), member.cookie);
  const { reference } = await by.record(id);
  const file = fixture("08").replaceAll("REF-", "DUES-").replace("don don7k4mq2zp merci", `adhesion ${reference}`);
  const { to, html } = await upload(file, "adhesion.xml");
  for (const part of ["Enregistrez-la comme cotisation", `${reference}, 15 € à payer`]) expect(html).toContain(part);
  expect(html).toContain(`href="/dashboard/admin/memberships/${id}"`);
  const isOpen = (shown: string, summary: string) =>
    new RegExp(`<details[^>]* open=""[^>]*><summary[^>]*>(?:(?!</summary>).)*${summary}`, "s").test(shown);
  expect([isOpen(html, "Une autre promesse"), isOpen(html, "Ce n’est pas un don")]).toEqual([false, true]);
  expect((await by.pay(id, { receivedOn: today })).status).toBe(201);
  expect(await page(to)).toContain("qui n’a plus rien à payer");
  const aside = await decide(to, { intent: "ignore", line: openLine(html), reason: `Cotisation ${reference}` });
  expect(aside.html).toContain("La ligne est mise de côté.");
  // The next line names no membership.
  const next = await page(to);
  expect([
    isOpen(next, "Une autre promesse"),
    next.includes("Une cotisation sans référence s’enregistre sur la page de l’adhésion."),
  ]).toEqual([true, true]);
});
