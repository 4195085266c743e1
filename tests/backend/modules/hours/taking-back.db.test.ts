import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { hourPeriods, hourRates, volunteerCertificates, volunteerHours } from "#backend/modules/hours/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import type { VolunteerCertificate } from "#contract/charity/volunteer-certificates";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { mailsTo } from "#tests/support/outbox";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
const time = testClock();
let admin: Awaited<ReturnType<typeof signIn>>;
let person: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN", firstName: "Samira" });
  person = await signIn(backend, { role: "VOLUNTEER", locale: "en" });
  await backend.services.db.insert(hourRates).values({ level: "field", cents: 1202, validFrom: "2020-01-01" });
});
afterAll(() => backend.close());

const path = "/api/admin/volunteer-hours";
const certificates = "/api/volunteer-certificates";
const about = { minutes: 90, activity: "delivery", level: "field", source: "self", status: "submitted" } as const;

async function send<T>(cookie: string, json: object, to: string, method = "POST") {
  const answer = await backend.request(to, { method, cookie, json });
  return { status: answer.status, body: (await answer.json()) as T & { code?: string; fieldErrors?: Record<string, string[]> } };
}
async function addHours(userId: string, date: string, more: Partial<typeof volunteerHours.$inferInsert> = {}): Promise<string> {
  const [row] = await backend.services.db
    .insert(volunteerHours)
    .values({ ...about, userId, date, ...more })
    .returning();
  return row?.id ?? "";
}
async function addValidated(userId: string, date: string, more: Partial<typeof volunteerHours.$inferInsert> = {}): Promise<string> {
  const id = await addHours(userId, date, more);
  await send(admin.cookie, { decision: "validate", selection: { ids: [id] }, dryRun: false }, `${path}/bulk`);
  return id;
}
const takeBack = (cookie: string, id: string, reason = "Un autre jour.") => send(cookie, { reason }, `${path}/${id}/take-back`);
const rowOf = async (id: string) => (await backend.services.db.select().from(volunteerHours).where(eq(volunteerHours.id, id)))[0];
const issue = async (year: number) => (await send<VolunteerCertificate>(person.cookie, { year }, certificates)).body;
const mails = async (topic: string) => (await mailsTo(backend, person.email)).filter((mail) => mail.topic === topic);

test("a validation taken back has a reason and no value, withdraws the certificate, is in the log, and can be corrected and sent again", async () => {
  const id = await addValidated(person.id, "2026-03-01");
  const other = await addValidated(person.id, "2026-03-02");
  expect(await rowOf(id)).toMatchObject({ status: "validated", rateCents: 1202 });
  const certificate = await issue(2026);
  expect((await takeBack(admin.cookie, id, "")).body.fieldErrors).toEqual({ reason: ["hours:error.reason"] });
  expect((await takeBack(admin.cookie, id)).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({
    ...{ status: "rejected", rejectReason: "Un autre jour.", validatorId: admin.id, rejectedAt: time.clock() },
    ...{ validatedAt: null, rateCents: null, rateLevelId: null },
  });
  expect(await rowOf(other)).toMatchObject({ status: "validated", rateCents: 1202 });
  expect((await takeBack(admin.cookie, id)).status).toBe(409);

  const [mail, ...more] = await mails("hours_taken_back");
  for (const words of ["Un autre jour.", "Samira", certificate.number]) expect(mail?.text).toContain(words);
  expect([more, await mails("certificate_withdrawn")]).toEqual([[], []]);
  const own = (await (await backend.request(certificates, { cookie: person.cookie })).json()) as { items: VolunteerCertificate[] };
  expect(own.items).toMatchObject([{ number: certificate.number, withdrawn: true, withdrawCause: "taken_back", withdrawReason: null }]);
  expect((await issue(2026)).totalMinutes).toBe(90);

  const { db } = backend.services;
  const log = await db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "volunteer_hours.take_back")));
  expect(log).toHaveLength(1);
  const again = { date: "2026-03-01", minutes: 60, activity: "delivery", version: (await rowOf(id))?.version };
  expect((await send(person.cookie, again, `/api/volunteer-hours/${id}`, "PATCH")).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ status: "submitted", rejectReason: null, rejectedAt: null });
});

describe("a validation is taken back by", () => {
  test("whoever leads the sector, and by nobody else", async () => {
    const { db } = backend.services;
    const [sector] = await db.insert(sectors).values({ name: "Lille", slug: "lille" }).returning();
    const [leader, volunteer] = [await signIn(backend, { role: "VOLUNTEER" }), await signIn(backend, { role: "VOLUNTEER" })];
    await db.insert(sectorManagers).values({ sectorId: sector?.id ?? "", userId: leader.id });
    const id = await addValidated(person.id, "2026-04-01", { sectorId: sector?.id });
    const elsewhere = await addValidated(person.id, "2026-04-02");
    expect((await takeBack(volunteer.cookie, id)).status).toBe(404);
    expect((await takeBack(person.cookie, id)).status).toBe(404);
    expect((await takeBack(leader.cookie, elsewhere)).status).toBe(404);
    expect((await takeBack(leader.cookie, id)).status).toBe(200);
  });

  test("nobody of their own hours", async () => {
    const other = await signIn(backend, { role: "ADMIN" });
    const id = await addHours(admin.id, "2026-04-01");
    await send(other.cookie, { decision: "validate", selection: { ids: [id] }, dryRun: false }, `${path}/bulk`);
    expect((await takeBack(admin.cookie, id)).status).toBe(403);
    expect((await rowOf(id))?.status).toBe("validated");
  });
});

test("what waits is not taken back, nor anything of a closed year", async () => {
  const waiting = await addHours(person.id, "2026-05-01");
  expect((await takeBack(admin.cookie, waiting)).status).toBe(409);
  const old = await addValidated(person.id, "2023-05-01");
  // The job that locks its hours has not come to this one.
  await backend.services.db.insert(hourPeriods).values({ year: 2023, closedAt: time.clock() });
  expect((await takeBack(admin.cookie, old)).body.fieldErrors).toEqual({ date: ["hours:error.closed"] });
  expect((await rowOf(old))?.status).toBe("validated");
});

test("what staff wrote about a certificate stays as they wrote it", async () => {
  const holder = await signIn(backend, { role: "VOLUNTEER", locale: "en" });
  await addValidated(holder.id, "2026-06-01");
  const { body } = await send<VolunteerCertificate>(holder.cookie, { year: 2026 }, certificates);
  await send(admin.cookie, { reason: "Une journée comptée deux fois." }, `/api/admin/volunteer-certificates/${body.id}/withdraw`);
  const [row] = await backend.services.db.select().from(volunteerCertificates).where(eq(volunteerCertificates.id, body.id));
  expect(row).toMatchObject({ withdrawCause: null, withdrawReason: "Une journée comptée deux fois." });
});

test("certificates of other years, and those issued before the hours were validated, stay valid", async () => {
  const holder = await signIn(backend, { role: "VOLUNTEER" });
  const issueOf = async (year: number) => (await send<VolunteerCertificate>(holder.cookie, { year }, certificates)).body.id;
  await addValidated(holder.id, "2025-06-01");
  await addValidated(holder.id, "2026-06-01");
  const [ofYearBefore, ofYear] = [await issueOf(2025), await issueOf(2026)];
  time.pass(60);
  const later = await addValidated(holder.id, "2026-06-02");
  expect((await takeBack(admin.cookie, later)).status).toBe(200);
  const { db } = backend.services;
  const rows = await db.select().from(volunteerCertificates).where(eq(volunteerCertificates.userId, holder.id));
  const valid = rows.filter(({ withdrawnAt }) => withdrawnAt === null).map(({ id }) => id);
  expect(valid.toSorted()).toEqual([ofYearBefore, ofYear].toSorted());
});

test.runIf(serverUrl)(
  "two who take the same hours back at once, while their person issues a certificate: once, and no certificate attests them",
  async () => {
    const volunteer = await signIn(backend, { role: "VOLUNTEER" });
    const id = await addValidated(volunteer.id, "2026-07-01");
    const other = await signIn(backend, { role: "ADMIN" });
    const [first, second] = await Promise.all([
      takeBack(admin.cookie, id),
      takeBack(other.cookie, id),
      send(volunteer.cookie, { year: 2026 }, certificates),
    ]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    const rows = await backend.services.db.select().from(volunteerCertificates).where(eq(volunteerCertificates.userId, volunteer.id));
    expect(rows.filter(({ withdrawnAt }) => withdrawnAt === null)).toEqual([]);
  },
);
