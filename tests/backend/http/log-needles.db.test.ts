import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import type { Db } from "#backend/db/client";
import { openErrorReports } from "#backend/ports/error-reports";
import { startJobs } from "#backend/worker/queue";
import { everywherePermissions } from "#contract/accounts/permissions";
import { backendForTest } from "#tests/support/backend";
import { smallPdf } from "#tests/support/content";
import { openTestDatabase } from "#tests/support/database";
import { everyEndpoint, exampleOf } from "#tests/support/endpoints";
import { noLimits } from "#tests/support/no-limits";
import { signIn } from "#tests/support/people";
import { receiveReports } from "#tests/support/reports-receiver";

const needle = "Zinzolin";

/** Every free text is replaced by the needle; formatted values, such as dates, stay. */
function planted(value: unknown): unknown {
  if (value === "Un texte") return `${needle} écrit`;
  if (value === "aya@maillon.example") return `${needle}@maillon.example`;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(planted);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, planted(part)]));
}

/** The same as a form with a file that is named after the needle. */
function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  form.set("file", new File([smallPdf], `${needle}.pdf`, { type: "application/pdf" }));
  return form;
}

/** Each table refuses inserts, with the whole row in the error. */
async function refuseAll(db: Db) {
  await db.execute(sql`
    create function refuse_row() returns trigger language plpgsql as $$
    begin raise exception 'no row today' using detail = coalesce(new, old)::text, hint = coalesce(new, old)::text; end $$`);
  await db.execute(sql`
    do $$ declare one text; begin
      for one in select tablename from pg_tables where schemaname = 'public' and tablename not in ('rate_limits', 'idempotency_keys') loop
        execute format('create trigger a_refusal before insert or update or delete on %I for each row execute function refuse_row()', one);
      end loop;
    end $$`);
}

test("no log line and no report contains form values or tokens when a change fails", async () => {
  const receiver = await receiveReports();
  onTestFinished(() => void receiver.close());
  const reports = await openErrorReports(receiver.dsn);
  const backend = await backendForTest({ reports, limits: noLimits });
  const { db } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN", permissions: everywherePermissions });
  const student = await signIn(backend, { role: "BENEFICIARY", accountState: "waiting" });
  await refuseAll(db);
  let failed = 0;
  const forms = (await everyEndpoint()).filter(({ method }) => method !== "GET");
  for (const { method, path, body, bodyType, params } of forms) {
    const values = (params ? exampleOf(params) : {}) as Record<string, string>;
    const address = path.replace(/:(\w+)/g, (_, name) => values[name] ?? "1");
    for (const cookie of [undefined, admin.cookie, student.cookie]) {
      const sent = body && (planted(exampleOf(body)) as object);
      const answer = await backend.request(address, {
        method,
        cookie,
        ...(bodyType === "multipart" ? { body: formOf(sent ?? {}) } : sent && { json: sent }),
      });
      expect(await answer.text(), address).not.toContain("no row today");
      if (answer.status >= 500) failed += 1;
    }
  }
  await reports?.flush();
  const lines = JSON.stringify(backend.logged);
  expect(failed).toBeGreaterThan(20);
  expect(lines).toMatch(/Failed query: .?insert into/);
  for (const text of [lines, JSON.stringify(receiver.received)]) {
    expect(text).not.toMatch(new RegExp(needle, "i"));
    expect(text).not.toMatch(/params:|argon2/);
  }
});

test("a job that fails logs and reports its query without its values", async () => {
  const receiver = await receiveReports();
  onTestFinished(() => void receiver.close());
  const reports = await openErrorReports(receiver.dsn);
  const database = await openTestDatabase();
  const backend = await backendForTest();
  await refuseAll(database.db);
  const run = () => database.db.execute(sql`insert into messages (name, email, body) values (${needle}, ${needle}, ${needle})`);
  const queue = await startJobs(database, [{ name: "letters", every: "0 0 29 2 *", run }], { log: backend.services.log, reports });
  onTestFinished(async () => {
    await queue.stop();
    await database.close();
  });
  queue.wake("letters");
  await expect.poll(() => backend.logged.length, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(JSON.stringify(backend.logged)).toContain("job failed");
  expect(JSON.stringify([backend.logged, receiver.received])).not.toMatch(new RegExp(`${needle}|params:`, "i"));
});
