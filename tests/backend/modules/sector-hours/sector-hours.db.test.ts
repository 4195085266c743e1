import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { sectorHours } from "#backend/modules/sector-hours/tables";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addContent, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const evening = { weekday: 1, opensAt: "17:30", closesAt: "19:30", kind: "distribution", note: { fr: "" } } as const;
const add = (id: string, more: object = {}, as = cookie) =>
  backend.request(`/api/admin/sectors/${id}/hours`, { method: "POST", cookie: as, json: { ...evening, ...more } });
const refusedField = async (answer: Response) => Object.keys(((await answer.json()) as { fieldErrors: object }).fieldErrors);

test("a team's week is edited by administrators only, public, and each change is in the audit log", async () => {
  const team = await publishContent(backend, "sectors", cookie, { name: "Rennes" });
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  expect([(await add(team.id, {}, "")).status, (await add(team.id, {}, volunteer.cookie)).status]).toEqual([401, 403]);
  const note = { fr: "Sonnez.", en: "Ring." };
  expect([(await add(team.id, { weekday: 6, kind: "drop_off" })).status, (await add(team.id, { note })).status]).toEqual([200, 200]);
  const { hours } = (await (await backend.request("/api/teams/rennes")).json()) as { hours: { id: string; weekday: number }[] };
  expect(hours).toMatchObject([
    { weekday: 1, opensAt: "17:30", closesAt: "19:30", note },
    { weekday: 6, kind: "drop_off", note: null },
  ]);
  const visits = (await (await backend.request("/api/teams/hours")).json()) as { items: { name: string; hours: unknown[] }[] };
  expect(visits.items.map((one) => [one.name, one.hours.length])).toEqual([["Rennes", 2]]);
  const remove = (id: string) => backend.request(`/api/admin/sectors/${id}/hours/${hours[0]?.id}`, { method: "DELETE", cookie });
  const other = await addContent(backend, "sectors", cookie);
  expect([(await remove(other.id)).status, (await remove(team.id)).status, (await remove(team.id)).status]).toEqual([404, 200, 404]);
  const actions = await backend.services.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.entityId, team.id), eq(auditLog.entityType, "team")))
    .orderBy(auditLog.seq);
  expect(actions.map(({ action }) => action).filter((action) => action.includes("hours"))).toEqual([
    "team.add_hours",
    "team.add_hours",
    "team.remove_hours",
  ]);
});

test("openings end after they begin, do not overlap for the same purpose, and a week holds thirty", async () => {
  const { id } = await addContent(backend, "sectors", cookie);
  expect((await add(id)).status).toBe(200);
  const backwards = await add(id, { closesAt: "17:30" });
  expect([backwards.status, await refusedField(backwards)]).toEqual([422, ["closesAt"]]);
  const overlapping = await add(id, { opensAt: "19:00", closesAt: "20:00" });
  expect([overlapping.status, await refusedField(overlapping)]).toEqual([422, ["opensAt"]]);
  expect((await add(id, { opensAt: "19:30", closesAt: "20:00" })).status).toBe(200);
  expect((await add(id, { kind: "on_duty" })).status).toBe(200);
  for (const wrong of [{ weekday: 8 }, { opensAt: "24:00" }, { opensAt: "9:00" }, { kind: "party" }])
    expect((await add(id, wrong)).status).toBe(422);
  const rest = Array.from({ length: 27 }, (_, at) => ({
    ...evening,
    sectorId: id,
    weekday: 2 + (at % 6),
    opensAt: `0${Math.floor(at / 6)}:00`,
    closesAt: `0${Math.floor(at / 6)}:30`,
  }));
  await backend.services.db.insert(sectorHours).values(rest);
  const full = await add(id, { weekday: 7, opensAt: "22:00", closesAt: "23:00" });
  expect([full.status, await refusedField(full)]).toEqual([422, ["weekday"]]);
});

test("the database itself refuses an invalid week, and two concurrent edits of the same hour", async () => {
  const { db } = backend.services;
  const { id } = await addContent(backend, "sectors", cookie);
  for (const wrong of [{ weekday: 0 }, { weekday: 8 }, { closesAt: "17:00" }, { kind: "party" as "on_duty" }])
    await expect(db.insert(sectorHours).values({ ...evening, sectorId: id, ...wrong })).rejects.toMatchObject({ cause: { code: "23514" } });
  await db.insert(sectorHours).values({ ...evening, sectorId: id });
  await expect(db.insert(sectorHours).values({ ...evening, sectorId: id, opensAt: "18:00" })).rejects.toMatchObject({
    cause: { code: "23P01" },
  });
  const both = await Promise.all([add(id, { weekday: 3 }), add(id, { weekday: 3, opensAt: "18:00" })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test("a sector is deleted with its week", async () => {
  const { id } = await addContent(backend, "sectors", cookie);
  await add(id);
  expect((await backend.request(`/api/admin/sectors/${id}`, { method: "DELETE", cookie })).status).toBe(200);
  expect(await backend.services.db.$count(sectorHours, eq(sectorHours.sectorId, id))).toBe(0);
});
