import { globSync } from "node:fs";
import { eq, getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { referencesTo } from "#backend/content/dependents";
import { auditLog } from "#backend/modules/audit/tables";
import { countries } from "#backend/modules/countries/tables";
import { deletedContents } from "#backend/modules/deleted-contents/tables";
import { purgeLooseFiles } from "#backend/modules/documents/record-files";
import { documents } from "#backend/modules/documents/tables";
import { faqVotes } from "#backend/modules/faq/tables";
import { partners } from "#backend/modules/partners/tables";
import { portraits } from "#backend/modules/portraits/tables";
import { eraseEmail } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import { projectFigures } from "#backend/modules/projects/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { testimonials } from "#backend/modules/testimonials/tables";
import type { DeletedContent, Restored } from "#contract/publishing/content-bin";
import { type ContentName, contentNames, entityTypeOf } from "#contract/publishing/content-names";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addContent, addRecordFile, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { contentSubjects } from "~/content/subjects";

/** The tables that are not called as the path of their list. */
const otherNames: Partial<Record<ContentName, string>> = { "faq/synonyms": "search_synonyms", "news/themes": "tags" };
const defined: unknown[] = (
  await Promise.all(globSync("backend/modules/*/tables.ts").map((file) => import(/* @vite-ignore */ `../../../${file}`)))
).flatMap((file) => Object.values(file));
const tables = Object.fromEntries(contentNames.map((name) => [name, tableOf(name)])) as Record<ContentName, PgTable>;

function tableOf(name: ContentName): PgTable {
  const called = otherNames[name] ?? name.replaceAll(/[/-]/g, "_");
  const table = defined.flatMap((one) => (is(one, PgTable) ? [one] : [])).find((one) => getTableName(one) === called);
  if (!table) throw new Error(`no table ${called}: name that of ${name} in otherNames`);
  return table;
}

const time = testClock(new Date("2026-11-24T10:00:00Z"));
let backend: TestBackend;
let cookie = "";
let asOther = "";
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN", firstName: "Samira", lastName: "Benali" }));
  ({ cookie: asOther } = await signIn(backend, { role: "VOLUNTEER" }));
});
afterAll(() => backend.close());

const send = (method: string, path: string, json?: unknown, as = cookie) => backend.request(path, { method, cookie: as, json });
const pathOf = async (name: ContentName) => (await contentSubjects[name].api()).list.path;
const inBin = async (name: ContentName) => (await (await send("GET", `${await pathOf(name)}/bin`)).json()) as { items: DeletedContent[] };
const idsInBin = async (name: ContentName) => (await inBin(name)).items.map(({ id }) => id);

async function remove(name: ContentName, id: string): Promise<string | null> {
  const answer = await send("DELETE", `${await pathOf(name)}/${id}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { batch: string | null }).batch;
}

async function restore(name: ContentName, body: object): Promise<[number, Restored]> {
  const answer = await send("POST", `${await pathOf(name)}/bin/restore`, body);
  return [answer.status, (await answer.json()) as Restored];
}

async function rowsOf(table: PgTable | string, id: string, by = "id") {
  const name = sql.identifier(typeof table === "string" ? table : getTableName(table));
  const found = await backend.services.db.execute<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(it) as row from ${name} it where ${sql.identifier(by)} = ${id}`,
  );
  return found.rows.map(({ row }) => row);
}

test.each(contentNames)("a deleted record of %s is in the bin and nowhere else, and comes back as it was", async (name) => {
  const path = await pathOf(name);
  const { id } = await addContent(backend, name, cookie);
  const [before] = await rowsOf(tables[name], id);
  await remove(name, id);
  expect(await rowsOf(tables[name], id)).toEqual([]);
  for (const place of [path, `${path}/records`, `${path}/choices`]) expect(await (await send("GET", place)).text()).not.toContain(id);
  expect((await send("GET", `${path}/${id}`)).status).toBe(404);
  const { items } = await inBin(name);
  expect(items.find((item) => item.id === id)).toMatchObject({
    deletedBy: "Samira Benali",
    deletedAt: "2026-11-24T10:00:00.000Z",
    purgedAt: "2026-12-24T10:00:00.000Z",
  });
  expect(await restore(name, { id })).toEqual([200, { restored: 1, refused: 0, refusals: [], task: null }]);
  const [after] = await rowsOf(tables[name], id);
  const changed = { updated_at: expect.any(String), updated_by: expect.any(String), version: Number(before?.version) + 1 };
  expect(after).toEqual({ ...before, ...changed });
  expect(await idsInBin(name)).not.toContain(id);
  const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.seq);
  expect(log.map(({ action }) => action)).toEqual(["create", "remove", "undelete"].map((verb) => `${entityTypeOf(name)}.${verb}`));
  await remove(name, id);
  expect((await send("DELETE", `${path}/bin/${id}`)).status).toBe(200);
  expect((await restore(name, { id }))[0]).toBe(404);
});

test("what a deletion takes along is either stored with it or about a person, and nothing hangs on it in turn", async () => {
  const taken: string[] = [];
  for (const name of contentNames) {
    const references = await referencesTo(backend.services.db, tables[name]);
    for (const { table, goes_along, has_people } of references) {
      if (!goes_along) continue;
      taken.push(`${table}${has_people ? " (people)" : ""}`);
      const below = await backend.services.db.execute(
        sql`select 1 from pg_constraint where contype = 'f' and confrelid = ${table}::regclass and confdeltype <> 'a'`,
      );
      expect([table, below.rows]).toEqual([table, []]);
    }
  }
  expect(taken).toEqual(expect.arrayContaining(["faq_votes", "project_figures", "project_sectors", "project_owners (people)"]));
  const emptied = await backend.services.db.execute(sql`
    select conname from pg_constraint where contype = 'f' and confdeltype in ('n', 'd')
      and confrelid in (${sql.join(
        Object.values(tables).map((table) => sql`${getTableName(table)}::regclass`),
        sql`, `,
      )})`);
  expect(emptied.rows).toEqual([]);
});

test("the votes on a question and the figures and sectors of a project come back with them", async () => {
  const { db } = backend.services;
  const { id: question } = await addContent(backend, "faq/questions", cookie);
  await db.insert(faqVotes).values({ questionId: question, locale: "fr", day: "2026-11-20", yes: 3, no: 1 });
  const sector = await addContent(backend, "sectors", cookie, { name: "Le Mans" });
  const { id: project } = await addContent(backend, "projects", cookie, { sectorIds: [sector.id] });
  await db.insert(projectFigures).values({ projectId: project, label: { fr: "kits" }, amount: 12, unit: "kits", countedOn: "2026-11-01" });
  const read = async () => [
    await rowsOf(faqVotes, question, "question_id"),
    await rowsOf(projectFigures, project, "project_id"),
    await rowsOf("project_sectors", project, "project_id"),
  ];
  const before = await read();
  expect(before.map((rows) => rows.length)).toEqual([1, 1, 1]);
  await remove("faq/questions", question);
  await remove("projects", project);
  expect((await read()).map((rows) => rows.length)).toEqual([0, 0, 0]);
  await restore("faq/questions", { id: question });
  await restore("projects", { id: project });
  expect(await read()).toEqual(before);
});

test("a new record takes the code of a deleted one, which then stays in the bin until the code is free", async () => {
  const codes = { iso2: "QA", iso3: "QAA" };
  const { id } = await addContent(backend, "countries", cookie, codes);
  await remove("countries", id);
  const { id: later } = await addContent(backend, "countries", cookie, codes);
  const name = { fr: "Un brouillon" };
  expect(await restore("countries", { id })).toEqual([
    200,
    { restored: 0, refused: 1, refusals: [{ id, name, reason: "taken" }], task: null },
  ]);
  expect(await idsInBin("countries")).toContain(id);
  await remove("countries", later);
  expect((await restore("countries", { id }))[1].restored).toBe(1);
});

test("the slug of a deleted sector is free, and two never share it", async () => {
  const { id } = await addContent(backend, "sectors", cookie, { name: "Rennes" });
  const [before] = await rowsOf(sectors, id);
  await remove("sectors", id);
  const { id: later } = await addContent(backend, "sectors", cookie, { name: "Rennes" });
  expect((await rowsOf(sectors, later))[0]?.slug).toBe(before?.slug);
  expect((await restore("sectors", { id }))[1].refusals).toEqual([{ id, name: { fr: "Rennes" }, reason: "taken" }]);
});

test("a record whose category is gone waits for it", async () => {
  const category = await addContent(backend, "faq/categories", cookie);
  const question = await addContent(backend, "faq/questions", cookie, { categoryId: category.id });
  await remove("faq/questions", question.id);
  await remove("faq/categories", category.id);
  expect((await restore("faq/questions", { id: question.id }))[1].refusals).toMatchObject([{ reason: "reference" }]);
  await restore("faq/categories", { id: category.id });
  expect((await restore("faq/questions", { id: question.id }))[1].restored).toBe(1);
});

test("records that were deleted together come back together, except one that cannot; each has its line in the log", async () => {
  const ids: string[] = [];
  for (const at of ["XA", "XB", "XC"]) ids.push((await addContent(backend, "countries", cookie, { iso2: at, iso3: `${at}A` })).id);
  const answer = await send("POST", `${await pathOf("countries")}/bulk`, { action: "remove", selection: { ids } });
  const { batch, changed } = (await answer.json()) as { batch: string; changed: number };
  expect([changed, batch]).toEqual([3, expect.any(String)]);
  await addContent(backend, "countries", cookie, { iso2: "XB", iso3: "XBZ" });
  const [, result] = await restore("countries", { batch });
  expect([result.restored, result.refusals.map(({ id, reason }) => [id, reason])]).toEqual([2, [[ids[1], "taken"]]]);
  const log = await backend.services.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, ids[0] ?? ""));
  expect(log.map(({ action }) => action)).toContain("country.undelete");
  expect((await restore("partners", { batch }))[0]).toBe(404);
  const dry = await send("POST", `${await pathOf("countries")}/bulk`, { action: "remove", selection: { ids }, dryRun: true });
  expect(((await dry.json()) as { batch: string | null }).batch).toBeNull();
});

test("what is published or in use is not deleted, and so not in the bin", async () => {
  const { id } = await publishContent(backend, "partners", cookie);
  expect((await send("DELETE", `${await pathOf("partners")}/${id}`)).status).toBe(409);
  const question = (await addContent(backend, "faq/questions", cookie)) as unknown as { categoryId: string };
  expect((await send("DELETE", `${await pathOf("faq/categories")}/${question.categoryId}`)).status).toBe(409);
  expect([await idsInBin("partners"), await idsInBin("faq/categories")].flat()).not.toEqual(
    expect.arrayContaining([expect.stringContaining(id)]),
  );
});

test("only who may delete sees, restores and empties the bin", async () => {
  const { id } = await addContent(backend, "partners", cookie);
  const batch = await remove("partners", id);
  const path = await pathOf("partners");
  const answers = [
    await send("GET", `${path}/bin`, undefined, asOther),
    await send("POST", `${path}/bin/restore`, { id }, asOther),
    await send("POST", `${path}/bin/restore`, { batch }, asOther),
    await send("DELETE", `${path}/bin/${id}`, undefined, asOther),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(await idsInBin("partners")).toContain(id);
});

const sent = { email: "lea@example.org", locale: "fr", agreement: 1, tokenHash: "hash", dedupeKey: "key" } as const;
const words = { initials: "L. M.", speaker: { fr: "Étudiante" }, quote: { fr: "Un kit, un soir." }, consentedOn: "2026-11-01" };

test("a person who is erased is erased from the bin at once; the bin's list shows no secret of the sender", async () => {
  const { db } = backend.services;
  const [row] = await db
    .insert(testimonials)
    .values({ ...words, ...sent })
    .returning();
  const id = row?.id ?? "";
  await remove("testimonials", id);
  const [stored] = await db.select().from(deletedContents).where(eq(deletedContents.id, id));
  expect([stored?.email, stored?.secrets, JSON.stringify(stored?.row).includes("hash")]).toEqual([
    sent.email,
    { token_hash: "hash", dedupe_key: "key" },
    false,
  ]);
  await restore("testimonials", { id });
  expect((await rowsOf(testimonials, id))[0]).toMatchObject({ token_hash: "hash", number: row?.number });
  await remove("testimonials", id);
  await eraseEmail(backend.services, "LEA@example.org", time.clock());
  expect(await idsInBin("testimonials")).not.toContain(id);
});

test("a testimonial whose agreement was withdrawn is deleted for good at once", async () => {
  const [row] = await backend.services.db
    .insert(testimonials)
    .values({ ...words, withdrawnOn: "2026-11-20" })
    .returning();
  const id = row?.id ?? "";
  expect([await remove("testimonials", id), await idsInBin("testimonials")]).toEqual([null, expect.not.arrayContaining([id])]);
});

test("the photograph of a deleted portrait is not public while it is in the bin", async () => {
  const { db, files } = backend.services;
  const values = { kind: "PUBLIC_MEDIA", visibility: "public", storageKey: "photo", mime: "image/png", bytes: 3, sha256: "x" } as const;
  await files.put("photo", new Uint8Array([1, 2, 3]), "image/png");
  const [photo] = await db.insert(documents).values(values).returning();
  const { id } = await addContent(backend, "portraits", cookie);
  await db.update(portraits).set({ photoId: photo?.id }).where(eq(portraits.id, id));
  const status = async () => (await backend.request(`/api/documents/${photo?.id}/content`)).status;
  expect(await status()).toBe(200);
  await remove("portraits", id);
  await purgeLooseFiles(backend.services, time.clock());
  expect(await status()).toBe(404);
  await restore("portraits", { id });
  expect(await status()).toBe(200);
});

test("the bin of another subject neither lists, restores nor deletes a record", async () => {
  const { id } = await addContent(backend, "partners", cookie);
  await remove("partners", id);
  expect(await idsInBin("jobs")).not.toContain(id);
  expect((await restore("jobs", { id }))[0]).toBe(404);
  expect((await send("DELETE", `${await pathOf("jobs")}/bin/${id}`)).status).toBe(404);
  expect(await idsInBin("partners")).toContain(id);
});

test("of a restoration and a deletion for good at the same time, one happens", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id } = await addContent(backend, "partners", cookie);
    await remove("partners", id);
    const path = await pathOf("partners");
    const [back, gone] = await Promise.all([restore("partners", { id }), send("DELETE", `${path}/bin/${id}`)]);
    expect([back[0], gone.status].sort()).toEqual([200, 404]);
    expect([(await rowsOf(partners, id)).length, (await idsInBin("partners")).includes(id)]).toEqual([back[0] === 200 ? 1 : 0, false]);
  }
});

test("of a restoration and a new record with the same code at the same time, one gets the code", async () => {
  for (let round = 0; round < 8; round += 1) {
    const codes = { iso2: `Y${String.fromCharCode(65 + round)}`, iso3: `YY${String.fromCharCode(65 + round)}` };
    const { id } = await addContent(backend, "countries", cookie, codes);
    await remove("countries", id);
    const [[, back], created] = await Promise.all([
      restore("countries", { id }),
      addContent(backend, "countries", cookie, codes).then(
        () => 1,
        () => 0,
      ),
    ]);
    expect([back.restored + created, back.restored + back.refused]).toEqual([1, 1]);
    expect(await backend.services.db.$count(countries, eq(countries.iso2, codes.iso2))).toBe(1);
    expect((await idsInBin("countries")).includes(id)).toBe(back.restored === 0);
  }
});

test("a file stays as long as its record is in the bin, and goes after it; the record goes after thirty days", async () => {
  const fileId = await addRecordFile(backend, cookie);
  const { id } = await addContent(backend, "press", cookie, { fileId });
  await remove("press", id);
  const { services } = backend;
  const stored = () =>
    Promise.all([services.db.$count(deletedContents, eq(deletedContents.id, id)), services.db.$count(documents, eq(documents.id, fileId))]);
  time.pass(29 * 86_400);
  await applyRetention(services);
  await purgeLooseFiles(services, time.clock());
  expect(await stored()).toEqual([1, 1]);
  time.pass(2 * 86_400);
  expect((await applyRetention(services)).counts["deleted_contents.erase"]).toBeGreaterThan(0);
  await purgeLooseFiles(services, time.clock());
  expect(await stored()).toEqual([0, 0]);
  const log = await services.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.seq);
  expect(log.map(({ action, actorKind }) => [action, actorKind]).at(-1)).toEqual(["press.delete_for_good", "system"]);
});
