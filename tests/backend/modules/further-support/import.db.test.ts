import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { deletedContents } from "#backend/modules/deleted-contents/tables";
import { furtherSupport, furtherSupportCategories } from "#backend/modules/further-support/tables";
import { furtherSupportApi } from "#contract/charity/further-support";
import { backendForTest, testClock } from "#tests/support/backend";
import { counted, importer } from "#tests/support/imports";
import { cookiesOf, signIn } from "#tests/support/people";

async function directory() {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { cookie, id: adminId } = await signIn(backend, { role: "ADMIN" });
  const { db } = backend.services;
  const [category] = await db
    .insert(furtherSupportCategories)
    .values({ name: { fr: "Manger" } })
    .returning();
  const draft = (name: string, more: object = {}) => ({
    ...{ name, categoryId: category?.id, description: { fr: "Une aide" }, checkedOn: "2026-01-10" },
    ...more,
  });
  const read = async () => db.select().from(furtherSupport).orderBy(furtherSupport.position);
  const fileOf = (as: string) => importer(backend, as, furtherSupportApi.admin.imports);
  /** Time goes by, and the administrator logs in again. */
  const later = async (seconds: number) => {
    time.pass(seconds);
    return fileOf(await cookiesOf(backend, adminId));
  };
  return { backend, db, cookie, later, draft, read, file: fileOf(cookie) };
}

test("a row changes the record with its name and postcode, whatever the case; an empty cell and a missing language change nothing", async () => {
  const { db, draft, read, file } = await directory();
  const first = await file.check([
    draft("La Table", { postcode: "69007", reach: "local", phone: "04 00 00 00 00", description: { fr: "Une aide", en: "Help" } }),
    draft("La Table", { postcode: "06000", reach: "local" }),
    draft("Écoute"),
  ]);
  await file.run(first);
  await db.update(furtherSupport).set({ status: "published" });
  const second = await file.check([
    { name: "  la TABLE ", postcode: "69007", phone: "04 11 11 11 11", description: { fr: "Une table" } },
    { name: "écoute", checkedOn: "2026-01-10" },
    draft("Nouveau"),
    { name: "La Table", postcode: "06000", phone: "x" },
  ]);
  const foretold = counted({ created: 1, changed: 1, unchanged: 1, refused: 1 });
  expect(await file.foretold(second)).toEqual(foretold);
  expect(await file.rows(second, "changed")).toMatchObject([
    {
      line: 2,
      changes: { phone: { before: "04 00 00 00 00", after: "04 11 11 11 11" }, description: { after: { fr: "Une table", en: "Help" } } },
    },
  ]);
  expect((await read())[0]).toMatchObject({ phone: "04 00 00 00 00", version: 1 });
  await file.run(second);
  expect(await file.counts(second)).toEqual(foretold);
  expect(await read()).toMatchObject([
    {
      name: "La Table",
      phone: "04 11 11 11 11",
      description: { fr: "Une table", en: "Help" },
      status: "published",
      english: "outdated",
      version: 2,
    },
    { postcode: "06000", phone: null, version: 1 },
    { name: "Écoute", version: 1 },
    { name: "Nouveau", status: "draft" },
  ]);
  expect(await db.$count(auditLog, eq(auditLog.action, "further_support.edit"))).toBe(1);
});

test("a record that is in the file twice is refused at its second line", async () => {
  const { draft, file } = await directory();
  await file.run(await file.check([draft("Seul")]));
  const id = await file.check([draft("Deux"), draft("DEUX"), draft("Seul", { phone: "115" })]);
  expect(await file.foretold(id)).toEqual(counted({ created: 1, changed: 1, refused: 1 }));
  expect(await file.rows(id, "refused")).toMatchObject([{ line: 3, fieldErrors: { name: ["content:import.cell.twice?line=2"] } }]);
});

test("several records with the same key are not guessed between", async () => {
  const { db, draft, read, file } = await directory();
  await file.run(await file.check([draft("Double")]));
  const [row] = await read();
  await db.insert(furtherSupport).values({ ...(row as typeof furtherSupport.$inferInsert), id: crypto.randomUUID() });
  const id = await file.check([draft("Double", { phone: "115" })]);
  expect(await file.rows(id, "refused")).toMatchObject([{ fieldErrors: { name: ["content:import.cell.severalMatch"] } }]);
});

test("an import is undone for a day: what was created is in the bin, what was changed is as before, and what was touched since stays", async () => {
  const { db, draft, read, file, later, cookie, backend } = await directory();
  await file.run(await file.check([draft("A", { phone: "115" }), draft("B", { phone: "115" }), draft("C", { phone: "115" })]));
  const id = await file.check([
    draft("A", { phone: "116" }),
    draft("B", { phone: "116" }),
    draft("C", { phone: "116" }),
    draft("D"),
    draft("E"),
  ]);
  await file.run(id);
  const rows = await read();
  const named = (name: string) => rows.find((row) => row.name === name)?.id ?? "";
  // Somebody changes B, publishes D and deletes C.
  await db
    .update(furtherSupport)
    .set({ phone: "117", version: 3 })
    .where(eq(furtherSupport.id, named("B")));
  await backend.request(`/api/admin/further-support/${named("D")}/status`, { method: "POST", cookie, json: { status: "published" } });
  await backend.request(`/api/admin/further-support/${named("C")}`, { method: "DELETE", cookie });
  const again = await later(23 * 3_600);
  expect((await again.sheet(id)).report?.undoUntil).not.toBeNull();
  expect((await Promise.all([again.undo(id), again.undo(id)])).map(({ status }) => status)).toEqual([200, 200]);
  expect((await read()).map(({ name, phone }) => [name, phone])).toEqual([
    ["A", "115"],
    ["B", "117"],
    ["D", null],
  ]);
  expect((await again.sheet(id)).report?.undone).toEqual({ done: 2, left: 3, rest: 0 });
  expect((await again.rows(id, "changed", "&left=yes")).map(({ name, left }) => [name, left])).toEqual([
    ["B", "touched"],
    ["C", "gone"],
  ]);
  expect((await again.rows(id, "created", "&left=yes")).map(({ name, left }) => [name, left])).toEqual([["D", "touched"]]);
  expect(await db.$count(deletedContents)).toBe(2);
  const [log] = await db.select().from(auditLog).where(eq(auditLog.action, "sheet.undo"));
  expect(log).toMatchObject({ entityId: id, changes: { rows: { after: 5 } } });
  // A day later it is too late.
  const late = await again.check([draft("F")]);
  await again.run(late);
  const tooLate = await later(24 * 3_600 + 1);
  expect([(await tooLate.undo(late)).status, (await tooLate.sheet(late)).report?.undoUntil]).toEqual([409, null]);
});

/** Numbers that look random and are the same each time. */
function* numbers(seed: number) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

test("what a dry run foretells is what the import does, whatever is in the file", async () => {
  const { draft, file } = await directory();
  const random = numbers(44);
  const one = <Value>(values: readonly Value[]) => values[Math.floor((random.next().value as number) * values.length)] as Value;
  const row = () =>
    draft(one(["A", "a", " A ", "B", "C", "", "É"]), {
      postcode: one([undefined, "69007", "69", "06000"]),
      reach: one([undefined, "local", "moon"]),
      phone: one([undefined, "115", "116", "x"]),
      checkedOn: one(["2026-01-10", "2026-01-11", "2096-01-10"]),
    });
  const seen = new Set<string>();
  for (let run = 0; run < 25; run += 1) {
    const id = await file.check(Array.from({ length: 1 + (run % 12) }, () => JSON.parse(JSON.stringify(row()))));
    const foretold = await file.foretold(id);
    await file.run(id);
    expect(await file.counts(id)).toEqual(foretold);
    for (const [outcome, rows] of Object.entries(foretold ?? {})) if (rows > 0) seen.add(outcome);
  }
  expect([...seen].sort()).toEqual(["changed", "created", "refused", "unchanged"]);
}, 60_000);
