import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
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
  const again = await sheets.check(drafts.slice(0, 1));
  expect(await sheets.foretold(again)).toMatchObject({ created: 0, refused: 1 });
  await sheets.undo(id);
  expect(await db.$count(volunteerHours)).toBe(0);
});
