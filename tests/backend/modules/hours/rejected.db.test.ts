import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hourPeriods, volunteerHours } from "#backend/modules/hours/tables";
import type { Valuation } from "#contract/charity/volunteer-hours-admin";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { mailsTo } from "#tests/support/outbox";
import { cookiesOf, signIn } from "#tests/support/people";

let backend: TestBackend;
const time = testClock();
let admin: Awaited<ReturnType<typeof signIn>>;
let person: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN" });
  person = await signIn(backend, { role: "VOLUNTEER", locale: "fr" });
});
afterAll(() => backend.close());

const path = "/api/admin/volunteer-hours";
const aDay = 86_400;
const about = { minutes: 60, activity: "delivery", level: "field", source: "self", status: "submitted" } as const;

async function send(who: { id: string }, json: object, to: string, method = "POST") {
  const answer = await backend.request(to, { method, cookie: await cookiesOf(backend, who.id), json });
  return { status: answer.status, body: (await answer.json()) as { fieldErrors?: Record<string, string[]> } };
}
const read = async <T>(who: { id: string }, from: string) =>
  (await (await backend.request(from, { cookie: await cookiesOf(backend, who.id) })).json()) as T;
async function addRejected(date: string): Promise<string> {
  const [row] = await backend.services.db
    .insert(volunteerHours)
    .values({ ...about, userId: person.id, date })
    .returning();
  const id = row?.id ?? "";
  const body = { decision: "reject", reason: "Quel jour ?", selection: { ids: [id] }, dryRun: false };
  expect((await send(admin, body, `${path}/bulk`)).status).toBe(200);
  return id;
}
const close = (year: number) => send(admin, { year }, `${path}/close`);
const valuation = (year: number) => read<Valuation>(admin, `${path}/valuation?year=${year}`);
const ownPage = () =>
  read<{ totals: { rejected: number }; rejected: { id: string; correctUntil: string | null }[] }>(person, "/api/volunteer-hours");
const ownEntry = (id: string) =>
  read<{ version: number; status: string; correctUntil: string | null }>(person, `/api/volunteer-hours/${id}`);

test("a year is not closed while its volunteers can still correct what was rejected; afterwards the rejection is final", async () => {
  const id = await addRejected("2025-05-01");
  const [mail] = (await mailsTo(backend, person.email)).filter(({ topic }) => topic === "hours_rejected");
  for (const words of ["Vous avez au moins quatorze jours", "Échanger avec l’équipe"]) expect(mail?.text).toContain(words);
  expect((await valuation(2025)).rejected).toEqual({ entries: 1, correctUntil: "2026-12-05" });
  expect((await close(2025)).body.fieldErrors).toEqual({ year: ["hours:error.stillRejected"] });
  expect(await ownPage()).toMatchObject({ totals: { rejected: 60 }, rejected: [{ id, correctUntil: "2026-12-05" }] });

  // It is corrected and sent again, and rejected once more: the days begin anew.
  time.pass(10 * aDay);
  const again = { date: "2025-05-01", minutes: 90, activity: "delivery", version: (await ownEntry(id)).version };
  expect((await send(person, again, `/api/volunteer-hours/${id}`, "PATCH")).status).toBe(200);
  expect((await close(2025)).body.fieldErrors).toEqual({ year: ["hours:error.stillWaiting"] });
  await send(admin, { decision: "reject", reason: "Quel jour ?", selection: { ids: [id] }, dryRun: false }, `${path}/bulk`);
  time.pass(14 * aDay);
  expect((await close(2025)).body.fieldErrors).toEqual({ year: ["hours:error.stillRejected"] });
  time.pass(aDay);
  expect((await close(2025)).status).toBe(200);

  const closed = await ownEntry(id);
  expect(closed).toMatchObject({ status: "rejected", correctUntil: null });
  expect(await ownPage()).toMatchObject({ totals: { rejected: 0 }, rejected: [] });
  const late = await send(person, { ...again, version: closed.version }, `/api/volunteer-hours/${id}`, "PATCH");
  expect(late.body.fieldErrors).toEqual({ date: ["hours:error.closed"] });
  expect((await valuation(2025)).rejected).toEqual({ entries: 1, correctUntil: null });
});

test("what was rejected in the year that runs can be corrected until its end at least", async () => {
  const id = await addRejected("2026-11-02");
  expect(await ownEntry(id)).toMatchObject({ correctUntil: "2026-12-31" });
  expect((await valuation(2026)).rejected).toEqual({ entries: 1, correctUntil: "2026-12-31" });
});

test("the database knows since when an entry is rejected, and of no other", async () => {
  const { db } = backend.services;
  const rejected = { ...about, userId: person.id, date: "2026-10-01", rejectReason: "Quel jour ?" };
  await expect(db.insert(volunteerHours).values({ ...rejected, status: "rejected" })).rejects.toThrow();
  await expect(db.insert(volunteerHours).values({ ...rejected, rejectedAt: time.clock() })).rejects.toThrow();
  expect(await db.$count(hourPeriods, eq(hourPeriods.year, 2026))).toBe(0);
});
