import { readdirSync, readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { citext } from "@electric-sql/pglite/contrib/citext";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { expect, onTestFinished, test } from "vitest";

const folder = "backend/db/migrations";

/** A database as it was before a migration, and how to apply that one. */
async function before(migration: string) {
  const database = await PGlite.create({ extensions: { btree_gist, citext, pg_trgm, unaccent } });
  onTestFinished(() => database.close());
  const run = (name: string) => database.exec(readFileSync(`${folder}/${name}`, "utf8"));
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort();
  const at = files.findIndex((name) => name.endsWith(`_${migration}.sql`));
  for (const name of files.slice(0, at)) await run(name);
  return { database, migrate: () => run(files[at] ?? "") };
}

test("what volunteers said of their vehicle joins what the team knows of its drivers, whose word stands", {
  timeout: 120_000,
}, async () => {
  const { database, migrate } = await before("registration-papers");
  const names = ["walks", "rides", "drives", "known"];
  for (const [at, name] of names.entries()) {
    const vehicle = ["none", "bike", "car", "scooter"][at];
    await database.query(`insert into users (email, role, first_name, last_name) values ($1::text, 'VOLUNTEER', $1::text, 'x')`, [name]);
    await database.query(
      `insert into volunteer_profiles (user_id, activities, moments, vehicle, licence_expiry, insurance_expiry)
       select id, '{deliver}', '{saturday}', $2, '2030-01-01', '2029-01-01' from users where email = $1`,
      [name, vehicle],
    );
  }
  await database.exec(
    `insert into driver_profiles (user_id, vehicle, licence_expiry, status) select id, 'van', '2031-01-01', 'blocked' from users where email = 'known'`,
  );
  await migrate();
  const { rows } = await database.query(
    `select email::text, vehicle, licence_expiry::text, insurance_expiry::text, status from driver_profiles
     join users on users.id = user_id order by email`,
  );
  const day = { licence_expiry: "2030-01-01", insurance_expiry: "2029-01-01" };
  expect(rows).toEqual([
    { email: "drives", vehicle: "car", ...day, status: "pending" },
    { email: "known", vehicle: "van", ...day, licence_expiry: "2031-01-01", status: "blocked" },
    { email: "rides", vehicle: "bike", ...day, status: "pending" },
  ]);
  const profiles = await database.query("select * from volunteer_profiles");
  expect([profiles.rows.length, profiles.fields.map(({ name }) => name)]).toEqual([4, ["user_id", "activities", "moments"]]);
});

test("a monthly gift that was stopped counts as paid, unless the log says that no money had come", { timeout: 120_000 }, async () => {
  const { database, migrate } = await before("paid-gifts");
  const gifts = { received: "received", stopped: "cancelled", "stopped unpaid": "cancelled", promised: "promised" };
  for (const [name, status] of Object.entries(gifts)) {
    await database.query(
      `insert into pledges (reference, dedupe_key, amount_cents, rhythm, donor, allocation, method, name, email, locale, receipt, status)
       values ($1, $1, 500, 'monthly', 'person', 'any', 'transfer', $1, 'zoe@example.org', 'fr', false, $2)`,
      [name, status],
    );
  }
  for (const [name, status] of [
    ["stopped", "received"],
    ["stopped unpaid", "promised"],
  ])
    await database.query(
      `insert into audit_log (actor_kind, action, entity_type, entity_id, fields, changes)
       select 'system', 'pledge.stop', 'pledge', id::text, '{status}', $2 from pledges where reference = $1`,
      [name, JSON.stringify({ status: { before: status, after: "cancelled" } })],
    );
  await migrate();
  const { rows } = await database.query("select reference, paid from pledges order by reference");
  expect(rows).toEqual([
    { reference: "promised", paid: false },
    { reference: "received", paid: true },
    { reference: "stopped", paid: true },
    { reference: "stopped unpaid", paid: false },
  ]);
});

test("the answer of an application is its first reply, and an opening's place is its French text", { timeout: 120_000 }, async () => {
  const { database, migrate } = await before("application-threads");
  await database.exec(`insert into users (email, role, first_name, last_name) values ('sam@example.org', 'ADMIN', 'Sam', 'Durand')`);
  await database.exec(
    `insert into jobs (title, summary, body, kind, place, contract, hours, salary, opens_on, english)
     select '{"fr":"Offre","en":"Offer"}', '{"fr":"."}', '{"fr":"."}', 'job', place, '{"fr":"."}', 35, '{"fr":""}', '2026-01-01', english
     from (values ('Lyon, « à vélo »', 'reviewed'), ('Sète', 'outdated')) given (place, english)`,
  );
  for (const [name, status, answer] of [
    ["waiting", "received", null],
    ["answered", "answered", "Venez lundi."],
    ["closed", "closed", "Merci, non."],
  ])
    await database.query(
      `insert into applications (job_id, name, email, locale, message, consented_at, dedupe_key, status, answer, answered_by, answered_at)
       select jobs.id, $1, 'Lou@example.org', 'fr', '.', now(), $1, $2, $3, case when $3::text is not null then users.id end,
         case when $3::text is not null then '2026-02-03T04:05:06Z'::timestamptz end
       from jobs, users where place = 'Sète'`,
      [name, status, answer],
    );
  await migrate();
  const replies = await database.query(
    `select name, status, reply.body, reply.at, first_name, version from applications join application_replies reply on application_id = applications.id
     join users on users.id = author_id order by name`,
  );
  const written = { at: new Date("2026-02-03T04:05:06Z"), first_name: "Sam", version: 1 };
  expect(replies.rows).toEqual([
    { name: "answered", status: "answered", body: "Venez lundi.", ...written },
    { name: "closed", status: "closed", body: "Merci, non.", ...written },
  ]);
  const { rows, fields } = await database.query<{ number: number }>("select * from applications where email = 'lou@EXAMPLE.org'");
  expect(rows.map(({ number }) => number).sort()).toEqual([1, 2, 3]);
  expect(fields.map(({ name }) => name).filter((name) => name.startsWith("answer"))).toEqual([]);
  const { rows: places } = await database.query("select place, english from jobs order by place ->> 'fr'");
  expect(places).toEqual([
    { place: { fr: "Lyon, « à vélo »" }, english: "draft" },
    { place: { fr: "Sète" }, english: "outdated" },
  ]);
});

test("a project keeps the sector that it had when it may have several", { timeout: 120_000 }, async () => {
  const { database, migrate } = await before("project-board");
  await database.exec(`insert into sectors (slug, name) values ('lyon', 'Lyon')`);
  await database.exec(
    `insert into projects (name, body, stage, sector_id)
     values ('{"fr":"À Lyon"}', '{"fr":""}', 'idea', (select id from sectors)), ('{"fr":"Partout"}', '{"fr":""}', 'done', null)`,
  );
  await migrate();
  const { rows } = await database.query(
    `select projects.name ->> 'fr' as project, sector_ids = array_remove(array[sectors.id], null) as kept, sectors.name as sector
     from projects left join project_sectors on project_id = projects.id left join sectors on sectors.id = sector_id order by 1`,
  );
  expect(rows).toEqual([
    { project: "Partout", kept: true, sector: null },
    { project: "À Lyon", kept: true, sector: "Lyon" },
  ]);
});

test("mails of before lose their words and links once sent or given up; one link to a password a person stays, the newest", {
  timeout: 120_000,
}, async () => {
  const { database, migrate } = await before("outbox-without-links");
  const message = "0b0f1a52-6a55-4c43-9d1c-4b7f2f2f7b11";
  const link = "http://localhost/password/update?token=secret";
  for (const [key, status, text] of [
    ["sent", "sent", link],
    ["failed link", "failed", link],
    ["failed", "failed", "Bonjour"],
    ["waiting", "waiting", link],
    [`${message} team@example.org`, "waiting", "Bonjour"],
  ])
    await database.query(
      `insert into outgoing_mails (topic, recipient, subject, text, html, dedupe_key, status, last_error, created_at)
       values ($4, 'zoe@example.org', 'Objet', $1, $1, $2, $3, 'Error: connect ECONNREFUSED zoe@example.org token=secret', '2026-11-01T10:00Z')`,
      [text, key, status, key?.startsWith(message) ? "message_received" : "password_reset"],
    );
  await database.exec(`insert into users (email, role, first_name, last_name) values ('zoe@example.org', 'VOLUNTEER', 'Zoé', 'x')`);
  for (const [hash, at] of [
    ["old", "2026-11-01"],
    ["new", "2026-11-02"],
  ])
    await database.query(
      `insert into password_resets (user_id, token_hash, expires_at, created_at) select id, $1, $2::timestamptz, $2::timestamptz from users`,
      [hash, at],
    );
  await migrate();
  const { rows } = await database.query(
    "select dedupe_key as key, status, text, last_error, about_id, send_before < '2026-11-02' as old from outgoing_mails order by created_at, key",
  );
  const mail = { last_error: "ECONNREFUSED", about_id: null, old: true };
  expect(rows.sort((a, b) => String((a as { key: string }).key).localeCompare((b as { key: string }).key))).toEqual([
    { ...mail, key: `${message} team@example.org`, status: "waiting", text: "Bonjour", about_id: message, old: false },
    { ...mail, key: "failed", status: "failed", text: "Bonjour" },
    { ...mail, key: "failed link", status: "expired", text: "" },
    { ...mail, key: "sent", status: "sent", text: "" },
    { ...mail, key: "waiting", status: "waiting", text: link },
  ]);
  const links = await database.query("select token_hash from password_resets");
  expect(links.rows).toEqual([{ token_hash: "new" }]);
});
