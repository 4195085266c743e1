import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { messages } from "#backend/modules/contact/tables";
import { events } from "#backend/modules/events/tables";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { projectSectors, projects } from "#backend/modules/projects/tables";
import { registrationLinks } from "#backend/modules/registration-links/tables";
import { sectorHours } from "#backend/modules/sector-hours/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { entityTypeOf, referencesToSectors } from "#backend/modules/sectors/merge-parts";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import type { SectorMerge } from "#contract/charity/sectors";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addContent, publishContent } from "#tests/support/content";
import { addPerson, signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie = "";
let adminId = "";
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie, id: adminId } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const team = async (name: string, more: object = {}) => (await publishContent(backend, "sectors", cookie, { name, ...more })).id;
const pathOf = (id: string) => `/api/admin/sectors/${id}/merge`;
const merge = (id: string, intoId: string, as = cookie) => backend.request(pathOf(id), { method: "POST", cookie: as, json: { intoId } });
const preview = async (id: string, into = "") =>
  (await (await backend.request(`${pathOf(id)}?into=${into}`, { cookie })).json()) as SectorMerge;
const setStatus = (id: string, status: string) =>
  backend.request(`/api/admin/sectors/${id}/status`, { method: "POST", cookie, json: { status } });
const rowOf = async (id: string) => (await backend.services.db.select().from(sectors).where(eq(sectors.id, id)))[0];

/** One of everything that can be tied to a sector. */
async function fill(id: string) {
  const { db } = backend.services;
  const person = await addPerson(backend, { role: "VOLUNTEER", sectorId: id });
  const words = { title: { fr: "Titre" }, lead: { fr: "" }, body: { fr: "Texte." } };
  await db.insert(articles).values({ ...words, authorId: adminId, updatedBy: adminId, sectorId: id });
  await db.insert(projects).values({ name: { fr: "Projet" }, body: { fr: "" }, stage: "idea", sectorIds: [id] });
  const times = { startsAt: new Date("2099-01-01T10:00:00Z"), endsAt: new Date("2099-01-01T11:00:00Z") };
  const place = { placeName: "Le local", placeAddress: "Lyon" };
  const [event] = await db
    .insert(events)
    .values({ title: { fr: "Date" }, type: "other", ...times, ...place, sectorId: id, status: "published" })
    .returning();
  const written = { topic: "other", name: "Lou", email: "lou@example.org", body: "Texte.", locale: "fr", dedupeKey: id } as const;
  await db.insert(messages).values({ ...written, sectorId: id });
  await backend.request("/api/admin/registration-links", {
    method: "POST",
    cookie,
    json: { label: "Rentrée", role: "VOLUNTEER", sectorId: id },
  });
  await db.insert(sectorManagers).values({ sectorId: id, userId: person.id, shown: true });
  return { person, event };
}

const figures = (kits: number) => ({ kits, volunteerMinutes: kits * 10, foodGrams: kits * 100 });

/** How many rows name a sector in any column that the database ties to sectors. */
async function tiedTo(id: string): Promise<number> {
  const { db } = backend.services;
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select ties.conrelid::regclass::text as table, columns.attname as column from pg_constraint ties
    join pg_attribute columns on columns.attrelid = ties.conrelid and columns.attnum = ties.conkey[1]
    where ties.contype = 'f' and ties.confrelid = 'sectors'::regclass`);
  expect(rows.length).toBeGreaterThanOrEqual(11);
  const counts = await Promise.all(
    rows.map(async (tie) => {
      const found = await db.execute<{ total: string | number }>(
        sql`select count(*) as total from ${sql.identifier(tie.table)} where ${sql.identifier(tie.column)} = ${id}`,
      );
      return Number(found.rows[0]?.total);
    }),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}

test("a merge is previewed, moves everything that refers to the sector, and is recorded", async () => {
  const { db } = backend.services;
  const [from, into] = [await team("Rezé"), await team("Nantes", { city: "Nantes" })];
  const under = await team("Rezé-Sud", { parentId: from });
  const { person, event } = await fill(from);
  const both = await signIn(backend, { role: "VOLUNTEER", sectorId: into });
  await db.insert(sectorManagers).values([from, into].map((sectorId) => ({ sectorId, userId: both.id })));
  await db.insert(monthlyRecords).values([
    { sectorId: from, month: "2026-01-01", ...figures(3) },
    { sectorId: from, month: "2026-02-01", ...figures(5) },
    { sectorId: into, month: "2026-02-01", ...figures(7) },
  ]);
  const opening = { weekday: 1, opensAt: "10:00", closesAt: "12:00", kind: "distribution" } as const;
  await db.insert(sectorHours).values([
    { ...opening, sectorId: from },
    { ...opening, sectorId: from, weekday: 2 },
    { ...opening, sectorId: into, opensAt: "11:00", closesAt: "13:00" },
  ]);
  const { plan, held } = await preview(from, into);
  expect(held).toEqual({ people: 1, events: 1, sectors: 1 });
  expect(Object.fromEntries((plan?.moves ?? []).map(({ part, count }) => [part, count]))).toEqual({
    people: 1,
    sectors: 1,
    articles: 1,
    projects: 1,
    events: 1,
    months: 2,
    hours: 2,
    managers: 2,
    messages: 1,
    links: 1,
  });
  expect([plan?.summed, plan?.dropped, plan?.already]).toEqual([1, 1, 1]);
  expect((await rowOf(from))?.status).toBe("published");

  expect((await merge(from, into)).status).toBe(200);
  expect(await tiedTo(from)).toBe(0);
  expect(await rowOf(from)).toMatchObject({ status: "archived", mergedIntoId: into });
  expect((await rowOf(under))?.parentId).toBe(into);
  expect((await db.select().from(users).where(eq(users.id, person.id)))[0]?.sectorId).toBe(into);
  expect(
    (
      await db
        .select()
        .from(events)
        .where(eq(events.id, event?.id ?? ""))
    )[0],
  ).toMatchObject({ sectorId: into, version: 2 });
  const months = await db.select().from(monthlyRecords).where(eq(monthlyRecords.sectorId, into)).orderBy(monthlyRecords.month);
  expect(months.map(({ month, kits, volunteerMinutes, foodGrams }) => [month, kits, volunteerMinutes, foodGrams])).toEqual([
    ["2026-01-01", 3, 30, 300],
    ["2026-02-01", 12, 120, 1200],
  ]);
  const week = await db.select().from(sectorHours).where(eq(sectorHours.sectorId, into)).orderBy(sectorHours.weekday);
  expect(week.map(({ weekday, opensAt }) => [weekday, opensAt.slice(0, 5)])).toEqual([
    [1, "11:00"],
    [2, "10:00"],
  ]);
  const answering = await db.select().from(sectorManagers).where(eq(sectorManagers.sectorId, into));
  expect(answering.map(({ userId, shown }) => [userId, shown]).sort()).toEqual(
    [
      [person.id, true],
      [both.id, false],
    ].sort(),
  );
  const log = await db.select().from(auditLog).where(eq(auditLog.action, "team.merge")).orderBy(auditLog.seq);
  expect(log.map(({ entityId, actorId }) => [entityId, actorId])).toEqual([
    [from, adminId],
    [into, adminId],
  ]);
  const rows = await db.select().from(auditLog).where(eq(auditLog.entityId, person.id));
  expect(rows.map(({ changes }) => changes?.sectorId)).toContainEqual({ before: from, after: into });
});

test("a URL of a merged team redirects to its target, over several merges too, and so do calendar and news", async () => {
  const [first, second, third] = [await team("Auray"), await team("Vannes"), await team("Lorient")];
  await backend.services.db.insert(articles).values({
    title: { fr: "Nouvelle" },
    lead: { fr: "" },
    body: { fr: "Texte." },
    authorId: adminId,
    updatedBy: adminId,
    sectorId: first,
    status: "published",
    publishedAt: new Date("2026-01-01"),
  });
  expect((await merge(first, second)).status).toBe(200);
  expect((await merge(second, third)).status).toBe(200);
  for (const named of ["auray", first, "vannes", second, "lorient"]) {
    const answer = (await (await backend.request(`/api/teams/${named}`)).json()) as { slug: string };
    expect([named, answer.slug]).toEqual([named, "lorient"]);
  }
  expect(((await (await backend.request("/api/teams/auray/calendar")).json()) as { slug: string }).slug).toBe("lorient");
  for (const named of ["auray", first, "lorient"]) {
    const { total } = (await (await backend.request(`/api/articles?team=${named}`)).json()) as { total: number };
    expect([named, total]).toEqual([named, 1]);
  }
  expect((await rowOf(first))?.mergedIntoId).toBe(third);
  expect(
    ((await (await backend.request("/api/teams/directory")).json()) as { items: { slug: string }[] }).items.map(({ slug }) => slug),
  ).not.toContain("auray");
});

test("a merge is refused into itself, below itself, into what is closed, into another kind, off the site, and a second time", async () => {
  const top = await team("Bretagne");
  const below = await team("Quimper", { parentId: top });
  const lower = await team("Quimper-Nord", { parentId: below });
  const closed = await team("Dinan");
  expect((await setStatus(closed, "archived")).status).toBe(200);
  const activity = await team("Maraude", { kind: "activity" });
  const { id: draft } = await addContent(backend, "sectors", cookie, { name: "Brouillon" });
  const { choices } = await preview(top);
  for (const unfit of [top, below, lower, closed, activity, draft, crypto.randomUUID()]) {
    expect(choices.map(({ id }) => id)).not.toContain(unfit);
    expect((await preview(top, unfit)).plan).toBeNull();
    const answer = await merge(top, unfit);
    expect([answer.status, Object.keys(((await answer.json()) as { fieldErrors: object }).fieldErrors)]).toEqual([422, ["intoId"]]);
  }
  expect((await merge(lower, top)).status).toBe(200);
  expect((await merge(lower, top)).status).toBe(409);
  expect((await setStatus(lower, "draft")).status).toBe(409);
  const opening = { weekday: 1, opensAt: "10:00", closesAt: "12:00", kind: "distribution", note: { fr: "" } };
  const { email } = await addPerson(backend, { role: "VOLUNTEER" });
  for (const [path, json] of [
    ["hours", opening],
    ["managers", { email }],
  ] as const)
    expect([path, (await backend.request(`/api/admin/sectors/${lower}/${path}`, { method: "POST", cookie, json })).status]).toEqual([
      path,
      409,
    ]);
  expect((await merge(crypto.randomUUID(), top)).status).toBe(404);
});

test("merging is for administrators only", async () => {
  const [from, into] = [await team("Laval"), await team("Le Mans")];
  expect((await merge(from, into, "")).status).toBe(401);
  for (const role of ["VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const) {
    const person = await signIn(backend, { role });
    if (role === "VOLUNTEER") await backend.services.db.insert(sectorManagers).values({ sectorId: from, userId: person.id });
    for (const path of [pathOf(from), "/api/admin/sector-tree"])
      expect([role, (await backend.request(path, { cookie: person.cookie })).status]).toEqual([role, 403]);
    expect([role, (await merge(from, into, person.cookie)).status]).toEqual([role, 403]);
  }
  expect((await rowOf(from))?.status).toBe("published");
});

test("two merges in opposite directions at once: one is done, the other refused, and nothing is lost", async () => {
  const [a, b] = [await team("Caen"), await team("Bayeux")];
  const people = await Promise.all([a, b].map((sectorId) => addPerson(backend, { role: "VOLUNTEER", sectorId })));
  const answers = await Promise.all([merge(a, b), merge(b, a)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  const rows = await Promise.all([a, b].map(rowOf));
  const heir = rows.find((row) => row?.status === "published");
  expect(rows.filter((row) => row?.mergedIntoId === heir?.id)).toHaveLength(1);
  for (const { id } of people) expect((await backend.services.db.select().from(users).where(eq(users.id, id)))[0]?.sectorId).toBe(heir?.id);
});

test("the database itself refuses two merges against each other, a chain, and one that is not closed", async () => {
  const { db } = backend.services;
  const [a, b, c] = [await team("Metz"), await team("Nancy"), await team("Épinal")];
  const into = (id: string, mergedIntoId: string) => db.update(sectors).set({ mergedIntoId, status: "archived" }).where(eq(sectors.id, id));
  const refused = { cause: { code: "23514" } };
  await expect(db.update(sectors).set({ mergedIntoId: b }).where(eq(sectors.id, a))).rejects.toMatchObject(refused);
  await expect(into(a, a)).rejects.toMatchObject(refused);
  const both = await Promise.allSettled([into(a, b), into(b, a)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [merged, stored] = (await rowOf(a))?.mergedIntoId ? [a, b] : [b, a];
  await expect(into(c, merged)).rejects.toMatchObject(refused);
  await expect(into(stored, c)).rejects.toMatchObject(refused);
});

test("a registration for a team during its merge joins the target", async () => {
  const [from, into] = [await team("Tours"), await team("Orléans")];
  const [answer, ...people] = await Promise.all([
    merge(from, into),
    ...Array.from({ length: 6 }, () => addPerson(backend, { role: "VOLUNTEER", sectorId: from })),
  ]);
  expect(answer.status).toBe(200);
  const late = await addPerson(backend, { role: "BENEFICIARY", sectorId: from });
  for (const { id } of [...people, late])
    expect((await backend.services.db.select().from(users).where(eq(users.id, id)))[0]?.sectorId).toBe(into);
  const create = { label: "Rentrée", role: "VOLUNTEER", sectorId: from };
  await backend.request("/api/admin/registration-links", { method: "POST", cookie, json: create });
  expect(await backend.services.db.$count(registrationLinks, eq(registrationLinks.sectorId, into))).toBe(1);
});

test("a sector cannot be closed while people, coming events or published sectors depend on it, one by one or in bulk", async () => {
  const { db } = backend.services;
  const id = await team("Pau");
  const other = await team("Tarbes");
  const bulk = async () => {
    const answer = await backend.request("/api/admin/sectors/bulk", {
      method: "POST",
      cookie,
      json: { action: "archived", selection: { ids: [id] } },
    });
    return (await answer.json()) as { changed: number; refusals: { reason: string }[] };
  };
  const closed = async () => {
    const answer = await setStatus(id, "archived");
    const { changed, refusals } = await bulk();
    return [answer.status, ((await answer.json()) as { code: string }).code, changed, refusals[0]?.reason];
  };
  const refused = [409, "still_home", 0, "still_home"];
  const person = await addPerson(backend, { role: "BENEFICIARY", sectorId: id, accountState: "waiting" });
  expect(await closed()).toEqual(refused);
  await db.update(users).set({ accountState: "left" }).where(eq(users.id, person.id));
  const day = { startsAt: "2099-01-10T18:30", endsAt: "2099-01-10T20:00", sectorId: id };
  const event = await publishContent(backend, "events", cookie, day);
  expect(await closed()).toEqual(refused);
  await db.update(events).set({ sectorId: other }).where(eq(events.id, event.id));
  const under = await team("Pau-Nord", { parentId: id });
  expect(await closed()).toEqual(refused);
  expect((await setStatus(id, "draft")).status).toBe(200);
  expect((await setStatus(under, "draft")).status).toBe(200);
  expect((await setStatus(id, "archived")).status).toBe(200);
});

test("the database itself refuses to close a team with people, also concurrently", async () => {
  const { db } = backend.services;
  for (const name of ["Sète", "Béziers", "Agde"]) {
    const id = await team(name);
    const [closing, person] = await Promise.all([
      db
        .update(sectors)
        .set({ status: "archived" })
        .where(eq(sectors.id, id))
        .then(
          () => true,
          () => false,
        ),
      addPerson(backend, { role: "VOLUNTEER", sectorId: id }),
    ]);
    const [row] = await db.select().from(users).where(eq(users.id, person.id));
    expect(row?.sectorId).toBe(closing ? null : id);
  }
});

test("a project of both sectors belongs to the target, once; a form opened before has the same result", async () => {
  const [from, into, third] = [await team("Rouen"), await team("Le Havre"), await team("Caen")];
  const { id } = await addContent(backend, "projects", cookie, { sectorIds: [third, from, into] });
  const { db } = backend.services;
  const own = async () => (await db.select().from(projects).where(eq(projects.id, id)))[0];
  const before = await own();
  expect((await merge(from, into)).status).toBe(200);
  expect(await own()).toMatchObject({
    sectorIds: before?.sectorIds.map((one) => (one === from ? into : one)).filter((one, at, all) => all.indexOf(one) === at),
    version: 2,
  });
  await db
    .update(projects)
    .set({ sectorIds: [from, third] })
    .where(eq(projects.id, id));
  expect((await own())?.sectorIds).toEqual([into, third]);
  const ties = await db.select({ sectorId: projectSectors.sectorId }).from(projectSectors).where(eq(projectSectors.projectId, id));
  expect(ties.map(({ sectorId }) => sectorId).sort()).toEqual([into, third].sort());
});

test("a right that is limited to one sector does not grow by a merge into it; whoever has it everywhere or nowhere merges", async () => {
  const [from, into] = [await team("Brest"), await team("Quimper")];
  const right = { permission: "BENEFICIARY_READ_RESTRICTED", sectorId: into } as const;
  const student = await addPerson(backend, { role: "BENEFICIARY", sectorId: from });
  const limited = await signIn(backend, { role: "ADMIN", inSectors: [right] });
  const refused = await merge(from, into, limited.cookie);
  const problem = (await refused.json()) as { fieldErrors: unknown };
  expect([refused.status, problem.fieldErrors]).toEqual([422, { intoId: ["sectors:merge.error.gained"] }]);
  expect((await rowOf(from))?.status).toBe("published");
  const [other, third] = [await team("Vannes"), await team("Auray")];
  const both = await signIn(backend, { role: "ADMIN", inSectors: [right, { ...right, sectorId: from }] });
  const everywhere = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  expect((await merge(other, into, both.cookie)).status).toBe(422);
  expect((await merge(from, into, both.cookie)).status).toBe(200);
  expect((await merge(other, into, everywhere.cookie)).status).toBe(200);
  expect((await merge(third, into)).status).toBe(200);
  expect((await backend.services.db.select().from(users).where(eq(users.id, student.id)))[0]?.sectorId).toBe(into);
});

test("each table that refers to a sector has an entity type for the log", async () => {
  const references = await referencesToSectors(backend.services.db);
  expect(references.length).toBeGreaterThan(10);
  expect(references.map((reference) => [reference.table, typeof entityTypeOf(reference)])).toEqual(
    references.map(({ table }) => [table, "string"]),
  );
});
