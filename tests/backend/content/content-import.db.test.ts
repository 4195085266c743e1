import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { countries } from "#backend/modules/countries/tables";
import { purgeSheets } from "#backend/modules/imports/routes";
import { sheetRows, sheets } from "#backend/modules/imports/tables";
import { partners } from "#backend/modules/partners/tables";
import { tasks } from "#backend/modules/tasks/tables";
import { maxRowsInRequest } from "#contract/accounts/tasks";
import { countriesApi } from "#contract/charity/countries";
import { partnersApi } from "#contract/charity/partners";
import { backendForTest, testClock } from "#tests/support/backend";
import { contentRecords } from "#tests/support/content";
import { serverUrl } from "#tests/support/database";
import { counted, importer } from "#tests/support/imports";
import { cookiesOf, signIn } from "#tests/support/people";
import { kindsWith, runDue, storedTask } from "#tests/support/tasks";

async function asAdmin(api = partnersApi.admin.imports) {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  return { backend, cookie, file: importer(backend, cookie, api) };
}

const partner = (name: string) => ({ ...contentRecords.partners, name });

test("a dry run reports the result and writes nothing; the import creates drafts through the form's checks, each in the audit log", async () => {
  const { backend, file } = await asAdmin();
  const { db } = backend.services;
  const id = await file.check([partner("A"), { ...partner("B"), kind: "gold", url: "javascript:alert(1)" }, partner("C")]);
  expect(await file.foretold(id)).toEqual(counted({ created: 2, refused: 1 }));
  expect((await file.rows(id, "refused")).map(({ line, fieldErrors }) => [line, Object.keys(fieldErrors).sort()])).toEqual([
    [3, ["kind", "url"]],
  ]);
  expect([await db.$count(partners), await db.$count(auditLog, eq(auditLog.action, "partner.create"))]).toEqual([0, 0]);
  expect((await file.run(id)).body).toEqual({ task: null });
  expect(await file.counts(id)).toEqual(await file.foretold(id));
  const made = await db.select({ name: partners.name, status: partners.status, position: partners.position }).from(partners);
  expect(made).toEqual([
    { name: "A", status: "draft", position: 1 },
    { name: "C", status: "draft", position: 2 },
  ]);
  expect(await db.$count(auditLog, eq(auditLog.action, "partner.create"))).toBe(2);
  const [logged] = await db.select().from(auditLog).where(eq(auditLog.action, "sheet.import"));
  expect(logged).toMatchObject({ entityId: id, changes: { rows: { after: 3 } } });
});

test("a file is imported once, however often and concurrently it is sent, and not before its dry run is complete", async () => {
  const { backend, cookie, file } = await asAdmin();
  const id = await file.check([partner("A"), partner("B")]);
  await backend.services.db.update(sheetRows).set({ foretold: null }).where(eq(sheetRows.line, 3));
  expect((await file.run(id)).status).toBe(409);
  await backend.services.db.update(sheetRows).set({ foretold: "created" });
  const answers = await Promise.all([file.run(id), file.run(id), file.run(id)]);
  expect([...answers, await file.run(id)].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect([await file.counts(id), await backend.services.db.$count(partners)]).toEqual([counted({ created: 2 }), 2]);
  // Nothing is checked, or added, once it is imported.
  const rows = [{ line: 2, draft: partner("A"), problems: {} }];
  await expect(file.recheck(id, rows)).rejects.toThrow("409");
  const lines = [{ line: 9, cells: ["x"] }];
  expect((await backend.request(`/api/admin/sheets/${id}/lines`, { method: "POST", cookie, json: { lines } })).status).toBe(409);
});

test("a refusal by the database affects one line only, and a value that could not be parsed is reported even where it looks valid", async () => {
  const { backend, file } = await asAdmin(countriesApi.admin.imports);
  const country = { name: { fr: "Zédie" }, dialCode: "+999", iso2: "ZZ", iso3: "ZZZ" };
  const problem = { iso3: ["content:import.cell.choice?value=x"] };
  const id = await file.check([country, country, { ...country, iso2: "ZY", iso3: "ZYY" }], { 4: problem });
  await file.run(id);
  expect((await file.rows(id, "refused")).map(({ line, fieldErrors, title }) => ({ line, fieldErrors, title }))).toEqual([
    { line: 3, fieldErrors: {}, title: "Une autre fiche porte déjà ce code ou ce nom. Choisissez-en un autre." },
    { line: 4, fieldErrors: problem, title: null },
  ]);
  expect(await backend.services.db.$count(countries)).toBe(1);
});

test("a file belongs to its sender and its subject, is for those who may import, and is deleted a day after its import", async () => {
  const { backend, file } = await asAdmin();
  const { db, clock } = backend.services;
  const id = await file.check([partner("A")]);
  const other = await signIn(backend, { role: "ADMIN" });
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  const elsewhere = importer(backend, other.cookie, partnersApi.admin.imports);
  const asVolunteer = importer(backend, volunteer.cookie, partnersApi.admin.imports);
  const answers = await Promise.all([elsewhere.run(id), elsewhere.undo(id), asVolunteer.run(id), asVolunteer.undo(id)]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 403, 403]);
  expect((await backend.request(`/api/admin/sheets/${id}`, { cookie: other.cookie })).status).toBe(404);
  expect((await backend.request(`/api/admin/sheets/${id}/rows?outcome=created`, { cookie: other.cookie })).status).toBe(404);
  expect((await backend.request(`/api/admin/sheets/${id}/lines`, { cookie: other.cookie })).status).toBe(404);
  expect((await backend.request("/api/admin/press/import", { method: "POST", cookie: other.cookie, json: { sheet: id } })).status).toBe(
    404,
  );
  await file.run(id);
  await purgeSheets(db, clock());
  expect(await db.$count(sheets)).toBe(1);
  await purgeSheets(db, new Date(clock().getTime() + 25 * 60 * 60 * 1000));
  expect([await db.$count(sheets), await db.$count(sheetRows)]).toEqual([0, 0]);
});

test("one line that the database refuses does not affect the others, at any position", async () => {
  const { backend, file } = await asAdmin(countriesApi.admin.imports);
  const letters = [..."ABCDEFGHIJKLM"];
  const rows = letters.map((letter) => ({ name: { fr: letter }, dialCode: "+9", iso2: `Z${letter}`, iso3: `ZZ${letter}` }));
  const id = await file.check([...rows, ...[2, 9].map((at) => rows[at] ?? {})]);
  await file.run(id);
  expect([await file.counts(id), (await file.rows(id, "refused")).map(({ line }) => line)]).toEqual([
    counted({ created: 13, refused: 2 }),
    [15, 16],
  ]);
  expect(await backend.services.db.$count(countries)).toBe(13);
});

test("a file with more rows than a request changes is a task, in its order; refused lines are named in it", async () => {
  const { backend, cookie, file } = await asAdmin();
  const { db } = backend.services;
  const names = Array.from({ length: maxRowsInRequest + 51 }, (_, at) => `Partenaire ${at}`);
  const id = await file.check(names.map((name, at) => (at === 40 ? { ...partner(name), kind: "gold" } : partner(name))));
  const foretold = await file.foretold(id);
  expect(foretold).toEqual(counted({ created: names.length - 1, refused: 1 }));
  const answers = await Promise.all([file.run(id), file.run(id)]);
  const [task] = answers.map(({ body }) => body.task as string);
  expect([answers[1]?.body.task, await db.$count(tasks, eq(tasks.kind, partnersApi.admin.imports.run.path))]).toEqual([task, 1]);
  // It cannot be undone while it is under way.
  expect((await file.undo(id)).status).toBe(409);
  await runDue(backend);
  expect(await storedTask(backend, task ?? "")).toMatchObject({ state: "done", done: names.length - 1, leftOut: 1 });
  expect(await file.counts(id)).toEqual(foretold);
  const made = await db.select({ name: partners.name }).from(partners).orderBy(partners.position);
  expect(made.map(({ name }) => name)).toEqual(names.filter((_, at) => at !== 40));
  const page = await (await backend.request(`/api/account/tasks/${task}`, { cookie })).json();
  expect(page.exceptions).toMatchObject([
    { name: "Ligne 42, Partenaire 40", path: `/dashboard/admin/partners/import?sheet=${id}#line-42`, reason: "tasks:reason.refusedLine" },
  ]);
  // Its undoing is a task as well.
  const undoing = (await file.undo(id)).body.task as string;
  await runDue(backend);
  expect(await storedTask(backend, undoing)).toMatchObject({ state: "done", done: names.length - 1 });
  expect([await db.$count(partners), (await file.sheet(id)).report?.undone]).toEqual([0, { done: names.length - 1, left: 0, rest: 0 }]);
}, 60_000);

test.skipIf(!serverUrl)(
  "a connection that is killed in the middle of each part of an import leaves nothing behind: nothing is imported twice, and nothing is lost",
  async () => {
    const { backend, file } = await asAdmin();
    const { db } = backend.services;
    const names = Array.from({ length: 2 * maxRowsInRequest + 60 }, (_, at) => `Partenaire ${at}`);
    const id = await file.check(names.map(partner));
    const task = (await file.run(id)).body.task as string;
    const killed = new Set<string>();
    const mortal = kindsWith(backend, partnersApi.admin.imports.run.path, (own) => async (call, ids) => {
      const results = await own(call, ids);
      const [first = ""] = ids;
      if (!killed.has(first)) {
        killed.add(first);
        await call.db.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      }
      return results;
    });
    for (let tries = 0; tries < 20 && (await storedTask(backend, task)).state !== "done"; tries += 1) {
      await runDue(backend, mortal).catch(() => {});
      // The lease of the runner that is gone has ended.
      await db.update(tasks).set({ leaseEndsAt: sql`now() - interval '1 second'` }).where(eq(tasks.state, "running"));
    }
    expect(killed.size).toBeGreaterThanOrEqual(5);
    expect(await storedTask(backend, task)).toMatchObject({ state: "done", done: names.length, leftOut: 0, failed: 0 });
    const made = await db.select({ name: partners.name }).from(partners).orderBy(partners.position);
    expect(made.map(({ name }) => name)).toEqual(names);
    expect(await db.$count(auditLog, eq(auditLog.action, "partner.create"))).toBe(names.length);
    expect(await file.counts(id)).toEqual(counted({ created: names.length }));
  },
  60_000,
);

test("an import that is stopped says how far it came, and that nothing goes on", async () => {
  const { backend, cookie, file } = await asAdmin();
  const names = Array.from({ length: maxRowsInRequest + 51 }, (_, at) => `Partenaire ${at}`);
  const id = await file.check(names.map(partner));
  const task = (await file.run(id)).body.task as string;
  expect((await file.sheet(id)).report).toMatchObject({ underWay: true, waiting: names.length, undoUntil: null });
  await backend.request(`/api/account/tasks/${task}/cancel`, { method: "POST", cookie });
  const { report } = await file.sheet(id);
  expect(report).toMatchObject({ underWay: false, waiting: names.length, undone: null });
  expect(report?.undoUntil).not.toBeNull();
});

test("an undo that was stopped goes on with the rest, and its file is stored for a day after it began", async () => {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN" });
  let file = importer(backend, admin.cookie, partnersApi.admin.imports);
  const { db } = backend.services;
  const names = Array.from({ length: maxRowsInRequest + 51 }, (_, at) => `Partenaire ${at}`);
  const id = await file.check(names.map(partner));
  await file.run(id);
  await runDue(backend);
  time.pass(23 * 3_600);
  const cookie = await cookiesOf(backend, admin.id);
  file = importer(backend, cookie, partnersApi.admin.imports);
  const first = (await file.undo(id)).body.task as string;
  const stopping = new AbortController();
  const once = kindsWith(backend, partnersApi.admin.imports.undo.path, (own) => (call, ids) => {
    stopping.abort();
    return own(call, ids);
  });
  await runDue(backend, once, stopping.signal);
  expect((await file.sheet(id)).report).toMatchObject({ underWay: true, undoUntil: null });
  expect((await file.undo(id)).body.task).toBe(first);
  await backend.request(`/api/account/tasks/${first}/cancel`, { method: "POST", cookie });
  const left = await db.$count(partners);
  expect(left).toBeGreaterThan(0);
  const { report } = await file.sheet(id);
  expect(report).toMatchObject({ underWay: false, undone: { done: names.length - left, left: 0, rest: left } });
  expect(report?.undoUntil).not.toBeNull();
  const second = await file.undo(id);
  expect(second.status).toBe(200);
  if (second.body.task) expect(second.body.task).not.toBe(first);
  await runDue(backend);
  expect(await db.$count(partners)).toBe(0);
  expect((await file.sheet(id)).report).toMatchObject({ undoUntil: null, undone: { done: names.length, left: 0, rest: 0 } });
  // Nothing is undone a second time.
  expect((await file.undo(id)).body.task).toBe(second.body.task);
  await purgeSheets(db, new Date(time.clock().getTime() + 2 * 3_600_000));
  expect(await db.$count(sheets)).toBe(1);
  await purgeSheets(db, new Date(time.clock().getTime() + 25 * 3_600_000));
  expect(await db.$count(sheets)).toBe(0);
}, 60_000);

test("the dry run of a long file is a task: how far it is can be seen, other columns end it, and nothing is imported before it is complete", async () => {
  const { backend, cookie, file } = await asAdmin();
  const { db } = backend.services;
  const { read, check } = partnersApi.admin.imports;
  const post = async (path: string, json: object) => {
    const answer = await backend.request(path, { method: "POST", cookie, json });
    return { status: answer.status, body: (await answer.json()) as { task: string } };
  };
  const rows = Array.from({ length: maxRowsInRequest + 60 }, (_, at) => ({ line: at + 2, draft: partner(`N° ${at}`), problems: {} }));
  const id = await file.check(rows.slice(0, 1).map(({ draft }) => draft));
  await db.insert(sheetRows).values(rows.slice(1).map(({ line }) => ({ sheetId: id, line, cells: [`cell ${line}`] })));
  const mapped = { sheet: id, first: true, mapping: { name: 0 }, rows };
  expect((await post(read.path, mapped)).status).toBe(200);
  const first = await post(check.path, { sheet: id });
  expect(await file.sheet(id)).toMatchObject({ checking: { task: first.body.task, rows: 0 }, checked: null });
  expect((await file.run(id)).status).toBe(409);
  // Read again by other columns: the task of the first reading ends, and does nothing any more.
  await post(read.path, mapped);
  expect((await storedTask(backend, first.body.task)).state).toBe("cancelled");
  expect(await file.sheet(id)).toMatchObject({ checking: null, checked: null });
  const second = await post(check.path, { sheet: id });
  await runDue(backend);
  expect(await storedTask(backend, second.body.task)).toMatchObject({ state: "done", done: rows.length });
  expect(await file.sheet(id)).toMatchObject({ checking: null, checked: counted({ created: rows.length }) });
  expect([await db.$count(partners), await db.$count(auditLog, eq(auditLog.action, "partner.create"))]).toEqual([0, 0]);
});
