import { afterAll, beforeAll, expect, test } from "vitest";
import { annualDeclarations } from "#backend/modules/fiscal-receipts/tables";
import { organisationSettings } from "#backend/modules/organisation/tables";
import { publicUrl, startBackend, testClock } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { addReceiptFacts, signed } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
const time = testClock(new Date("2026-06-10T10:00:00Z"));
beforeAll(async () => {
  site = await startSite({}, await startBackend({ clock: time.clock }));
});
afterAll(() => site.backend.close());

const path = "/dashboard/admin/fiscal-receipts/declaration";

test("what is due of a year is on its page and among the work, and what was cancelled after it was filed", async () => {
  const admin = () => signIn(site.backend, { role: "ADMIN", firstName: "Inès", lastName: "Martin" });
  let { cookie } = await admin();
  const page = async (at: string, as = cookie) =>
    (await (await site.visit(at, { cookie: as })).text())
      .replaceAll(/<script[^>]*>.*?<\/script>|<!-- -->/gs, "")
      .replaceAll(/[\u00a0\u202f]/g, " ");
  await addReceiptFacts(site.backend);
  const receipts = receiptsOf(site.backend, () => cookie);
  const id = await receipts.issue((await addPaidGift(site.backend, "one@example.org", 26_000, "2026-05-04")).id);
  await receipts.issue((await addPaidGift(site.backend, "two@example.org", 4_000, "2026-05-05")).id);
  expect(await page(path)).not.toContain('name="filedOn"');

  time.set("2027-05-03T10:00:00Z");
  ({ cookie } = await admin());
  const due = await page(path);
  for (const part of ["À déclarer au plus tard le 4 mai 2027", "2 reçus", "300 €", 'name="filedOn"']) expect(due).toContain(part);
  expect(await page("/dashboard")).toContain(`href="${path}"`);
  time.set("2027-05-05T10:00:00Z");
  ({ cookie } = await admin());
  expect(await page(`/en${path}`)).toContain("Declaration overdue: it was due by 4 May 2027");

  const valueIn = (html: string, name: string) => {
    const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0];
    return input && (/value="([^"]*)"/.exec(input)?.[1] ?? "");
  };
  // What counts is proposed.
  const sums = { receipts: "2", total: "300" };
  expect({ receipts: valueIn(due, "receipts"), total: valueIn(due, "total") }).toEqual(sums);
  const send = async (form: Record<string, string>) => {
    const submission = /name="submission" value="([^"]+)"/.exec(await page(path))?.[1] ?? "";
    const body = new URLSearchParams({ submission, year: "2026", filedOn: "2027-05-05", reference: "DS-123", ...sums, ...form });
    return site.visit(path, { cookie, method: "POST", headers: { origin: publicUrl }, body });
  };
  const empty = await send({ filedOn: "", reference: "", receipts: "", total: "x" });
  const words = await empty.text();
  expect(empty.status).toBe(400);
  for (const part of ["Indiquez le jour du dépôt de la déclaration.", "Indiquez la référence, en 100 signes au plus."])
    expect(words).toContain(part);
  expect(words).toContain("Indiquez le nombre de reçus déclarés, en chiffres.");
  expect(words).toContain("Indiquez le montant total déclaré, comme");
  const unequal = await send({ total: "0" });
  expect([unequal.status, (await unequal.text()).includes("Sans reçu, le montant total est 0")]).toEqual([400, true]);
  const early = await send({ filedOn: "2026-12-31" });
  expect([early.status, (await early.text()).includes("Une déclaration se dépose après la fin de son année.")]).toEqual([422, true]);
  const done = await send({});
  expect([done.status, done.headers.get("location")]).toEqual([303, path]);
  const filed = await page(path, keepCookies(cookie, done));
  for (const part of ["Déclaration enregistrée", "Déposée le 5 mai 2027 sous DS-123 : 2 reçus, 300 €. Enregistrée par Inès Martin."])
    expect(filed).toContain(part);
  expect(filed).not.toContain("rectificative est à déposer");
  expect(await site.backend.services.db.$count(annualDeclarations)).toBe(1);

  time.set("2027-05-05T10:01:00Z");
  const replacement = await receipts.replace(id);
  const changed = await page(path);
  const link = 'href="/dashboard/admin/fiscal-receipts?year=2026&amp;state=cancelled"';
  const toCorrect = "Déclaré en dernier : 2 reçus, 300 €. Aujourd’hui : 1 reçu, 40 €. Une déclaration rectificative est à déposer.";
  for (const part of [toCorrect, link]) expect(changed).toContain(part);
  expect(await page(`/en${path}`)).toContain("Last declared: 2 receipts, €300. Today: 1 receipt, €40. A corrected declaration is due.");
  expect([valueIn(changed, "receipts"), valueIn(changed, "total")]).toEqual(["1", "40"]);
  const before = await send({ filedOn: "2027-05-04", reference: "DS-124", receipts: "1", total: "40" });
  expect([before.status, (await before.text()).includes("Une déclaration de cette année a été déposée plus tard")]).toEqual([422, true]);
  expect((await send({ receipts: "1", total: "40,00" })).status).toBe(303);
  expect(await page(path)).not.toContain("rectificative est à déposer");

  // A year of which no receipt counts is recorded by whoever chooses it.
  await receipts.cancel(replacement);
  time.set("2028-06-01T10:00:00Z");
  ({ cookie } = await admin());
  const empty2027 = await page(path);
  for (const part of ["Aucun reçu ne compte : rien à déclarer.", `href="${path}?year=2027"`]) expect(empty2027).toContain(part);
  expect([valueIn(empty2027, "year"), valueIn(await page(`${path}?year=2027`), "year")]).toEqual(["2026", "2027"]);
  expect(empty2027).not.toContain("en retard");

  // Of another financial year, the page knows neither the day nor the sums.
  const facts = { ...signed, fiscalYearEnd: "31/08" };
  const { db, organisation } = site.backend.services;
  await db.insert(organisationSettings).values({ part: "receipts", facts, number: 2, validFrom: "2026-01-01" });
  await organisation.reload();
  const other = await page(path);
  expect(other).toContain("L’exercice de l’organisme se termine le 31/08 :");
  expect([valueIn(other, "receipts"), valueIn(other, "total")]).toEqual(["", ""]);
});
