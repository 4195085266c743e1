import { afterAll, beforeAll, expect, test } from "vitest";
import { payments } from "#backend/modules/payments/tables";
import { addGift, openGifts } from "#tests/support/gifts";
import { signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

const toIssue = "/dashboard/admin/fiscal-receipts/to-issue?year=2025";
const read = async (path: string, as = cookie) =>
  (await (await site.visit(path, { cookie: as })).text()).replaceAll(/<!-- -->/g, "").replaceAll(/[\u00a0\u202f]/g, " ");

test("the list of receipts asks for a missing address, and whoever gave enters it without an account and without script", async () => {
  await addReceiptFacts(site.backend);
  const given = { amountCents: 3_000, method: "card", receivedOn: "2025-05-04", submission: crypto.randomUUID() } as const;
  await site.backend.services.db.insert(payments).values({ ...given, donorEmail: "noe@example.org", donorName: "Noé Roy" });
  const blocked = await read(toIssue);
  const [, sourceId = ""] = /name="askAddress" value="([0-9a-f-]+)"/.exec(blocked) ?? [];
  const [, attributes = "", shown = ""] = /<button([^>]*name="askAddress"[^>]*)>([^<]*)</.exec(blocked) ?? [];
  const name = /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? "";
  // Whoever speaks to the computer says what is shown.
  expect([name, name.startsWith(shown), shown]).toEqual(["Demander l’adresse à Noé Roy", true, "Demander l’adresse"]);
  const sent = await site.visit(toIssue, { cookie, form: { askAddress: sourceId } });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, toIssue]);
  expect(await read(toIssue, keepCookies(cookie, sent))).toContain("Le message est parti");
  const access = await openGifts(site.backend, "noe@example.org");
  const page = await read("/donations/manage", access);
  expect(
    ["L’adresse de votre reçu fiscal", 'name="street"', "il n’y en a pas avec cette adresse"].map((one) => page.includes(one)),
  ).toEqual([true, true, false]);
  const address = { intent: "address", street: "1 rue Haute", postcode: "69001", city: "Lyon", country: "FR" };
  const empty = await site.visit("/donations/manage", { cookie: access, form: { ...address, street: "" } });
  expect(empty.status).toBe(400);
  const saved = await site.visit("/donations/manage", { cookie: access, form: address });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, "/donations/manage"]);
  const after = await read("/donations/manage", keepCookies(access, saved));
  expect([after.includes("Votre adresse est enregistrée"), after.includes('name="street"')]).toEqual([true, false]);
  const ready = await read(toIssue);
  expect([ready.includes("1 reçu prêt"), ready.includes('name="askAddress"')]).toEqual([true, false]);
});

test("a receipt is asked for after the gift, by its donor behind a link or by staff, without script", async () => {
  const { backend } = site;
  const given = { email: "apres@example.org", status: "received", createdAt: new Date() } as const;
  const [own, forThem] = [await addGift(backend, given), await addGift(backend, { ...given, name: "Iris Roy" })];
  const address = { street: "1 rue Haute", postcode: "69001", city: "Lyon", country: "FR" };
  const [access, path] = [await openGifts(backend, own.email), `/donations/manage/${own.reference}`];
  expect(await read(path, access)).toContain("Demander un reçu");
  const wrong = await site.visit(path, { cookie: access, form: { ...address, intent: "receipt", city: "" } });
  expect([wrong.status, (await wrong.text()).match(/role="alert"/g)?.length]).toEqual([400, 1]);
  const requested = await site.visit(path, { cookie: access, form: { ...address, intent: "receipt" } });
  expect([requested.status, requested.headers.get("location")]).toEqual([303, path]);
  const after = await read(path, keepCookies(access, requested));
  expect([after.includes("Votre demande est enregistrée"), after.includes("Demander un reçu"), after.includes("1 rue Haute")]).toEqual([
    ...[true, false, true],
  ]);
  const company = { donor: "company", company: "Le Four", siren: "732829320" } as const;
  const gifts = [await addGift(backend, { ...given, ...company }), await addGift(backend, { ...given, ...company, legalForm: "SARL" })];
  const pages = gifts.map(({ reference }) => read(`/donations/manage/${reference}`, access));
  expect((await Promise.all(pages)).map((page) => page.includes("forme juridique"))).toEqual([true, false]);
  const ofCompany = await read(`/dashboard/admin/donations/pledges/${gifts[0]?.id}`);
  expect(ofCompany).toContain("Forme juridique");
  expect(ofCompany).not.toMatch(/Forme juridique(?:[\s(]|<[^>]{0,200}>)*facultatif/);
  const record = `/dashboard/admin/donations/pledges/${forThem.id}`;
  expect(await read(record)).toContain("Ajouter un reçu fiscal");
  const form = { ...address, intent: "donor", donor: "person", name: "Iris Roy", receipt: "on" };
  expect((await site.visit(record, { cookie, form })).status).toBe(303);
  const corrected = await read(record);
  expect([corrected.includes("1 rue Haute, 69001 Lyon"), corrected.includes("Ajouter un reçu fiscal")]).toEqual([true, false]);
});
