import { and, between, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockClosedYears } from "#backend/modules/hours/closing";
import { hourRates, volunteerCertificates, volunteerHours } from "#backend/modules/hours/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { sequences } from "#backend/modules/sequences/tables";
import { users } from "#backend/modules/users/tables";
import type { VolunteerCertificate } from "#contract/charity/volunteer-certificates";
import type { Valuation } from "#contract/charity/volunteer-hours-admin";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { mailsTo } from "#tests/support/outbox";
import { readPdf } from "#tests/support/pdf-text";
import { addPerson, signIn } from "#tests/support/people";

let backend: TestBackend;
const time = testClock();
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN" });
});
afterAll(() => backend.close());

const path = "/api/admin/volunteer-hours";
const certificates = "/api/volunteer-certificates";
type Problem = { code: string; fieldErrors?: Record<string, string[]> };

async function send<T>(cookie: string, json: object, to: string, method = "POST") {
  const answer = await backend.request(to, { method, cookie, json });
  return { status: answer.status, body: (await answer.json()) as T & Problem };
}

async function addValidated(
  userId: string,
  date: string,
  minutes = 60,
  more: Partial<typeof volunteerHours.$inferInsert> = {},
): Promise<string> {
  const about = { activity: "delivery", level: "field", source: "self", validatorId: admin.id, validatedAt: time.clock() } as const;
  const own =
    userId === admin.id ? { status: "submitted" as const, validatorId: null, validatedAt: null } : { status: "validated" as const };
  const [row] = await backend.services.db
    .insert(volunteerHours)
    .values({ ...about, ...own, userId, date, minutes, rateCents: 1202, ...more })
    .returning();
  return row?.id ?? "";
}
const rowOf = async (id: string) => (await backend.services.db.select().from(volunteerHours).where(eq(volunteerHours.id, id)))[0];
const valuation = async (year: number) =>
  (await (await backend.request(`${path}/valuation?year=${year}`, { cookie: admin.cookie })).json()) as Valuation;

test("a closed year changes no more, but by a line of today that corrects it once", async () => {
  const { db } = backend.services;
  const person = await signIn(backend, { role: "VOLUNTEER" });
  const id = await addValidated(person.id, "2025-05-01", 120);
  const waiting = await addValidated(admin.id, "2025-05-01");
  const close = (year: number) => send(admin.cookie, { year }, `${path}/close`);
  expect((await close(2026)).body.fieldErrors).toEqual({ year: ["hours:error.year"] });
  expect((await close(2025)).body.fieldErrors).toEqual({ year: ["hours:error.stillWaiting"] });
  await db.delete(volunteerHours).where(eq(volunteerHours.id, waiting));
  expect((await close(2025)).status).toBe(200);
  expect((await close(2025)).body.fieldErrors).toEqual({ year: ["hours:error.alreadyClosed"] });
  expect((await rowOf(id))?.status).toBe("locked");
  for (const change of [{ minutes: 60 }, { date: "2026-01-01" }, { status: "validated" as const, lockedPeriodId: null }, { rateCents: 1 }])
    await expect(db.update(volunteerHours).set(change).where(eq(volunteerHours.id, id))).rejects.toThrow();
  await expect(db.delete(volunteerHours).where(eq(volunteerHours.id, id))).rejects.toThrow();
  await expect(addValidated(person.id, "2025-06-01")).rejects.toThrow();
  const correct = (minutes: number) => send(admin.cookie, { minutes }, `${path}/${id}/correct`);
  expect((await correct(120)).body.fieldErrors).toEqual({ minutes: ["hours:error.correction"] });
  expect((await correct(90)).status).toBe(200);
  expect((await correct(80)).body.fieldErrors).toEqual({ minutes: ["hours:error.corrected"] });
  const [line] = await db.select().from(volunteerHours).where(eq(volunteerHours.correctsId, id));
  expect(line).toMatchObject({ date: "2026-11-21", minutes: -30, status: "validated", rateCents: 1202 });
  expect([(await valuation(2025)).cents, (await valuation(2026)).cents]).toEqual([2404, -601]);
});

test("who leads volunteers and has the hours of a year is listed for the civic commitment account", async () => {
  const [leader, short, other] = [
    await addPerson(backend, { role: "VOLUNTEER" }),
    await addPerson(backend, { role: "VOLUNTEER" }),
    await addPerson(backend, { role: "VOLUNTEER" }),
  ];
  for (let day = 1; day <= 10; day++) {
    const date = `2022-03-${String(day).padStart(2, "0")}`;
    await addValidated(leader.id, date, 600, { level: day === 1 ? "lead" : "field" });
    await addValidated(short.id, date, 595, { level: "lead" });
    await addValidated(other.id, date, 600);
  }
  expect((await valuation(2022)).civic).toMatchObject([{ userId: leader.id, minutes: 6_000 }]);
  expect((await valuation(2021)).civic).toEqual([]);
  // Whoever manages a sector leads as well.
  const { db } = backend.services;
  const [sector] = await db.insert(sectors).values({ name: "Angers", slug: "angers" }).returning();
  await db.update(users).set({ sectorId: sector?.id }).where(eq(users.id, other.id));
  await db.insert(sectorManagers).values({ sectorId: sector?.id ?? "", userId: other.id });
  expect((await valuation(2022)).civic.map(({ userId }) => userId).toSorted()).toEqual([leader.id, other.id].toSorted());
  // The file with their names is for those who may export personal data.
  const exporter = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  const fileFor = (cookie: string) => backend.request(`${path}/civic?year=2022`, { cookie });
  expect((await fileFor(admin.cookie)).status).toBe(403);
  expect(((await (await fileFor(exporter.cookie)).json()) as { items: unknown[] }).items).toHaveLength(2);
});

test("what is closed by others stays closed to those who only validate", async () => {
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  for (const [to, json] of [
    ["close", { year: 2024 }],
    ["rates", {}],
    [`${crypto.randomUUID()}/correct`, { minutes: 0 }],
  ] as const)
    expect((await send(cookie, json, `${path}/${to}`)).status).toBe(403);
  expect((await backend.request(`${path}/valuation`, { cookie })).status).toBe(403);
});

test.runIf(serverUrl)("a year that is being closed takes no hours of the same moment", async () => {
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  const sent = Array.from({ length: 10 }, (_, at) =>
    addValidated(person.id, `2023-05-${10 + at}`).then(
      () => true,
      () => false,
    ),
  );
  const [closed, ...added] = await Promise.all([send(admin.cookie, { year: 2023 }, `${path}/close`), ...sent]);
  expect(closed.status).toBe(200);
  const rows = await backend.services.db.select().from(volunteerHours).where(eq(volunteerHours.userId, person.id));
  expect(rows.map(({ status }) => status)).toEqual(Array(added.filter(Boolean).length).fill("locked"));
});

test("rates of a level never overlap, and their end comes after their start", async () => {
  const add = (more: object) =>
    send<{ id: string; version: number }>(admin.cookie, { level: "lead", cents: 3606, ...more }, `${path}/rates`);
  const first = await add({ validFrom: "2026-01-01", validTo: "2026-06-30" });
  expect(first.status).toBe(201);
  expect((await add({ validFrom: "2026-06-30" })).body.fieldErrors).toEqual({ validFrom: ["hours:error.rateOverlap"] });
  expect((await add({ validFrom: "2026-07-01", validTo: "2026-06-01" })).body.fieldErrors).toEqual({ validTo: ["hours:error.rateTo"] });
  expect((await add({ validFrom: "2026-07-01" })).status).toBe(201);
  const later = await send(admin.cookie, { validTo: "2026-07-02", version: 1 }, `${path}/rates/${first.body.id}`, "PATCH");
  expect(later.body.fieldErrors).toEqual({ validFrom: ["hours:error.rateOverlap"] });
  expect(await backend.services.db.$count(hourRates)).toBe(2);
});

const issue = (cookie: string, year = 2026) => send<VolunteerCertificate>(cookie, { year }, certificates);
const check = async (code: string) =>
  (await (await backend.request(`/api/certificates/${code}`)).json()) as { answer: string; name?: string };

test("a certificate states the validated hours of a year, with a number, and its code is checked by anyone", async () => {
  const person = await signIn(backend, { role: "VOLUNTEER", firstName: "Yanis", lastName: "Moreau" });
  expect((await issue(person.cookie)).body.fieldErrors).toEqual({ year: ["hours:certificate.none"] });
  await addValidated(person.id, "2026-03-01", 150);
  await addValidated(person.id, "2026-04-01", 60, { status: "submitted", validatorId: null, validatedAt: null });
  const { status, body } = await issue(person.cookie);
  expect([status, body.totalMinutes]).toEqual([201, 150]);
  expect((await issue(person.cookie)).body.id).toBe(body.id);
  const fetched = async () =>
    new Uint8Array(await (await backend.request(`${certificates}/${body.id}/pdf`, { cookie: person.cookie })).arrayBuffer());
  const bytes = await fetched();
  const { text } = readPdf(bytes);
  for (const words of [
    "Attestation de bénévolat",
    body.number,
    "Yanis Moreau",
    "2 h 30 de bénévolat",
    "Tournée de livraison",
    "localhost:3000/cert",
  ])
    expect(text).toContain(words);
  expect(text).toContain(body.checkCode.replace(/(.{4})(?=.)/g, "$1-"));
  expect(Buffer.from(await fetched()).equals(Buffer.from(bytes))).toBe(true);
  expect(await check(body.checkCode.toLowerCase())).toMatchObject({ answer: "valid", name: "Yanis Moreau", totalMinutes: 150 });
  const other = await signIn(backend, { role: "ADMIN" });
  expect((await backend.request(`${certificates}/${body.id}/pdf`, { cookie: other.cookie })).status).toBe(404);
});

test("of a withdrawn or an erased certificate, the code says so and no name", async () => {
  const [one, two] = [await signIn(backend, { role: "VOLUNTEER" }), await signIn(backend, { role: "VOLUNTEER" })];
  for (const { id } of [one, two]) await addValidated(id, "2026-03-01");
  const [first, second] = [(await issue(one.cookie)).body, (await issue(two.cookie)).body];
  const withdraw = `/api/admin/volunteer-certificates/${first.id}/withdraw`;
  expect((await send(one.cookie, { reason: "erreur" }, withdraw)).status).toBe(403);
  expect((await send(admin.cookie, { reason: "erreur" }, withdraw)).status).toBe(200);
  await backend.services.db.transaction((tx) => erasePeople({ ...backend.services, db: tx }, null, [two.id], time.clock()));
  expect([await check(first.checkCode), await check(second.checkCode), await check("AAAA")]).toEqual([
    { answer: "withdrawn" },
    { answer: "erased" },
    { answer: "unknown" },
  ]);
  const [row] = await backend.services.db.select().from(volunteerCertificates).where(eq(volunteerCertificates.id, second.id));
  expect(row).toMatchObject({ holderName: null, lines: [], number: second.number });
});

test("a certificate of hours that are taken back is withdrawn, and another one states what is left", async () => {
  const person = await signIn(backend, { role: "VOLUNTEER" });
  const one = await addValidated(person.id, "2015-03-01", 600);
  const two = await addValidated(person.id, "2015-04-01", 300, { activity: "meeting" });
  expect((await send(admin.cookie, { year: 2015 }, `${path}/close`)).status).toBe(200);
  const issueOf = async () => (await send<VolunteerCertificate>(person.cookie, { year: 2015 }, certificates)).body;
  const first = await issueOf();
  expect((await send(admin.cookie, { minutes: 400 }, `${path}/${two}/correct`)).status).toBe(200);
  // It attests no more than there is.
  expect(await check(first.checkCode)).toMatchObject({ answer: "valid", totalMinutes: 900 });
  const second = await issueOf();
  expect(second.totalMinutes).toBe(1_000);
  expect((await send(admin.cookie, { minutes: 60 }, `${path}/${one}/correct`)).status).toBe(200);
  expect([await check(first.checkCode), await check(second.checkCode)]).toEqual([{ answer: "withdrawn" }, { answer: "withdrawn" }]);
  const third = await issueOf();
  expect([third.totalMinutes, (await check(third.checkCode)).answer]).toEqual([460, "valid"]);
});

test("whoever has a certificate that is withdrawn, or hours that are corrected, gets one mail that says so", async () => {
  const person = await signIn(backend, { role: "VOLUNTEER", locale: "fr" });
  const mails = async (about: string) =>
    (await mailsTo(backend, person.email)).filter(({ topic }) => topic === about).map(({ text }) => text.replaceAll(/\s/g, " "));
  await addValidated(person.id, "2026-03-01", 120);
  const { body } = await issue(person.cookie);
  await send(admin.cookie, { reason: "Une journée comptée deux fois." }, `/api/admin/volunteer-certificates/${body.id}/withdraw`);
  const [withdrawn] = await mails("certificate_withdrawn");
  for (const words of [body.number, "Une journée comptée deux fois."]) expect(withdrawn).toContain(words);
  const own = (await (await backend.request(certificates, { cookie: person.cookie })).json()) as { items: VolunteerCertificate[] };
  expect(own.items[0]).toMatchObject({ withdrawn: true, withdrawReason: "Une journée comptée deux fois." });

  const id = await addValidated(person.id, "2014-03-01", 180);
  expect((await send(admin.cookie, { year: 2014 }, `${path}/close`)).status).toBe(200);
  const old = (await issue(person.cookie, 2014)).body;
  expect((await send(admin.cookie, { minutes: 120 }, `${path}/${id}/correct`)).status).toBe(200);
  const [corrected, ...more] = await mails("hours_corrected");
  for (const words of ["3 h", "2 h", old.number]) expect(corrected).toContain(words);
  expect([more, (await mails("certificate_withdrawn")).length]).toEqual([[], 1]);
});

test("too many tries of codes are refused", async () => {
  const answers = await Promise.all(Array.from({ length: 31 }, () => backend.request("/api/certificates/AAAA")));
  expect(answers.some(({ status }) => status === 429)).toBe(true);
});

test.runIf(serverUrl)("thirty certificates at once have numbers without gaps", async () => {
  const { db } = backend.services;
  const people = await Promise.all(Array.from({ length: 30 }, () => signIn(backend, { role: "VOLUNTEER" })));
  await Promise.all(people.map(({ id }) => addValidated(id, "2026-02-01")));
  const answers = await Promise.all(people.map(({ cookie }) => issue(cookie)));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
  const numbers = (await db.select({ number: volunteerCertificates.number }).from(volunteerCertificates)).map(({ number }) =>
    Number(number.slice(9)),
  );
  expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, at) => at + 1));
  const [series] = await db.select().from(sequences);
  expect(series).toMatchObject({ series: "ATT", year: 2026, last: numbers.length });
});

test("of a year with very many hours, a job locks what the request did not", async () => {
  const { db } = backend.services;
  const people = await Promise.all(Array.from({ length: 20 }, () => addPerson(backend, { role: "VOLUNTEER" })));
  const about = { activity: "delivery", level: "field", source: "self", status: "validated", minutes: 60, rateCents: 1202 } as const;
  const days = Array.from({ length: 300 }, (_, at) => new Date(Date.UTC(2019, 0, 1 + at)).toISOString().slice(0, 10));
  for (const { id } of people)
    await db
      .insert(volunteerHours)
      .values(days.map((date) => ({ ...about, userId: id, date, validatorId: admin.id, validatedAt: time.clock() })));
  expect((await send(admin.cookie, { year: 2019 }, `${path}/close`)).status).toBe(200);
  const left = () =>
    db.$count(volunteerHours, and(between(volunteerHours.date, "2019-01-01", "2019-12-31"), eq(volunteerHours.status, "validated")));
  expect(await left()).toBe(1_000);
  const [one] = await db
    .select()
    .from(volunteerHours)
    .where(and(eq(volunteerHours.status, "validated"), eq(volunteerHours.date, "2019-10-20")))
    .limit(1);
  await expect(
    db
      .update(volunteerHours)
      .set({ minutes: 30 })
      .where(eq(volunteerHours.id, one?.id ?? "")),
  ).rejects.toThrow();
  await lockClosedYears(backend.services);
  expect(await left()).toBe(0);
});
