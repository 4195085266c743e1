import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import type { Db } from "#backend/db/client";
import { openErrorReports } from "#backend/ports/error-reports";
import { startJobs } from "#backend/worker/queue";
import { everywherePermissions } from "#contract/accounts/permissions";
import type { Endpoint } from "#contract/api/endpoint";
import { backendForTest, testClock } from "#tests/support/backend";
import { addCallers } from "#tests/support/callers";
import { smallPdf } from "#tests/support/content";
import { openTestDatabase } from "#tests/support/database";
import { everyEndpoint, exampleOf, examplesOf, formats } from "#tests/support/endpoints";
import { oldProof } from "#tests/support/form-proof";
import { addGift, aReceipt, openGifts } from "#tests/support/gifts";
import { noLimits } from "#tests/support/no-limits";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { restoreRecords } from "#tests/support/records";
import { refuseRows } from "#tests/support/refused-rows";
import { fillIn } from "#tests/support/registration";
import { receiveReports } from "#tests/support/reports-receiver";
import { addRecords } from "#tests/support/served-pages";

const needle = "Zinzolin";

/** Every free text is replaced by the needle; formatted values, such as dates, stay. Nothing is a trial. */
function planted(value: unknown): unknown {
  if (value === "Un texte") return `${needle} écrit`;
  if (value === "aya@maillon.example") return `${needle}@maillon.example`;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(planted);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, name === "dryRun" ? false : planted(part)]));
}

/** The same as a form with a file that is named after the needle. */
function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  form.set("file", new File([smallPdf], `${needle}.pdf`, { type: "application/pdf" }));
  return form;
}

const refuseAll = (db: Db) => refuseRows(db, ["rate_limits", "idempotency_keys"]);

/** Gives a row of each table this id, and all that refers to it: every endpoint then finds a record under it. */
async function underOneId(db: Db, id: string) {
  await db.execute(sql`
    do $$ declare one record; other record; before text; begin
      -- why: keys are changed one after the other, and nothing that a change would set off is looked for.
      set local session_replication_role = replica;
      for one in select c.oid, c.oid::regclass as name, a.attnum from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'uuid'::regtype loop
        execute format('select id from %s order by (id = %L) desc limit 1', one.name, ${sql.raw(`'${id}'`)}) into before;
        continue when before is null;
        execute format('update %s set id = %L where id = %L', one.name, ${sql.raw(`'${id}'`)}, before);
        for other in select k.conrelid::regclass as name, a.attname as field from pg_constraint k
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
          where k.contype = 'f' and k.confrelid = one.oid and k.confkey = array[one.attnum] loop
          execute format('update %s set %I = %L where %I = %L', other.name, other.field, ${sql.raw(`'${id}'`)}, other.field, before);
        end loop;
      end loop;
      -- As they were when somebody began to change them.
      for one in select c.oid::regclass as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'version'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' loop
        execute format('update %s set version = 1', one.name);
      end loop;
    end $$`);
}

/** An endpoint, the same for all content subjects, whose routes are one. */
const subjectOf = ({ method, path }: Endpoint) => `${method} ${path.replace(contentPath, "/api/admin/{content}/")}`;
const forms = (await everyEndpoint()).filter(({ method }) => method !== "GET");
const contents = forms.flatMap(({ path }) => /^\/api\/admin\/([\w-]+)\/bin\/restore$/.exec(path)?.[1] ?? []);
const contentPath = new RegExp(`^/api/admin/(${contents.join("|")})/`);

/** Endpoints that change nothing with these examples: their record is in another state, or their form has rules that no schema says. */
const withoutWrite = readFileSync("tests/support/endpoints-without-write.txt", "utf8").trim().split("\n");

test("no log line and no report contains form values or tokens when a change fails", async () => {
  const receiver = await receiveReports();
  onTestFinished(() => void receiver.close());
  const reports = await openErrorReports(receiver.dsn);
  const time = testClock(new Date(Date.now() - 86_400_000));
  const backend = await backendForTest({ reports, limits: noLimits, clock: time.clock });
  const { db } = backend.services;
  const callers = await addCallers(backend);
  const admin = await signIn(backend, { role: "ADMIN", permissions: everywherePermissions });
  const student = await signIn(backend, { role: "BENEFICIARY", accountState: "waiting" });
  const id = formats.uuid;
  await addPerson(backend, { role: "VOLUNTEER", id });
  await addRecords({ backend }, { admin: admin.cookie, authorId: id });
  await restoreRecords(db, { id, participantId: callers.idOf("BENEFICIARY"), personId: id, authorId: callers.idOf("ADMIN") });
  const gift = await addGift(backend, { email: "lou@example.org", ...aReceipt, rhythm: "monthly", reference: "DON-7K4M-Q2ZP" });
  const donor = await openGifts(backend, gift.email);
  const draft = await fillIn(backend, "individual");
  await underOneId(db, id);
  const others = [student.cookie, await cookiesOf(backend, id), await cookiesOf(backend, callers.idOf("BENEFICIARY"))];
  const proof = await oldProof(backend, time);
  const own = new Map<Endpoint, string | undefined>();
  for (const form of forms) own.set(form, await callers.cookieFor(form));
  await refuseAll(db);
  const reached = new Set<string>();
  for (const form of forms) {
    const { method, path, body, bodyType, params } = form;
    const values = { ...((params ? exampleOf(params) : {}) as Record<string, string>), reference: gift.reference };
    const address = path.replace(/:(\w+)/g, (_, name) => values[name as "reference"] ?? "1");
    const send = async (example: unknown, cookie: string | undefined) => {
      const sent = example === undefined ? undefined : { ...(planted(example) as object), proof };
      const answer = await backend.request(address, {
        method,
        cookie,
        ...(bodyType === "multipart" ? { body: formOf(sent ?? {}) } : sent && { json: sent }),
      });
      expect(await answer.text(), address).not.toContain("no row today");
      if (answer.status >= 500) reached.add(subjectOf(form));
    };
    const given = path.startsWith("/api/own-gifts") ? donor : path.startsWith("/api/registration") ? draft : own.get(form);
    const example = exampleOf(body);
    await send(example, given);
    await send(example, undefined);
    // Whoever owns the record, and each choice of the form, until one is about to change something.
    const tries = [...others.map((cookie) => [example, cookie] as const), ...examplesOf(body).map((one) => [one, given] as const)];
    for (const [one, cookie] of tries.slice(0, 12)) if (!reached.has(subjectOf(form))) await send(one, cookie);
  }
  await reports?.flush();
  const lines = JSON.stringify(backend.logged);
  const subjects = [...new Set(forms.map(subjectOf))];
  expect(subjects.filter((one) => !reached.has(one)).toSorted()).toEqual(withoutWrite);
  expect(reached.size).toBeGreaterThan(100);
  for (const change of ["insert into", "update", "delete from"]) expect(lines).toMatch(new RegExp(`Failed query: .?${change}`));
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
