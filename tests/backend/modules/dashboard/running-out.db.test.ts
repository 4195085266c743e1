import { expect, test } from "vitest";
import { memberships } from "#backend/modules/memberships/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { sectors } from "#backend/modules/sectors/tables";
import type { Dashboard } from "#contract/charity/dashboard";
import { backendForTest, testClock } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";
import { addDate, register } from "#tests/support/registered";

async function aCharity() {
  const backend = await backendForTest({ clock: testClock().clock });
  const [lyon] = await backend.services.db.insert(sectors).values({ slug: "lyon", name: "Lyon" }).returning();
  const read = async <T>(path: string, cookie: string) => (await (await backend.request(path, { cookie })).json()) as T;
  return { backend, lyon: lyon?.id ?? "", read };
}

test("those who look after accounts see whose documents and memberships end soon or have ended, as many as the lists show; others do not", async () => {
  const { backend, lyon, read } = await aCharity();
  const { db } = backend.services;
  const drives = async (insuranceExpiry: string, more: { vehicle?: "bike"; sectorId?: string; left?: boolean } = {}) => {
    const accountState = more.left ? ("left" as const) : ("validated" as const);
    const { id } = await addPerson(backend, { role: "VOLUNTEER", sectorId: more.sectorId, accountState });
    const dates = { licenceExpiry: "2030-01-01", inspectionExpiry: "2030-01-01", insuranceExpiry };
    await db.insert(driverProfiles).values({ userId: id, vehicle: more.vehicle ?? "car", ...dates });
    return id;
  };
  const member = await drives("2026-12-22", { sectorId: lyon });
  await drives("2026-11-20");
  await drives("2026-11-01", { sectorId: lyon });
  await drives("2026-12-23");
  await drives("2026-11-20", { vehicle: "bike" });
  await drives("2026-11-20", { left: true });
  await db.insert(memberships).values({ userId: member, startDate: "2026-01-01", endDate: "2026-12-21" });
  const admin = await signIn(backend, { role: "ADMIN" });
  const { runningOut } = await read<Dashboard>("/api/dashboard", admin.cookie);
  expect(runningOut).toEqual([
    { kind: "documentsExpired", count: 2, first: "2026-11-01" },
    { kind: "memberships", count: 1, first: "2026-12-21" },
    { kind: "documentsSoon", count: 1, first: "2026-12-22" },
  ]);
  const totalOf = async (path: string) => (await read<{ total: number }>(path, admin.cookie)).total;
  expect(await totalOf("/api/admin/people/drivers?papers=expired")).toBe(2);
  expect(await totalOf("/api/admin/people/drivers?papers=soon")).toBe(1);
  expect(await totalOf("/api/admin/memberships?state=ending")).toBe(1);
  const inSectors = [{ permission: "ACCOUNTS_MANAGE" as const, sectorId: lyon }];
  const coordinator = await signIn(backend, { role: "VOLUNTEER", sectorId: lyon, inSectors });
  expect((await read<Dashboard>("/api/dashboard", coordinator.cookie)).runningOut).toEqual([
    { kind: "documentsExpired", count: 1, first: "2026-11-01" },
    { kind: "documentsSoon", count: 1, first: "2026-12-22" },
  ]);
  const volunteer = await signIn(backend, { role: "VOLUNTEER", sectorId: lyon });
  expect((await read<Dashboard>("/api/dashboard", volunteer.cookie)).runningOut).toEqual([]);
});

test("the agenda says to those who work for the charity how full a date is, and to nobody else", async () => {
  const { backend, lyon, read } = await aCharity();
  const date = await addDate(backend, { title: "Ce soir", startsAt: new Date("2026-11-21T18:00:00Z"), sectorId: lyon });
  const student = await signIn(backend, { role: "BENEFICIARY", sectorId: lyon });
  await register(backend, date, student.id);
  const placesFor = async (role: "ADMIN" | "VOLUNTEER" | "BENEFICIARY") => {
    const { cookie } = await signIn(backend, { role, sectorId: lyon });
    return (await read<Dashboard>("/api/dashboard", cookie)).agenda.map(({ places }) => places);
  };
  expect(await placesFor("ADMIN")).toEqual([{ taken: 1, capacity: 9 }]);
  expect(await placesFor("VOLUNTEER")).toEqual([{ taken: 1, capacity: 9 }]);
  expect(await placesFor("BENEFICIARY")).toEqual([null]);
});
