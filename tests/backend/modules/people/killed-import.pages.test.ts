import { count, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { sheetRows } from "#backend/modules/imports/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { users } from "#backend/modules/users/tables";
import { peopleImportApi } from "#contract/accounts/people-import";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { importer } from "#tests/support/imports";
import { signIn } from "#tests/support/people";
import { doneThroughKills } from "#tests/support/process-with-jobs";
import { storedTask } from "#tests/support/tasks";

const rows = 400;
const known = 60;
const unreadable = 20;
const kills = 5;

test.skipIf(!serverUrl)(
  "an import survives the sudden end of the processes that do it: each line is imported once, as the dry run foretold",
  async () => {
    const database = await openTestDatabase();
    if (!("url" in database)) throw new Error("the database has no address");
    const backend = await backendForTest({ database });
    const { db } = backend.services;
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    const drafts = Array.from({ length: rows }, (_, at) => ({
      ...{ firstName: "Noé", lastName: `N° ${at}`, phone: "04 00 00 00 00" },
      email: at < rows - unreadable ? `person-${at}@example.org` : "none",
    }));
    const former = drafts.slice(0, known).map(({ email, firstName }) => ({
      ...{ email, firstName, lastName: "Avant", role: "VOLUNTEER" as const },
      ...{ emailVerifiedAt: new Date("2026-01-01"), accountState: "validated" as const },
    }));
    await db.insert(users).values(former);
    const file = importer(backend, cookie, peopleImportApi);
    const id = await file.check(drafts);
    const foretold = { created: rows - known - unreadable, changed: known, unchanged: 0, refused: unreadable };
    expect(await file.foretold(id)).toEqual(foretold);
    const { task } = (await file.run(id, { agreed: true })).body as { task: string };
    await doneThroughKills(backend, database.url, task, kills, 400_000);
    expect(await storedTask(backend, task)).toMatchObject({ total: rows, done: rows - unreadable, leftOut: unreadable, failed: 0 });
    expect(await file.counts(id)).toEqual(foretold);
    const people = await db.select({ email: users.email, name: users.lastName }).from(users).where(eq(users.role, "VOLUNTEER"));
    const read = drafts.slice(0, rows - unreadable);
    expect(people.map(({ email, name }) => `${email} ${name}`).sort()).toEqual(
      read.map(({ email, lastName }) => `${email} ${lastName}`).sort(),
    );
    const mails = await db.select({ to: outgoingMails.recipient }).from(outgoingMails).where(eq(outgoingMails.topic, "account_invitation"));
    expect(mails.map(({ to }) => to).sort()).toEqual(
      read
        .slice(known)
        .map(({ email }) => email)
        .sort(),
    );
    const records = db
      .select({ id: sql<string>`${sheetRows.recordId}::text` })
      .from(sheetRows)
      .where(eq(sheetRows.sheetId, id));
    const { entityId, action } = auditLog;
    const logged = await db.select({ entityId, times: count() }).from(auditLog).where(inArray(entityId, records)).groupBy(entityId, action);
    expect(new Set(logged.map((one) => one.entityId)).size).toBe(rows - unreadable);
    expect(new Set(logged.map(({ times }) => times))).toEqual(new Set([1]));
  },
  500_000,
);
