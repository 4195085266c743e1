import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Actor } from "#backend/http/actor";
import { auditLog } from "#backend/modules/audit/tables";
import { issueCertificate } from "#backend/modules/hours/certificates";
import { volunteerHours } from "#backend/modules/hours/tables";
import { users } from "#backend/modules/users/tables";
import { hoursImportApi } from "#contract/charity/hours-import";
import type { VolunteerCertificate } from "#contract/charity/volunteer-certificates";
import { backendForTest, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { importer } from "#tests/support/imports";
import { mailsTo } from "#tests/support/outbox";
import { addPerson, signIn } from "#tests/support/people";

test("hours of past years are imported once, count at once except one's own, and are undone together", async () => {
  const backend = await backendForTest({ clock: testClock().clock });
  const { db } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN" });
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  const row = { email: person.email, date: "2024-05-01", hours: 1.5, activity: "delivery" };
  const drafts = [
    row,
    { ...row, date: "2024-05-02" },
    { ...row, email: admin.email },
    { ...row, email: "nobody@maillon.example" },
    { ...row, date: "2024-05-03", hours: 17 },
  ];
  const sheets = importer(backend, admin.cookie, hoursImportApi);
  const id = await sheets.check(drafts);
  expect(await sheets.foretold(id)).toMatchObject({ created: 3, refused: 2 });
  expect(await db.$count(volunteerHours)).toBe(0);
  await sheets.run(id);
  const theirs = await db.select().from(volunteerHours).where(eq(volunteerHours.userId, person.id));
  expect(theirs.map(({ minutes, status, source, validatorId }) => [minutes, status, source, validatorId])).toEqual(
    Array(2).fill([90, "validated", "import", admin.id]),
  );
  const own = await db.select().from(volunteerHours).where(eq(volunteerHours.userId, admin.id));
  expect(own.map(({ status }) => status)).toEqual(["submitted"]);
  const logged = async (action: string) => {
    const rows = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, `volunteer_hours.${action}`));
    return rows.map(({ entityType, entityId, actorId, changes }) => [entityType, entityId, actorId, changes]).sort();
  };
  const all = [...theirs, ...own].map(({ id: row }) => row);
  const changed = (minutes: object) => all.map((row) => ["volunteer_hours", row, admin.id, { minutes }]).sort();
  expect(await logged("import")).toEqual(changed({ after: 90 }));
  const mailed = async ({ email }: { email: string }) =>
    (await mailsTo(backend, email)).map(({ topic }) => topic).filter((topic) => topic.startsWith("hours_"));
  expect([await mailed(person), await mailed(admin)]).toEqual([["hours_imported"], []]);
  const again = await sheets.check(drafts.slice(0, 1));
  expect(await sheets.foretold(again)).toMatchObject({ created: 0, refused: 1 });
  await sheets.undo(id);
  expect(await db.$count(volunteerHours)).toBe(0);
  expect([(await mailed(person)).toSorted(), await mailed(admin)]).toEqual([["hours_imported", "hours_removed"], []]);
  // They leave after the others: a file may be of hundreds of people.
  expect((await mailsTo(backend, person.email)).map(({ isBulk }) => isBulk)).toEqual([true, true]);
  expect(await logged("remove_import")).toEqual(changed({ before: 90 }));
  expect(await logged("import")).toHaveLength(3);
});

test("a certificate of imported hours is withdrawn with their import, and its holder is written to", async () => {
  const backend = await backendForTest({ clock: testClock().clock });
  const admin = await signIn(backend, { role: "ADMIN" });
  const person = await signIn(backend, { role: "VOLUNTEER", locale: "en" });
  const sheets = importer(backend, admin.cookie, hoursImportApi);
  const row = { email: person.email, date: "2024-05-01", hours: 1.5, activity: "delivery" };
  const id = await sheets.check([row, { ...row, date: "2024-05-02" }]);
  await sheets.run(id);
  const issued = await backend.request("/api/volunteer-certificates", { method: "POST", cookie: person.cookie, json: { year: 2024 } });
  const { number, checkCode } = (await issued.json()) as VolunteerCertificate;
  await sheets.undo(id);
  expect(await (await backend.request(`/api/certificates/${checkCode}`)).json()).toEqual({ answer: "withdrawn" });
  const mails = (await mailsTo(backend, person.email)).filter(({ topic }) => topic === "certificate_withdrawn");
  expect(mails.map(({ subject }) => subject.includes(number))).toEqual([true]);
  expect(mails[0]?.text).toContain("The reason: some hours are no longer validated");
});

test.runIf(serverUrl)("an import that is undone while a certificate of its hours is issued withdraws that one, too", async () => {
  const backend = await backendForTest({ clock: testClock().clock });
  const { services } = backend;
  const admin = await signIn(backend, { role: "ADMIN" });
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  const sheets = importer(backend, admin.cookie, hoursImportApi);
  const id = await sheets.check([{ email: person.email, date: "2024-05-01", hours: 1.5, activity: "delivery" }]);
  await sheets.run(id);
  const inLine = () => services.db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`);
  let undone: Promise<unknown> | undefined;
  const { checkCode } = await services.db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, person.id)).for("no key update");
    undone ??= sheets.undo(id);
    await expect.poll(inLine).toBe(1);
    return issueCertificate({ ...services, db: tx }, { id: person.id, sessionId: "", requestId: "test" } as Actor, 2024);
  });
  await undone;
  expect(await (await backend.request(`/api/certificates/${checkCode}`)).json()).toEqual({ answer: "withdrawn" });
});
