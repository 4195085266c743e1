import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { hoursImportApi } from "#contract/charity/hours-import";
import { backendForTest, testClock } from "#tests/support/backend";
import { importer } from "#tests/support/imports";
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
  const again = await sheets.check(drafts.slice(0, 1));
  expect(await sheets.foretold(again)).toMatchObject({ created: 0, refused: 1 });
  await sheets.undo(id);
  expect(await db.$count(volunteerHours)).toBe(0);
  expect(await logged("remove_import")).toEqual(changed({ before: 90 }));
  expect(await logged("import")).toHaveLength(3);
});
