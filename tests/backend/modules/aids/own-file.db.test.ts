import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aids } from "#backend/modules/aids/tables";
import { readCode } from "#backend/modules/check-ins/code-format";
import { knownOf } from "#backend/modules/check-ins/resolving";
import { events } from "#backend/modules/events/tables";
import { applyRetention } from "#backend/modules/privacy/retention";
import { users } from "#backend/modules/users/tables";
import { accountDecisions } from "#backend/modules/verification/tables";
import { beginYearlyCheck } from "#backend/modules/verification/yearly";
import { fileValidUntil, type OwnFile } from "#contract/charity/aids";
import { dayMonthsLater } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { backendForTest, startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const fileOf = async (cookie: string) => (await (await backend.request("/api/my-file", { cookie })).json()) as OwnFile;

test("a student reads what they received, says who eats with them, and has a card that the door reads", async () => {
  const { cookie, id } = await signIn(backend, { role: "BENEFICIARY" });
  await backend.services.db.insert(aids).values({ userId: id, kind: "voucher", day: "2026-01-10", quantity: 2 });
  const save = (json: object) => backend.request("/api/my-file/household", { method: "PUT", cookie, json });
  expect((await save({ adults: 0 })).status).toBe(422);
  expect((await save({ adults: 2, children: 1 })).status).toBe(200);
  const file = await fileOf(cookie);
  expect(file).toMatchObject({
    household: { adults: 2, children: 1 },
    aids: [{ kind: "voucher", quantity: 2, event: null }],
    toConfirm: false,
  });
  const { sessionSecrets } = backend.services.settings;
  expect(readCode(sessionSecrets, file.card?.code ?? "")).toMatchObject({ kind: "beneficiary", id });
  const other = await signIn(backend, { role: "BENEFICIARY" });
  expect((await fileOf(other.cookie)).aids).toEqual([]);
});

test("the household says nothing of what the student eats: a form about that, opened before, is saved", async () => {
  const { cookie } = await signIn(backend, { role: "BENEFICIARY" });
  const needs = async () => (await (await backend.request("/api/account/needs", { cookie })).json()) as { version: string | null };
  const { version } = await needs();
  const send = (path: string, json: object) => backend.request(path, { method: "PUT", cookie, json });
  expect((await send("/api/my-file/household", { adults: 1, children: 0 })).status).toBe(200);
  expect((await needs()).version).toBeNull();
  expect((await send("/api/account/needs", { version, diets: ["vegan"] })).status).toBe(200);
  expect((await needs()).version).not.toBeNull();
});

test("a file ends in the summer after it was last accepted, whatever else moved the account since, for the student, the door and the yearly check", async () => {
  const time = testClock(new Date("2026-10-01T10:00:00Z"));
  const here = await backendForTest({ clock: time.clock });
  const { db } = here.services;
  const staff = await addPerson(here, { role: "ADMIN" });
  const accepted = async (decidedAt: string, stateChangedAt: string) => {
    const { id, cookie } = await signIn(here, { role: "BENEFICIARY", stateChangedAt: new Date(stateChangedAt) });
    await db.insert(accountDecisions).values({ userId: id, verdict: "accept", decidedBy: staff.id, decidedAt: new Date(decidedAt) });
    return { id, cookie };
  };
  const confirmed = await accepted("2026-09-10T10:00:00Z", "2026-09-10T10:00:00Z");
  // Suspended and reopened since, without having confirmed anything.
  const reopened = await accepted("2025-10-01T10:00:00Z", "2026-09-20T10:00:00Z");
  const old = await accepted("2025-10-01T10:00:00Z", "2025-10-01T10:00:00Z");
  const times = { startsAt: new Date("2026-10-05T10:00:00Z"), endsAt: new Date("2026-10-05T12:00:00Z") };
  const place = { placeName: "Le local", placeAddress: "24 rue du Marché-Levé, 69007 Lyon" };
  const [event] = await db
    .insert(events)
    .values({ ...times, ...place, title: { fr: "Kits" }, type: "delivery", status: "published" })
    .returning();
  const seen = async ({ id, cookie }: { id: string; cookie: string }) => {
    const { validUntil, toConfirm, card } = (await (await here.request("/api/my-file", { cookie })).json()) as OwnFile;
    const door = event && (await knownOf(db, event, { kind: "beneficiary", id, version: 1 }));
    return { validUntil, toConfirm, card: card !== null, atDoor: door?.facts.expired === false };
  };
  const ended = { validUntil: null, card: false, atDoor: false };
  expect(await seen(confirmed)).toEqual({ validUntil: "2027-08-31", toConfirm: false, card: true, atDoor: true });
  for (const person of [reopened, old]) expect(await seen(person)).toEqual({ ...ended, toConfirm: false });
  await beginYearlyCheck(here.services);
  expect(await seen(confirmed)).toMatchObject({ validUntil: "2027-08-31", toConfirm: false });
  // Both are asked to confirm, before anything else.
  for (const { id, cookie } of [reopened, old]) {
    expect((await here.request("/api/my-file", { cookie })).status).toBe(403);
    expect(await db.$count(users, and(eq(users.id, id), users.annualVerificationNeeded))).toBe(1);
  }
});

test("an aid is not added by hand for a day that the nightly run erases, and the limit is named", async () => {
  const student = await signIn(backend, { role: "BENEFICIARY" });
  const { cookie } = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  const add = (day: string) =>
    backend.request(`/api/admin/users/${student.id}/aids`, { method: "POST", cookie, json: { kind: "meal", day } });
  // Days are erased by the UTC date, which is the French one but for an hour or two before midnight.
  const limit = dayMonthsLater(backend.services.clock().toISOString().slice(0, 10), -36);
  const refused = await add(addDays(limit, -1));
  const [year, month, day] = limit.split("-");
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { fieldErrors: { day: [`aids:error.tooOld?day=${day}/${month}/${year}`] } },
  ]);
  expect((await add(addDays(limit, 2))).status).toBe(200);
  await applyRetention(backend.services);
  expect(await backend.services.db.$count(aids, eq(aids.userId, student.id))).toBe(1);
});

test("staff without the right to read what students entrust read nothing of it, and add nothing", async () => {
  const student = await signIn(backend, { role: "BENEFICIARY" });
  await backend.services.db.insert(aids).values({ userId: student.id, kind: "meal", day: "2026-01-10" });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const path = `/api/admin/users/${student.id}/aids`;
  expect(await (await backend.request(path, { cookie })).json()).toMatchObject({ withheld: true, items: [], total: 0, household: null });
  const add = await backend.request(path, { method: "POST", cookie, json: { kind: "meal", day: "2026-01-11" } });
  expect(add.status).toBe(403);
});

test("a file is valid until the end of August, when every student confirms it", () => {
  expect(fileValidUntil("2026-09-01")).toBe("2027-08-31");
  expect(fileValidUntil("2026-12-31")).toBe("2027-08-31");
  expect(fileValidUntil("2027-08-31")).toBe("2027-08-31");
});
