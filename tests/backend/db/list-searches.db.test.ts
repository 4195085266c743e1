import { globSync } from "node:fs";
import { resolve } from "node:path";
import { is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import { contains } from "#backend/db/word-search";
import { messages } from "#backend/modules/contact/tables";
import { dataRequests } from "#backend/modules/privacy/tables";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { openTestDatabase, type TestDatabase } from "#tests/support/database";
import { addRunningEvent } from "#tests/support/door";
import { everyEndpoint } from "#tests/support/endpoints";
import { addGift } from "#tests/support/gifts";
import { addPerson, signIn } from "#tests/support/people";
import { plansOf, statementsDuring } from "#tests/support/statements-sent";

let database: TestDatabase;
let backend: TestBackend;
let admin: { id: string; cookie: string };

beforeAll(async () => {
  database = await openTestDatabase();
  backend = await startBackend({ database });
  admin = await signIn(backend, {
    role: "ADMIN",
    firstName: "Ada",
    lastName: "Martin",
    permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS", "AUDIT_READ"],
  });
  await addPerson(backend, {
    role: "VOLUNTEER",
    firstName: "Éloïse",
    lastName: "D'Œuvre-Li",
    email: "eloise.ly@exemple.org",
    phone: "0612345678",
  });
  await addPerson(backend, { role: "VOLUNTEER", firstName: "Marc", lastName: "Lichtenberg" });
  return () => backend.close();
});

const search = async (list: string, q: string) => {
  const answer = await backend.request(`/api/admin/${list}?q=${encodeURIComponent(q)}`, { cookie: admin.cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { items: Record<string, unknown>[]; total: number };
};
const volunteers = async (q: string) => (await search("people/volunteers", q)).items.map(({ firstName }) => firstName).sort();

test.each([
  ["capitals and accents aside", "ELOISE", ["Éloïse"]],
  ["accents that are typed and not written", "Márc", ["Marc"]],
  ["a ligature as two letters", "oeuvre", ["Éloïse"]],
  ["letters inside a word", "chtenb", ["Marc"]],
  ["words in any order, of any column", "exemple oeuvre éloïse", ["Éloïse"]],
  ["a word that is missing", "éloïse absente", []],
  ["two letters where a word begins", "li", ["Marc", "Éloïse"]],
  ["two letters inside words alone", "ch", []],
  ["one letter", "m", ["Marc"]],
  ["a number in the middle", "123456", ["Éloïse"]],
  ["an address", "eloise.ly@exemple.org", ["Éloïse"]],
  ["a name with its apostrophe", "d'oe", ["Éloïse"]],
  ["signs that stand for themselves", "eloise_ly", []],
  ["a sign that stands for any letters", "%", []],
  ["nothing but a backslash", "\\", []],
  ["a letter and a sign", "m %", ["Marc"]],
])("a search finds %s", async (_, q, names) => {
  expect(await volunteers(q)).toEqual(names);
});

test("a message is found by its number as it was given, without its zeros, and by the digits alone", async () => {
  const { db } = backend.services;
  const words = { name: "Zoé", email: "zoe@exemple.org", locale: "fr", topic: "other", body: "Où êtes-vous ?" } as const;
  const rows = Array.from({ length: 12 }, (_, at) => ({ ...words, dedupeKey: `number ${at}` }));
  const [, , , , , , , , , , , twelfth] = await db.insert(messages).values(rows).returning();
  const found = async (q: string) => (await search("messages", q)).items.map(({ ticket }) => ticket);
  expect(twelfth?.number).toBe(12);
  for (const q of ["M-00012", "m-00012", "M-12", "00012", "12", "zoe 12", "012 ou etes"]) expect(await found(q), q).toEqual(["M-00012"]);
  expect(await found("C-00012")).toEqual([]);
});

test("the log is found by who acted, by what was done and why, and by the whole or the beginning of an id", async () => {
  const { db } = backend.services;
  const actor = await addPerson(backend, { role: "ADMIN", firstName: "Zacharie", lastName: "Nguyễn" });
  const entityId = crypto.randomUUID();
  const requestId = crypto.randomUUID();
  await recordChange(db, { id: actor.id, requestId }, { action: "pledge.status", entityType: "pledge", entityId, reason: "Chèque reçu" });
  await recordChange(db, null, { action: "page.edit", entityType: "page_texts", entityId: "home" });
  const found = async (q: string) => (await search("audit-log", q)).items.map(({ entityId: id }) => id);
  for (const q of ["zacharie", "nguyen zach", "pledge.stat", "cheque recu", entityId, entityId.slice(0, 8).toUpperCase(), requestId])
    expect(await found(q), q).toEqual([entityId]);
  expect(await found("home")).toEqual(["home"]);
  expect(await found("zacharie home")).toEqual([]);
});

test("a request about data is found by the name of an account, and by the address of who has none", async () => {
  const { db } = backend.services;
  const person = await addPerson(backend, { role: "VOLUNTEER", firstName: "Inès", lastName: "Keller" });
  const at = { kind: "access", receivedAt: new Date("2026-01-01"), dueAt: new Date("2026-02-01") } as const;
  await db.insert(dataRequests).values([
    { ...at, userId: person.id },
    { ...at, email: "sans-compte@exemple.org" },
  ]);
  const found = async (q: string) => (await search("data-requests", q)).items.map(({ person }) => person);
  expect(await found("ines")).toEqual(["Inès Keller"]);
  expect(await found("sans-compte")).toEqual(["sans-compte@exemple.org"]);
  expect(await found("D-00002")).toEqual(["sans-compte@exemple.org"]);
});

test("a search counts up to a thousand exactly and estimates above, in the order of the list on every page", async () => {
  const { db } = backend.services;
  await db.execute(sql`insert into messages (name, email, locale, dedupe_key, topic, body, created_at)
    select case when i % 10 = 0 then 'Rare' else 'Fréquent' end, 'x' || i || '@exemple.org', 'fr', 'many ' || i, 'other', 'Bonjour',
      timestamptz '2020-01-01Z' - i * interval '1 minute' from generate_series(1, 3000) i`);
  await db.execute(sql`analyze messages`);
  const page = async (q: string, at: number) => {
    const answer = await backend.request(`/api/admin/messages?q=${q}&perPage=100&page=${at}`, { cookie: admin.cookie });
    return (await answer.json()) as { items: { receivedAt: string }[]; total: number; totalIsExact: boolean };
  };
  expect(await page("rare", 1)).toMatchObject({ total: 300, totalIsExact: true });
  const frequent = Array.from({ length: 3000 }, (_, at) => at + 1).filter((i) => i % 10 !== 0);
  for (const at of [1, 2, 27]) {
    const { items, total, totalIsExact } = await page("frequent", at);
    const minutes = items.map(({ receivedAt }) => (Date.parse("2020-01-01") - Date.parse(receivedAt)) / 60_000);
    expect(minutes).toEqual(frequent.slice(100 * (at - 1), 100 * at));
    expect(totalIsExact).toBe(false);
    expect(total).toBeGreaterThan(1_000);
  }
});

test("beyond the end of a search of many rows the total is exact, so that its last page can be found", async () => {
  const answer = await backend.request("/api/admin/messages?q=frequent&perPage=100&page=40", { cookie: admin.cookie });
  expect(await answer.json()).toMatchObject({ items: [], total: 2_700, totalIsExact: true });
});

test("rows with a word and rows of a person with that name are in one order, each once, on every page", async () => {
  const { db } = backend.services;
  const named = await addPerson(backend, { role: "ADMIN", firstName: "Nadège", lastName: "Tramontane" });
  await database.jobs.execute(sql`insert into audit_log (seq, at, actor_id, actor_kind, action, entity_type, entity_id, fields, changes, reason, request_id)
    select 1000000 + i, timestamptz '2020-01-01Z' - i * interval '1 minute', case when i % 3 = 0 then ${named.id}::uuid end,
      case when i % 3 = 0 then 'user' else 'system' end, 'article.edit', 'article', 'a' || i, '{}', null,
      case when i % 2 = 0 then 'Vent : tramontane' end, 'r' || i from generate_series(1, 12000) i`);
  await db.execute(sql`analyze audit_log`);
  const matching = Array.from({ length: 12_000 }, (_, at) => at + 1).filter((i) => i % 2 === 0 || i % 3 === 0);
  for (const [order, expected] of [
    ["desc", matching],
    ["asc", matching.toReversed()],
  ] as const)
    for (const at of [1, 3, 60]) {
      const path = `/api/admin/audit-log?q=tramontane&perPage=100&order=${order}&page=${at}&atTo=2020-01-01`;
      const answer = await backend.request(path, { cookie: admin.cookie });
      const { items, totalIsExact } = (await answer.json()) as { items: { entityId: string }[]; totalIsExact: boolean };
      const { length } = expected.slice(0, 100 * at);
      expect(items.map(({ entityId }) => entityId)).toEqual(expected.slice(100 * (at - 1), length).map((i) => `a${i}`));
      expect(totalIsExact).toBe(false);
    }
});

const paymentsWith = async (q: string) => {
  const answer = await backend.request(`/api/admin/payments?q=${q}`, { cookie: admin.cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { items: { id: string }[]; total: number; totalIsExact: boolean };
};

test("a search in 30,000 payments is exact for few and for none, and reads no payment but those that an index finds", async () => {
  const { db } = backend.services;
  const [pledge, person] = [
    await addGift(backend, { email: "quasar@example.org" }),
    await addPerson(backend, { role: "DONATOR_INDIVIDUAL", lastName: "Quasar" }),
  ];
  await database.jobs.execute(sql`insert into payments (received_on, amount_cents, method, donor_name, submission)
    select date '2026-01-01' + i % 300, 100 + i, 'transfer', 'Tronc ' || i, gen_random_uuid() from generate_series(1, 30000) i`);
  const one = sql`insert into payments (received_on, amount_cents, method, submission, pledge_id, donor_id, donor_name) values`;
  await db.execute(sql`${one} ('2026-02-01', 100, 'transfer', gen_random_uuid(), ${pledge.id}, null, null),
    ('2026-02-02', 100, 'transfer', gen_random_uuid(), null, ${person.id}, null), ('2026-02-03', 100, 'transfer', gen_random_uuid(), null, null, 'Quasar')`);
  await db.execute(sql`analyze payments`);
  expect(await paymentsWith("absente")).toMatchObject({ items: [], total: 0, totalIsExact: true });
  const found = await paymentsWith("quasar");
  expect([found.items.length, found.total, found.totalIsExact]).toEqual([3, 3, true]);
  const plans = await plansOf(database, /with matching as/, () => paymentsWith("quasar"));
  expect(plans).toHaveLength(1);
  for (const index of ["payments_searched", "payments_by_pledge", "payments_by_donor"]) expect(plans[0]).toContain(index);
  expect(plans[0]).not.toContain("Seq Scan");
});

test("a page of a search that is not full says how many there are, though many more were expected", async () => {
  const { db } = backend.services;
  await db.execute(sql`update pg_class set reltuples = reltuples * 10000 where oid = 'payments'::regclass`);
  const sent = await statementsDuring(database, () => paymentsWith("quasar"));
  expect(sent.map(({ text }) => text).join()).toContain("null as total");
  expect(await paymentsWith("quasar")).toMatchObject({ total: 3, totalIsExact: true });
  await db.execute(sql`analyze payments`);
});

/** Every table with an index on words. */
const modules = await Promise.all(
  globSync("backend/**/tables.ts").map((file) => import(/* @vite-ignore */ resolve(file)) as Promise<object>),
);
const searchedTables = modules
  .flatMap((module) => Object.values(module))
  .filter((one): one is PgTable => is(one, PgTable))
  .map((table) => ({ table, ...getTableConfig(table) }))
  .filter(({ name, indexes }) => indexes.some(({ config }) => config.name === `${name}_searched`));

test.each(searchedTables)("the search of $name uses its index, for words and for their beginnings", async ({ name, table }) => {
  const { db } = backend.services;
  for (const typed of ["collecte", "collecte li", "é"]) {
    const plan = await db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_indexscan = off`);
      return JSON.stringify((await tx.execute(sql`explain (format json) select 1 from ${table} where ${contains(table, typed)}`)).rows);
    });
    expect(plan, typed).toContain(`"Index Name":"${name}_searched"`);
    expect(plan, typed).not.toContain("Seq Scan");
    // Letters that the index knows nothing of would be a full scan of it.
    expect(plan, typed).toMatch(/"Index Cond":"[^"]*searched_text/);
  }
});

const lists = (await everyEndpoint()).filter(
  ({ method, query }) => method === "GET" && query instanceof z.ZodObject && "q" in query.shape && "page" in query.shape,
);
/** Lists without words to search. */
const withoutSearch = ["/api/admin/sectors/:id/records", "/api/own-gifts"];

test.each(lists.filter(({ path }) => !withoutSearch.includes(path)))(
  "$path searches on an index, and nothing else is compared with what was typed",
  async ({ path }) => {
    const driver: { query(...statement: never[]): unknown } = "client" in database ? database.client : pg.Client.prototype;
    const query = vi.spyOn(driver, "query");
    const id = path.includes("legal")
      ? await aLegalText()
      : path.includes("participants")
        ? crypto.randomUUID()
        : path.includes("kits")
          ? await anEvent()
          : path.includes("assemblies")
            ? await anAssembly()
            : "lyon";
    query.mockClear();
    const answer = await backend.request(`${path.replace(/:\w+/, id)}?q=collecte`, { cookie: admin.cookie });
    const statements = query.mock.calls.map(([statement]) => textOf(statement)).filter((text) => /^\s*(with|select)/i.test(text));
    query.mockRestore();
    expect(answer.status).toBe(200);
    expect(statements.some((text) => /searched_text\(|websearch_to_tsquery/.test(text))).toBe(true);
    for (const text of statements) expect(text).not.toMatch(/ilike|unaccent\(concat/i);
  },
);

const textOf = (statement: unknown) =>
  typeof statement === "string"
    ? statement
    : statement && typeof statement === "object" && "text" in statement
      ? String(statement.text)
      : "";

async function anAssembly(): Promise<string> {
  const json = { title: { fr: "Assemblée ordinaire" }, day: "2027-06-12", place: "Salle des fêtes", maxProxies: 1 };
  const answer = await backend.request("/api/admin/assemblies", { method: "POST", cookie: admin.cookie, json });
  return ((await answer.json()) as { id: string }).id;
}

const anEvent = async () => (await addRunningEvent(backend)).eventId;

async function aLegalText(): Promise<string> {
  const text = {
    key: "charter",
    title: { fr: "Charte" },
    body: { fr: "Texte." },
    appliesTo: ["VOLUNTEER"],
    blocking: true,
    minorChange: false,
  };
  const created = await backend.request("/api/admin/legal-texts", { method: "POST", json: text, cookie: admin.cookie });
  if (created.ok) return ((await created.json()) as { id: string }).id;
  const { items } = await search("legal-texts", "");
  return String(items[0]?.id);
}
