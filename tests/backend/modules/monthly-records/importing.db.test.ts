import { asc } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { monthsImportApi } from "#contract/charity/monthly-records";
import { backendForTest, testClock } from "#tests/support/backend";
import { addContent } from "#tests/support/content";
import { counted, importer } from "#tests/support/imports";
import { signIn } from "#tests/support/people";

async function start() {
  const backend = await backendForTest({ clock: testClock().clock });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { db } = backend.services;
  const team = (await addContent(backend, "sectors", cookie)).id;
  const stored = async () =>
    (await db.select().from(monthlyRecords).orderBy(asc(monthlyRecords.month))).map(({ month, kits, volunteerMinutes, foodGrams }) => [
      ...[month.slice(0, 7), kits, volunteerMinutes, foodGrams],
    ]);
  const create = (json: object) => backend.request(`/api/admin/sectors/${team}/records`, { method: "POST", cookie, json });
  return { backend, db, team, stored, create, cookie, sheets: importer(backend, cookie, monthsImportApi) };
}

test("months of a file are created and changed, an empty cell changes nothing, and all of it is undone", async () => {
  const { db, team, stored, create, sheets } = await start();
  await create({ month: "2026-03", kits: 5, volunteerMinutes: 61, foodGrams: 1_500 });
  const id = await sheets.check([
    { sectorId: team, month: "2026-02", kits: 12, hours: 1.5, kilograms: 2.25 },
    { sectorId: team, month: "2026-03", kits: 6 },
    { sectorId: team, month: "2026-04", kilograms: 3 },
  ]);
  expect(await sheets.foretold(id)).toEqual(counted({ created: 2, changed: 1 }));
  expect((await sheets.rows(id, "created")).map(({ name }) => name)).toEqual(["février 2026", "avril 2026"]);
  expect(await stored()).toEqual([["2026-03", 5, 61, 1_500]]);
  await sheets.run(id);
  // 61 minutes are 1.02 hours in a form: they stay 61 where only the kits are corrected.
  expect(await stored()).toEqual([
    ["2026-02", 12, 90, 2_250],
    ["2026-03", 6, 61, 1_500],
    ["2026-04", 0, 0, 3_000],
  ]);
  const log = await db.select().from(auditLog).orderBy(auditLog.seq);
  const actions = log.map(({ action }) => action).filter((action) => action.startsWith("monthly_record."));
  expect(actions.toSorted()).toEqual(["monthly_record.create", "monthly_record.create", "monthly_record.create", "monthly_record.edit"]);
  await sheets.undo(id);
  expect(await stored()).toEqual([["2026-03", 5, 61, 1_500]]);
});

test("lines without figures, of no team, of a month to come or one that the software counts are refused, each by itself", async () => {
  const { backend, db, team, stored, cookie, sheets } = await start();
  const other = (await addContent(backend, "sectors", cookie)).id;
  await db.update(sectors).set({ countedFrom: "2026-05-01" });
  const lines = [
    { sectorId: team, month: "2026-01" },
    { sectorId: crypto.randomUUID(), month: "2026-01", kits: 1 },
    { sectorId: team, month: "2099-01", kits: 1 },
    { sectorId: team, month: "2026-05", kits: 1 },
    { sectorId: team, month: "2026-06", kilograms: 4 },
    { sectorId: team, month: "2026-03", kits: 1.5 },
    { sectorId: team, month: "2026-02", hours: -1 },
    { sectorId: other, month: "2026-04", kits: 7 },
  ];
  const id = await sheets.check(lines);
  await sheets.run(id);
  expect(await sheets.counts(id)).toEqual(counted({ created: 2, refused: 6 }));
  expect(await stored()).toEqual([
    ["2026-04", 7, 0, 0],
    ["2026-06", 0, 0, 4_000],
  ]);
  const refused = await sheets.rows(id, "refused");
  expect(refused.map(({ line, fieldErrors }) => [line, Object.keys(fieldErrors)])).toEqual([
    [2, ["kits"]],
    [3, ["sectorId"]],
    [4, ["month"]],
    [5, ["kits"]],
    [7, ["kits"]],
    [8, ["hours"]],
  ]);
});

test("a month that somebody corrected after the import stays when the import is undone", async () => {
  const { backend, team, stored, cookie, sheets } = await start();
  const id = await sheets.check([{ sectorId: team, month: "2026-02", kits: 12 }]);
  await sheets.run(id);
  const path = `/api/admin/sectors/${team}/records/2026-02`;
  const corrected = { kits: 13, volunteerMinutes: 0, foodGrams: 0, version: 1 };
  expect((await backend.request(path, { method: "PATCH", cookie, json: corrected })).status).toBe(200);
  await sheets.undo(id);
  expect(await stored()).toEqual([["2026-02", 13, 0, 0]]);
});
