import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import { franceDay } from "#contract/formats/france-time";
import { publicUrl } from "#tests/support/backend";
import { addGift, openGifts } from "#tests/support/gifts";
import { membershipsOf } from "#tests/support/memberships";
import { readPdf } from "#tests/support/pdf-text";
import { signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
let today = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] }));
  today = franceDay(site.backend.services.clock());
});
afterAll(() => site.backend.close());

const list = "/dashboard/admin/donations";
const read = async (answer: Response) =>
  (await answer.text()).replaceAll(/<script[^>]*>.*?<\/script>|<!-- -->/gs, "").replaceAll(/[\u00a0\u202f]/g, " ");
const page = async (path: string, as = cookie) => read(await site.visit(path, { cookie: as }));

/** Sends the form of a page as a browser without script does: with its hidden fields. */
async function send(path: string, form: Record<string, string | string[]>) {
  const submission = /name="submission" value="([^"]+)"/.exec(await page(path))?.[1] ?? "";
  const fields = Object.entries({ submission, ...form }).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const body = new URLSearchParams(fields);
  const answer = await site.visit(path, { cookie, method: "POST", headers: { origin: publicUrl }, body });
  const to = answer.headers.get("location") ?? "";
  return { status: answer.status, to, html: to ? await page(to, keepCookies(cookie, answer)) : await read(answer) };
}

const gift = { receivedOn: "", method: "transfer", amount: "45,50", donorName: "Tronc de la soirée", allocation: "any" };

test("a payment is recorded from the pledge that a search finds, and its donor sees it", async () => {
  const pledge = await addGift(site.backend, { email: "jeanne@example.org", name: "Jeanne Vasseur", amountCents: 5_000 });
  const found = await page(`${list}/create?q=vasseur`);
  const chosen = `${list}/create?q=vasseur&reference=${pledge.reference}`;
  expect(found.replaceAll("&amp;", "&")).toContain(`href="${chosen}"`);
  const form = await page(chosen);
  expect([/name="amount"[^>]*value="50"/.test(form), form.includes(`value="${pledge.reference}"`)]).toEqual([true, true]);
  const saved = await send(chosen, { ...gift, receivedOn: today, amount: "50", donorName: "", reference: pledge.reference.toLowerCase() });
  expect([saved.status, saved.html.includes("Le paiement est enregistré.")]).toEqual([303, true]);
  for (const part of ["Jeanne Vasseur, 50 €", pledge.reference, "Virement"]) expect(saved.html).toContain(part);
  const record = await page(`${list}/pledges/${pledge.id}`);
  for (const part of ["Reçu : 50 €", `href="${saved.to}"`]) expect(record).toContain(part);
  expect(record).not.toContain("Remettre en attente");
  const donor = await openGifts(site.backend, "jeanne@example.org");
  expect(await page("/donations/manage", donor)).toContain("Reçu : 50 €");
  expect(await page(`/donations/manage/${pledge.reference}`, donor)).toContain("Ce qui est arrivé");
});

test("what is missing or wrong is said at its field, in both languages", async () => {
  const one = await send(`${list}/create`, { ...gift, receivedOn: today, amount: "beaucoup", donorName: "" });
  expect(one.status).toBe(400);
  for (const text of ["Indiquez un montant", "Indiquez de qui vient ce don"]) expect(one.html).toContain(text);
  const two = await send(`/en${list}/create`, { ...gift, receivedOn: today, reference: "DON-2222-2222" });
  expect([two.status, two.html.includes("No pledge has this reference.")]).toEqual([422, true]);
});

test("the sum of the list is that of its rows and of its export, and a refund is subtracted", async () => {
  const { to } = await send(`${list}/create`, { ...gift, receivedOn: today });
  const back = { receivedOn: today, amount: "5,50", method: "transfer", reversal: "refund", reason: "Trop versé" };
  const refunded = await send(to, back);
  for (const part of ["Remboursé en partie", "Trop versé", "40 €"]) expect(refunded.html).toContain(part);
  expect((await send(to, { ...back, amount: "100" })).html).toContain("Il reste moins que cela de ce paiement.");
  for (const filter of ["", "?method=transfer", "?state=refund", "?state=mistake", "?q=tronc"]) {
    const answer = await site.visit(`${list}/export.csv${filter}`, { cookie });
    const [header = [], ...rows] = parse(Buffer.from(await answer.arrayBuffer()), { bom: true }) as string[][];
    const column = header.indexOf("Montant");
    const cents = rows.reduce((sum, row) => sum + Math.round(Number(row[column]?.replace(/^'/, "").replace(",", ".")) * 100), 0);
    const total = /Total des paiements de cette liste : <strong[^>]*>(-?[\d ,]+) €/.exec(await page(list + filter))?.[1] ?? "";
    expect([filter, Math.round(Number(total.replaceAll(" ", "").replace(",", ".")) * 100)]).toEqual([filter, cents]);
  }
});

test("chosen cheques become a slip with its PDF, and cash is counted", async () => {
  const cheque = { ...gift, receivedOn: today, method: "cheque", chequeNumber: "7700412", chequeBank: "Crédit Fictif" };
  for (const amount of ["80", "50"]) await send(`${list}/create`, { ...cheque, amount });
  const waiting = await page(`${list}/cheques`);
  expect(waiting).toContain("2 chèques, 130 €");
  const ids = [...waiting.matchAll(/name="cheques"[^>]*value="([^"]+)"/g)].map(([, id]) => id ?? "");
  expect((await send(`${list}/cheques`, { depositedOn: today })).html).toContain("Choisissez au moins un chèque");
  const slip = await send(`${list}/cheques`, { depositedOn: today, cheques: ids });
  for (const part of [`REM-${today.slice(0, 4)}-0001`, "2 chèques, 130 €", "7700412"]) expect(slip.html).toContain(part);
  const file = await site.visit(`${slip.to}/slip.pdf`, { cookie });
  expect(file.headers.get("content-disposition")).toContain(`REM-${today.slice(0, 4)}-0001.pdf`);
  expect((await readPdf(new Uint8Array(await file.arrayBuffer()))).text).toContain("Bordereau de remise de chèques");
  expect(await page(`${list}/cheques`)).toContain("Aucun chèque n’attend.");
  await send(`${list}/create`, { ...gift, receivedOn: today, method: "cash", amount: "20" });
  const counted = await send(`${list}/cash`, { countedOn: today, piece1000: "1", piece500: "1" });
  expect(counted.html).toContain("Il manque 5 € par rapport aux paiements enregistrés.");
  expect((await send(`${list}/cash`, { countedOn: today, piece500: "deux" })).status).toBe(400);
});

test("a cheque for two pledges is one, and a wrong one on a slip is recorded again on the same slip", async () => {
  const [one, other] = [
    await addGift(site.backend, { email: "youssef@example.org", name: "Youssef", amountCents: 6_000 }),
    await addGift(site.backend, { email: "clara@example.org", name: "Clara", amountCents: 4_000 }),
  ];
  const cheque = { ...gift, donorName: "", receivedOn: today, method: "cheque", chequeNumber: "9900112", amount: "100" };
  const both = { reference: one.reference, secondReference: other.reference, secondAmount: "40" };
  const { to } = await send(`${list}/create`, { ...cheque, ...both });
  const waiting = await page(`${list}/cheques`);
  for (const part of ["1 chèque, 100 €", `${one.reference}, ${other.reference}`]) expect(waiting).toContain(part);
  const [, id = ""] = /name="cheques"[^>]*value="([^"]+)"/.exec(waiting) ?? [];
  const slip = await send(`${list}/cheques`, { depositedOn: today, cheques: [id] });
  expect(slip.html).toContain("1 chèque, 100 €");
  const wrong = { reversal: "mistake", reason: "Montant mal lu", receivedOn: "", method: "" };
  const inPart = await send(to, { ...wrong, amount: "10" });
  expect([inPart.status, inPart.html.includes("Corrigez le chèque en entier")]).toEqual([422, true]);
  const corrected = await send(to, { ...wrong, amount: "60" });
  for (const part of ["Erreur corrigée", "Correction d’erreur"]) expect(corrected.html).toContain(part);
  expect(corrected.html).not.toContain("Remboursé");
  const [, again = ""] = /href="([^"]+replaces=[^"]+)"/.exec(corrected.html) ?? [];
  const form = await page(again);
  expect([/name="chequeNumber"[^>]*value="9900112"/.test(form), form.includes("à la place du chèque corrigé")]).toEqual([true, true]);
  const [, replaces = ""] = /name="replaces" value="([^"]+)"/.exec(form) ?? [];
  const right = await send(again, { ...cheque, ...both, amount: "90", replaces });
  expect(right.html).toContain("Voir le chèque corrigé");
  const shown = await page(slip.to);
  for (const part of ["1 chèque, 90 €", one.reference, other.reference]) expect(shown).toContain(part);
  expect(await page(`${list}/cheques`)).toContain("Aucun chèque n’attend.");
});

test("the journal of a year is a page, a table and a FEC, whose debits, credits and list are the same sum", async () => {
  const year = today.slice(0, 4);
  for (const method of ["cash", "transfer"]) await send(`${list}/create`, { ...gift, receivedOn: today, method });
  const shown = await page(`${list}/journal`);
  for (const part of [`Journal de ${year}`, "530000 Caisse", "754100 Dons manuels"]) expect(shown).toContain(part);
  expect(await page(list)).toContain(`href="${list}/journal"`);
  const file = async (kind: string) => {
    const answer = await site.visit(`${list}/journal/export.${kind}?year=${year}`, { cookie });
    return { name: answer.headers.get("content-disposition"), bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const legal = { facts: { siren: "732829320" }, version: 0 };
  await site.backend.request("/api/admin/organisation/legal", { method: "PUT", cookie, json: legal });
  await expect.poll(async () => (await file("txt")).name, { timeout: 5_000 }).toContain(`732829320FEC${year}1231.txt`);
  const fec = await file("txt");
  const [header = [], ...rows] = fec.bytes
    .toString("latin1")
    .replace(/\r\n$/, "")
    .split("\r\n")
    .map((line) => line.split("\t"));
  expect(header.join(" ")).toBe(
    "JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef PieceDate EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise",
  );
  expect(rows.filter((row) => row.length !== 18 || !/^\d{8}$/.test(row[3] ?? ""))).toEqual([]);
  const sumOf = (column: string, account = "") =>
    rows
      .filter((row) => row[4]?.startsWith(account))
      .reduce((sum, row) => sum + Math.round(Number(row[header.indexOf(column)]?.replace(",", ".")) * 100), 0);
  expect(sumOf("Debit")).toBe(sumOf("Credit"));
  const { totalCents } = (await (
    await site.backend.request(`/api/admin/payments?receivedOnFrom=${year}-01-01&receivedOnTo=${year}-12-31`, { cookie })
  ).json()) as { totalCents: number };
  expect(sumOf("Credit", "754") - sumOf("Debit", "754")).toBe(totalCents);
  const table = parse((await file("csv")).bytes, { bom: true }) as string[][];
  expect([table.length - 1, table[0]?.at(-1)]).toEqual([rows.length, "Crédit"]);
  expect((await site.visit(`${list}/journal/export.txt?year=x`, { cookie })).status).toBe(404);
});

test("the old address of pledges leads to the new one, with its filters and its language", async () => {
  const old = await site.visit("/en/dashboard/admin/pledges?status=promised", { cookie });
  expect([old.status, old.headers.get("location")]).toEqual([301, `/en${list}/pledges?status=promised`]);
  const one = await site.visit("/dashboard/admin/pledges/0b6d8a3e-5f1c-4b7e-9c1d-2a3b4c5d6e7f", { cookie });
  expect(one.headers.get("location")).toBe(`${list}/pledges/0b6d8a3e-5f1c-4b7e-9c1d-2a3b4c5d6e7f`);
});

test("a cheque of dues that the bank refused is taken back as that, as one of a donation is; of cash the box is not offered", async () => {
  const by = membershipsOf(site.backend, () => cookie);
  const planId = await by.addPlan();
  const paidBy = async (method: "cheque" | "cash") => {
    const member = await signIn(site.backend, { role: "VOLUNTEER" });
    const id = await by.ask(planId, member.cookie, { method });
    await by.pay(id, { receivedOn: today, method });
    return { path: `${list}/${(await by.record(id)).payments[0]?.id}`, id, userId: member.id };
  };
  const box = 'name="byBank"';
  const { to } = await send(`${list}/create`, { ...gift, receivedOn: today, method: "cheque" });
  expect((await page(to)).includes(box)).toBe(true);
  expect((await page((await paidBy("cash")).path)).includes(box)).toBe(false);
  const { path, id, userId } = await paidBy("cheque");
  expect((await page(path)).includes(box)).toBe(true);
  const back = { reversal: "refund", byBank: "on", amount: "15", receivedOn: today, method: "cheque", reason: "Sans provision" };
  expect((await send(path, back)).status).toBe(303);
  expect((await by.record(id)).status).toBe("refunded");
  const written = await site.backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, userId));
  expect(written.map(({ topic }) => topic).filter((topic) => /refunded|unpaid/.test(topic))).toEqual(["membership_unpaid"]);
});
