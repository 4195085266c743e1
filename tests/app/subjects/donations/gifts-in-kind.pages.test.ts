import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { addApprovedGift } from "#tests/support/gifts-in-kind";
import { mailsTo } from "#tests/support/outbox";
import { addPerson, signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { receiptsOf } from "#tests/support/receipts";
import { type Site, startSite } from "#tests/support/site";

const list = "/dashboard/admin/donations/in-kind";
let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] }));
});
afterAll(() => site.backend.close());

const read = async (path: string) => (await (await site.visit(path, { cookie })).text()).replaceAll(/[\u00a0\u202f]/g, " ");

test("a gift in kind is recorded, thanked for by mail and on paper, exported and removed", async () => {
  const gift = {
    receivedOn: "2026-03-02",
    category: "clothing",
    description: "Deux sacs de manteaux",
    name: "Lou Roy",
    email: "lou@example.org",
  };
  const empty = await site.visit(`${list}/create`, { cookie, form: { ...gift, description: "", submission: crypto.randomUUID() } });
  expect([empty.status, (await empty.text()).includes("Dites ce qui a été donné")]).toEqual([400, true]);
  const answer = await site.visit(`${list}/create`, { cookie, form: { ...gift, locale: "fr", submission: crypto.randomUUID() } });
  const address = answer.headers.get("location") ?? "";
  expect(address).toMatch(/in-kind\/[0-9a-f-]+$/);
  expect(await read(address)).toMatch(/Lou Roy.*Vêtements.*Deux sacs de manteaux/s);
  expect(await read(list)).toContain("1 don en nature");
  await site.visit(address, { cookie, form: { intent: "thank", version: "1" } });
  expect((await mailsTo(site.backend, "lou@example.org"))[0]?.text).toContain("Deux sacs de manteaux");
  const page = await read(address);
  expect([page.includes("Remerciement envoyé le"), page.includes('value="thank"')]).toEqual([true, false]);
  expect((await site.visit(`${address}/thanks.pdf`, { cookie })).headers.get("content-type")).toBe("application/pdf");
  expect(await read(`${list}/export.csv`)).toContain("Lou Roy");
  await site.visit(address, { cookie, form: { intent: "remove", version: "2" } });
  expect(await site.backend.services.db.$count(giftsInKind)).toBe(0);
});

test("a value is recorded by one person and approved by another, who reads on whose receipt it is; forms are plain posts", async () => {
  const { cookie: other } = await signIn(site.backend, { role: "ADMIN" });
  const gift = { receivedOn: "2026-03-02", category: "clothing", description: "Un manteau", name: "Zoé Roy", locale: "fr" };
  const made = await site.visit(`${list}/create`, { cookie, form: { ...gift, email: "", submission: crypto.randomUUID() } });
  const address = made.headers.get("location") ?? "";
  const requested = {
    intent: "value",
    version: "2",
    amount: "40,50",
    basis: "Prix d’occasion",
    street: "1 rue Haute",
    postcode: "69001",
    city: "Lyon",
  };
  const written = { ...gift, email: "zoe@example.org", intent: "change", version: "1" };
  const nameless = await site.visit(address, { cookie, form: { ...written, name: "" } });
  expect([nameless.status, (await nameless.text()).includes("Indiquez le nom de la personne.")]).toEqual([400, true]);
  expect((await site.visit(address, { cookie, form: { ...written, name: "Zoé Le Roy" } })).status).toBe(303);
  expect(await read(address)).toMatch(/Zoé Le Roy.*zoe@example\.org/s);
  const empty = await site.visit(address, { cookie, form: { ...requested, basis: "" } });
  expect([empty.status, (await empty.text()).includes("Dites comment la personne a estimé")]).toEqual([400, true]);
  expect((await site.visit(address, { cookie, form: requested })).status).toBe(303);
  const own = await read(address);
  expect([own.includes("40,50 €"), own.includes('value="approve"'), own.includes("Une autre personne approuve ou refuse")]).toEqual([
    true,
    false,
    true,
  ]);
  const readAs = async (as: string) => (await (await site.visit(address, { cookie: as })).text()).replaceAll(/[\u00a0\u202f]/g, " ");
  expect(await readAs(other)).toContain('value="approve"');
  expect(await read(`${list}?value=requested`)).toContain("Zoé Le Roy");
  expect((await site.visit(address, { cookie: other, form: { intent: "approve", version: "3" } })).status).toBe(303);
  const approved = await read(address);
  const says = ["Approuvée", "Pour corriger ou supprimer ce don, retirez d’abord sa valeur", 'value="change"', 'value="remove"'];
  expect(says.map((words) => approved.includes(words))).toEqual([true, true, false, false]);
  // Decided already.
  const late = await site.visit(address, { cookie: other, form: { intent: "decline", version: "3", reason: "Sans preuve" } });
  expect([late.status, late.headers.get("location")]).toEqual([303, address]);
  expect((await site.visit(address, { cookie, form: { intent: "withdraw", version: "4" } })).status).toBe(303);
  expect(await read(address)).not.toContain("40,50 €");
});

test("the page of a gift that a receipt certifies leads to it; once that is cancelled the gift is corrected, and an erased one says that it stays", async () => {
  const { backend } = site;
  await addReceiptFacts(backend);
  const [recorder, decider] = [await addPerson(backend, { role: "ADMIN" }), await addPerson(backend, { role: "ADMIN" })];
  const receipts = receiptsOf(backend, () => cookie);
  const certified = async (email: string) => {
    const gift = await addApprovedGift(backend, { recorder: recorder.id, decider: decider.id }, { email });
    return { id: gift.id, receipt: await receipts.issue(gift.id), address: `${list}/${gift.id}` };
  };
  const { id, receipt, address } = await certified("ana@example.org");
  const { number } = await receipts.get(receipt);
  const page = await read(address);
  expect(page).toMatch(new RegExp(`annulez d’abord le reçu.*<a[^>]*fiscal-receipts/${receipt}[^>]*>Ouvrir le reçu ${number}`));
  expect(['value="remove"', 'value="change"', 'value="withdraw"'].map((button) => page.includes(button))).toEqual([false, false, false]);
  await receipts.cancel(receipt);
  const [gift] = await backend.services.db.select().from(giftsInKind).where(eq(giftsInKind.id, id));
  await site.visit(address, { cookie, form: { intent: "withdraw", version: String(gift?.version) } });
  const after = await read(address);
  expect(['value="remove"', 'value="change"', "Ce don ne se supprime pas"].map((one) => after.includes(one))).toEqual([false, true, true]);
  const other = await certified("leo@example.org");
  await receipts.cancel(other.receipt);
  const emptied = { name: "–", email: null, street: null, postcode: null, city: null, country: null, erasedAt: new Date() };
  await backend.services.db.update(giftsInKind).set(emptied).where(eq(giftsInKind.id, other.id));
  const erased = await read(other.address);
  const forms = ["change", "remove", "withdraw", "value"].map((intent) => erased.includes(`value="${intent}"`));
  expect([erased.includes("Les données de la personne sont effacées"), ...forms]).toEqual([true, false, false, false, false]);
});
