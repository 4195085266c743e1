import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { countries } from "#backend/modules/countries/tables";
import { purgeSheets } from "#backend/modules/csv-imports/routes";
import { sheets } from "#backend/modules/csv-imports/tables";
import { partners } from "#backend/modules/partners/tables";
import { type ImportReport, sheetLimits } from "#contract/publishing/csv-imports";
import { backendForTest } from "#tests/support/backend";
import { contentRecords } from "#tests/support/content";
import { signIn } from "#tests/support/people";

async function asAdmin(subject = "partners") {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const path = `/api/admin/${subject}/import`;
  const post = (to: string, json: unknown, as = cookie) => backend.request(to, { method: "POST", cookie: as, json });
  const keep = async () => {
    const answer = await post("/api/admin/sheets", { subject: path, fileName: "a.csv", cells: [["Nom"], ["A"]] });
    return ((await answer.json()) as { id: string }).id;
  };
  const row = (line: number, draft: object, problems = {}) => ({ line, draft, problems });
  const run = async (sheet: string, rows: object[], dryRun = false) => {
    const answer = await post(path, { sheet, rows, dryRun });
    return (await answer.json()) as ImportReport;
  };
  return { backend, cookie, path, post, keep, row, run };
}

const partner = (name: string) => ({ ...contentRecords.partners, name });

test("a dry run reports the result and writes nothing; the import creates drafts through the form's checks, each in the audit log", async () => {
  const { backend, keep, row, run } = await asAdmin();
  const { db } = backend.services;
  const sheet = await keep();
  const rows = [row(2, partner("A")), row(3, { ...partner("B"), kind: "gold", url: "javascript:alert(1)" }), row(4, partner("C"))];
  const foretold = await run(sheet, rows, true);
  expect([foretold.created, foretold.refused.map(({ line, fieldErrors }) => [line, Object.keys(fieldErrors).sort()])]).toEqual([
    2,
    [[3, ["kind", "url"]]],
  ]);
  expect([await db.$count(partners), await db.$count(auditLog, eq(auditLog.action, "partner.create"))]).toEqual([0, 0]);
  expect(await run(sheet, rows)).toEqual(foretold);
  const made = await db.select({ name: partners.name, status: partners.status, position: partners.position }).from(partners);
  expect(made).toEqual([
    { name: "A", status: "draft", position: 1 },
    { name: "C", status: "draft", position: 2 },
  ]);
  expect(await db.$count(auditLog, eq(auditLog.action, "partner.create"))).toBe(2);
});

test("a file is imported once, however often and concurrently it is sent", async () => {
  const { backend, keep, row, run } = await asAdmin();
  const sheet = await keep();
  const rows = [row(2, partner("A")), row(3, partner("B"))];
  const reports = await Promise.all([run(sheet, rows), run(sheet, rows), run(sheet, rows)]);
  expect([...reports, await run(sheet, [])]).toEqual(Array(4).fill({ created: 2, refused: [] }));
  expect(await backend.services.db.$count(partners)).toBe(2);
});

test("a refusal by the database affects one line only, and a value that could not be parsed is reported even where it looks valid", async () => {
  const { backend, keep, row, run } = await asAdmin("countries");
  const country = { name: { fr: "Zédie" }, dialCode: "+999", iso2: "ZZ", iso3: "ZZZ" };
  const problem = { iso3: ["content:import.cell.choice?value=x"] };
  const report = await run(await keep(), [row(2, country), row(3, country), row(4, { ...country, iso2: "ZY", iso3: "ZYY" }, problem)]);
  expect(report).toEqual({
    created: 1,
    refused: [
      { line: 3, fieldErrors: {}, title: "Une autre fiche porte déjà ce code ou ce nom. Choisissez-en un autre." },
      { line: 4, fieldErrors: problem, title: null },
    ],
  });
  expect(await backend.services.db.$count(countries)).toBe(1);
});

test("a subject's own rules hold for imported rows", async () => {
  const { backend, cookie, keep, row, run } = await asAdmin("further-support");
  const category = await backend.request("/api/admin/further-support-categories", {
    method: "POST",
    cookie,
    json: { name: { fr: "Manger" } },
  });
  const { id: categoryId } = (await category.json()) as { id: string };
  const draft = { ...contentRecords["further-support"], categoryId };
  const report = await run(await keep(), [row(2, { ...draft, reach: "local" }), row(3, { ...draft, reach: "local", postcode: "69007" })]);
  expect([report.created, report.refused]).toEqual([
    1,
    [{ line: 2, fieldErrors: { postcode: ["content:error.noPostcode"] }, title: null }],
  ]);
});

test("a file belongs to its sender and its subject, is for administrators only, and is deleted after a day", async () => {
  const { backend, path, post, keep } = await asAdmin();
  const { db, clock } = backend.services;
  const sheet = await keep();
  const other = await signIn(backend, { role: "ADMIN" });
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  const body = { sheet, rows: [], dryRun: false };
  const answers = [
    await post(path, body, other.cookie),
    await backend.request(`/api/admin/sheets/${sheet}`, { cookie: other.cookie }),
    await post("/api/admin/press/import", body),
    await post(path, body, volunteer.cookie),
    await post("/api/admin/sheets", { subject: path, fileName: "a", cells: [["a"], ["b"]] }, volunteer.cookie),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 403, 403]);
  await purgeSheets(db, clock());
  expect(await db.$count(sheets)).toBe(1);
  await purgeSheets(db, new Date(clock().getTime() + 25 * 60 * 60 * 1000));
  expect(await db.$count(sheets)).toBe(0);
});

test("the largest file is imported completely, in its order", async () => {
  const { backend, keep, row, run } = await asAdmin();
  const rows = Array.from({ length: sheetLimits.rows }, (_, at) => row(at + 2, partner(`Partenaire ${at}`)));
  const sheet = await keep();
  expect((await run(sheet, rows)).created).toBe(sheetLimits.rows);
  const made = await backend.services.db.select({ name: partners.name }).from(partners).orderBy(partners.position);
  expect(made.map(({ name }) => name)).toEqual(rows.map((_, at) => `Partenaire ${at}`));
});

test("one line that the database refuses does not affect the others, at any position", async () => {
  const { backend, keep, row, run } = await asAdmin("countries");
  const letters = [..."ABCDEFGHIJKLM"];
  const rows = letters.map((letter, at) => row(at + 2, { name: { fr: letter }, dialCode: "+9", iso2: `Z${letter}`, iso3: `ZZ${letter}` }));
  const again = [2, 9].map((at) => row(at + 20, rows[at]?.draft ?? {}));
  const report = await run(await keep(), [...rows, ...again]);
  expect([report.created, report.refused.map(({ line }) => line)]).toEqual([13, [22, 29]]);
  expect(await backend.services.db.$count(countries)).toBe(13);
});
