import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dueReceipts } from "#backend/modules/fiscal-receipts/tables";
import { merchantProfiles } from "#backend/modules/registration/tables";
import { publicUrl } from "#tests/support/backend";
import { openGifts } from "#tests/support/gifts";
import { paymentsOf } from "#tests/support/payments";
import { readPdf } from "#tests/support/pdf-text";
import { signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";
import { keepCookies, type Site, startSite } from "#tests/support/site";
import { runDue } from "#tests/support/tasks";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] }));
});
afterAll(() => site.backend.close());

const list = "/dashboard/admin/fiscal-receipts";
const read = async (answer: Response) =>
  (await answer.text()).replaceAll(/<script[^>]*>.*?<\/script>|<!-- -->/gs, "").replaceAll(/[\u00a0\u202f]/g, " ");
const page = async (path: string, as = cookie) => read(await site.visit(path, { cookie: as }));

async function send(path: string, form: Record<string, string>) {
  const submission = /name="submission" value="([^"]+)"/.exec(await page(path))?.[1] ?? "";
  const body = new URLSearchParams({ submission, ...form });
  const answer = await site.visit(path, { cookie, method: "POST", headers: { origin: publicUrl }, body });
  const to = answer.headers.get("location") ?? "";
  return { status: answer.status, to, html: to ? await page(to, keepCookies(cookie, answer)) : await read(answer) };
}

test("whoever follows the number of receipts to issue reads the first year that has some, unless they name another", async () => {
  const { db } = site.backend.services;
  await db.insert(dueReceipts).values([
    { sourceId: crypto.randomUUID(), dueSince: new Date("2023-12-31T23:00:00Z") },
    { sourceId: crypto.randomUUID(), dueSince: new Date("2022-12-31T23:00:00Z") },
  ]);
  for (const start of ["", "/en"]) {
    const answer = await site.visit(`${start}${list}/to-issue`, { cookie });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `${start}${list}/to-issue?year=2022`]);
  }
  expect((await site.visit(`${list}/to-issue?year=2025`, { cookie })).status).toBe(200);
  await db.delete(dueReceipts);
});

test("what blocks receipts is named; one is issued, found, downloaded, cancelled and replaced", async () => {
  const payment = await addPaidGift(site.backend, "camille@example.org", 26_000, "2025-05-04", { name: "Camille Aubry" });
  const money = paymentsOf(site.backend, () => cookie);
  await money.record(3_000, { receivedOn: "2025-06-01", donorName: "Tronc du marché" });
  expect(await page(`${list}/to-issue?year=2025`)).toContain("Le régime fiscal des dons n’est pas indiqué.");
  await addReceiptFacts(site.backend);
  const preview = await page(`${list}/to-issue?year=2025`);
  for (const part of ["1 reçu prêt, 260 €", "1 en attente d’une correction, 30 €", "Camille Aubry", "Don sans promesse ni compte"])
    expect(preview).toContain(part);
  expect(await page(`/en${list}/to-issue?year=2025`)).toContain("1 receipt ready, €260");
  const issued = await send(`${list}/to-issue?year=2025`, { sourceId: payment.id });
  expect(issued.status).toBe(303);
  const number = /IND-\d{4}-\d{6}/.exec(issued.html)?.[0] ?? "";
  for (const part of ["Reçu délivré", "Camille Aubry", "1 rue Haute, 69001 Lyon", "11580*05", "Virement"])
    expect(issued.html).toContain(part);
  const pdf = await site.visit(`${issued.to}/receipt.pdf`, { cookie });
  expect([pdf.status, pdf.headers.get("content-disposition")]).toEqual([200, `attachment; filename="${number}.pdf"`]);
  expect(readPdf(new Uint8Array(await pdf.arrayBuffer())).text).toContain(number);
  for (const query of [`?q=${number}`, "?q=aubry", "?series=IND&state=issued"]) expect(await page(list + query)).toContain(number);
  const wrong = await send(issued.to, { what: "replace", reason: "" });
  expect([wrong.status, wrong.html.includes("Indiquez la raison, en 300 signes au plus.")]).toEqual([400, true]);
  const replaced = await send(issued.to, { what: "replace", reason: "Nom mal écrit" });
  expect([replaced.status, replaced.html.includes("Reçu remplacé"), replaced.to === issued.to]).toEqual([303, true, false]);
  const old = await page(issued.to);
  for (const part of ["Annulé", "Nom mal écrit", `href="${replaced.to}"`]) expect(old).toContain(part);
  const answer = await site.visit(`${list}/export.csv?sort=issuedAt&order=asc`, { cookie });
  const [header = [], ...rows] = parse(Buffer.from(await answer.arrayBuffer()), { bom: true }) as string[][];
  const shown = rows.map((row) => [row[header.indexOf("Numéro")], row[header.indexOf("État")]]);
  expect(shown).toEqual([
    [number, "Annulé"],
    [expect.stringMatching(/-000002$/), "Délivré"],
  ]);
  for (const part of ["1 reçu", "1 annulé, non compté", "1 à 2, sans trou"]) expect(await page(`${list}/declaration`)).toContain(part);
});

test("the receipts of a year are issued with one button, and donors download theirs, with and without an account", async () => {
  const donor = await signIn(site.backend, { role: "DONATOR_INDIVIDUAL", email: "paul@example.org" });
  await addPaidGift(site.backend, "paul@example.org", 4_000, "2024-05-04");
  expect(await page("/dashboard/donator/fiscal-receipts", donor.cookie)).toContain("Aucun reçu pour le moment.");
  const started = await send(`${list}/to-issue?year=2024`, { issueYear: "2024" });
  expect([started.status, started.to]).toEqual([303, expect.stringMatching(/^\/account\/tasks\//)]);
  await runDue(site.backend);
  const own = await page("/dashboard/donator/fiscal-receipts", donor.cookie);
  const [, id = ""] = /fiscal-receipts\/([0-9a-f-]{36})\/receipt\.pdf/.exec(own) ?? [];
  for (const part of ["2024", "40 €", "Télécharger"]) expect(own).toContain(part);
  expect(own).not.toContain("Votre entreprise sur les reçus");
  const [, wrong = ""] = /href="(\/contact[^"]*receipt=IND-[^"]*)"/.exec(own) ?? [];
  expect(await page(wrong.replaceAll("&amp;", "&"), donor.cookie)).toMatch(/À propos du reçu fiscal IND-\d{4}-\d{6} :/);
  const link = await openGifts(site.backend, "paul@example.org");
  expect(await page("/donations/manage", link)).toContain(`/donations/receipts/${id}/receipt.pdf`);
  const files = await Promise.all([
    site.visit(`/dashboard/donator/fiscal-receipts/${id}/receipt.pdf`, { cookie: donor.cookie }),
    site.visit(`/donations/receipts/${id}/receipt.pdf`, { cookie: link }),
  ]);
  const [one, two] = await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer()).toString("base64")));
  expect([files[0].status, one === two, one?.startsWith("JVBERi")]).toEqual([200, true, true]);
  const other = await signIn(site.backend, { role: "DONATOR_MERCHANT" });
  expect((await site.visit(`/dashboard/donator/fiscal-receipts/${id}/receipt.pdf`, { cookie: other.cookie })).status).toBe(404);
  const foreign = await openGifts(site.backend, "camille@example.org");
  expect((await site.visit(`/donations/receipts/${id}/receipt.pdf`, { cookie: foreign })).status).toBe(404);
  expect((await site.visit(`/donations/receipts/${id}/receipt.pdf`)).headers.get("location")).toBe("/donations/manage");
});

test("the receipts of a shop have a sum for each year, without those that are cancelled, and what the next ones bear of the company", async () => {
  const { backend } = site;
  const shop = await signIn(backend, { role: "DONATOR_MERCHANT", email: "four@example.org" });
  await backend.services.db.insert(merchantProfiles).values({
    ...{ userId: shop.id, siret: "44306184100047", companyName: "Le Four", legalForm: "SARL", surfaceOver400: false },
    ...{ fiscalYearEnd: "31/12", moments: [], products: [] },
  });
  const company = { donor: "company", company: "Le Four", siren: "443061841" };
  const receipts = receiptsOf(backend, () => cookie);
  const give = async (cents: number, day: string) =>
    receipts.issue((await addPaidGift(backend, "four@example.org", cents, day, company)).id);
  await receipts.cancel(await give(70_000, "2023-01-05"));
  await give(10_000, "2024-01-05");
  await give(25_000, "2024-02-05");
  const own = await page("/dashboard/donator/fiscal-receipts", shop.cookie);
  const sums = [...own.matchAll(/Total des reçus valables de l’année : <strong[^>]*>([^<]*)</g)].map(([, sum]) => sum);
  expect(sums).toEqual(["350 €", "0 €"]);
  for (const part of ["443061841", "SARL", "31/12", 'href="/account/settings/shop"']) expect(own).toContain(part);
});
