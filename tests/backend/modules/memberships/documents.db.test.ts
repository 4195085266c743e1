import { like, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { membershipsOf } from "#tests/support/memberships";
import { readPdf } from "#tests/support/pdf-text";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
const time = testClock(new Date("2026-11-20T10:00:00Z"));

beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN" });
});
afterAll(() => backend.close());

test("the sheet of an assembly has those who are in good standing on its day, each once", async () => {
  const { db } = backend.services;
  const add = async (lastName: string, startDate: string, endDate: string, more: object = {}) => {
    const { id } = await signIn(backend, { role: "VOLUNTEER", lastName });
    await db.insert(memberships).values({ userId: id, startDate, endDate, ...more });
    return id;
  };
  const twice = await add("Abbadi", "2026-02-01", "2027-01-31", { number: "MEM-2026-000041" });
  await db.insert(memberships).values({ userId: twice, startDate: "2026-01-01", endDate: "2026-01-31" });
  await add("Tessier", "2026-01-01", "2026-12-31");
  await add("Lemarchand", "2026-01-01", "2027-06-30", { status: "cancelled" });
  const path = "/api/admin/membership-assembly";
  const answer = await backend.request(`${path}?day=2027-01-16`, { cookie: admin.cookie });
  expect(await answer.json()).toEqual({ day: "2027-01-16", people: 1, most: 5_000 });
  const sheet = await backend.request(`${path}/pdf?day=2026-11-30`, { cookie: admin.cookie });
  expect(sheet.headers.get("content-type")).toBe("application/pdf");
  const { text } = readPdf(new Uint8Array(await sheet.arrayBuffer()));
  for (const part of ["Abbadi", "2026-000041", "Tessier", "Pouvoirs"]) expect(text).toContain(part);
  for (const part of ["Lemarchand", "au plus"]) expect(text).not.toContain(part);
  expect((await backend.request(`${path}/pdf?day=2027-02-30`, { cookie: admin.cookie })).status).toBe(404);
  const member = await signIn(backend, { role: "VOLUNTEER" });
  expect((await backend.request(`${path}/pdf?day=2026-11-30`, { cookie: member.cookie })).status).toBe(403);
});

test("an assembly of more people than a sheet takes is counted whole, and has no sheet without some of them", async () => {
  const { db } = backend.services;
  await db.execute(sql`
    with people as (insert into users (email, first_name, last_name, role, account_state, email_verified_at)
      select 'member-' || n || '@maillon.example', 'Lou', 'N° ' || n, 'VOLUNTEER', 'validated', now() from generate_series(1, 5001) n returning id)
    insert into memberships (user_id, start_date, end_date) select id, '2031-01-01', '2031-12-31' from people`);
  const path = "/api/admin/membership-assembly";
  const read = async (day: string) => (await backend.request(`${path}?day=${day}`, { cookie: admin.cookie })).json();
  expect([await read("2031-03-01"), await read("2032-03-01")]).toMatchObject([{ people: 5_001 }, { people: 0 }]);
  const sheet = await backend.request(`${path}/pdf?day=2031-03-01`, { cookie: admin.cookie });
  expect([sheet.status, await sheet.json()]).toMatchObject([409, { code: "wrong_state" }]);
});

test("a member has the certificate of an active membership of their own", async () => {
  const by = membershipsOf(backend, () => admin.cookie);
  const member = await signIn(backend, { role: "VOLUNTEER", firstName: "Inès", lastName: "Moreau" });
  const id = await by.ask(await by.addPlan(), member.cookie);
  const read = (cookie: string) => backend.request(`/api/own-membership/${id}/pdf`, { cookie });
  expect((await read(member.cookie)).status).toBe(404);
  await by.pay(id);
  const { number } = await by.record(id);
  const { text } = readPdf(new Uint8Array(await (await read(member.cookie)).arrayBuffer()));
  for (const part of ["Inès Moreau", number ?? "-", "Bénévole", "19 novembre 2027"]) expect(text).toContain(part);
  const stranger = await signIn(backend, { role: "VOLUNTEER" });
  expect((await read(stranger.cookie)).status).toBe(404);
});

test("staff have the certificate of any active membership, which the log says", async () => {
  const by = membershipsOf(backend, () => admin.cookie);
  const member = await signIn(backend, { role: "VOLUNTEER", firstName: "Zoé", lastName: "Petit" });
  const id = await by.ask(await by.addPlan(), member.cookie);
  const read = (cookie: string) => backend.request(`/api/admin/memberships/${id}/pdf`, { cookie });
  expect((await read(admin.cookie)).status).toBe(404);
  await by.pay(id);
  const { text } = readPdf(new Uint8Array(await (await read(admin.cookie)).arrayBuffer()));
  for (const part of ["Zoé Petit", (await by.record(id)).number ?? "-"]) expect(text).toContain(part);
  expect((await read(member.cookie)).status).toBe(403);
  const { rows } = await backend.services.db.execute(
    sql`select actor_id from audit_log where action = 'membership.certify' and entity_id = ${id}`,
  );
  expect(rows).toEqual([{ actor_id: admin.id }]);
});

test("labels are those of the active memberships that match the list, with the code of the card", async () => {
  const { db } = backend.services;
  const by = membershipsOf(backend, () => admin.cookie);
  const planId = await by.addPlan({ name: { fr: "Étiquetée" } });
  const add = async (lastName: string, more: object = {}) => {
    const { id: userId } = await signIn(backend, { role: "VOLUNTEER", firstName: "Ada", lastName });
    await db.insert(memberships).values({ userId, planId, startDate: "2026-01-01", endDate: "2026-12-31", ...more });
  };
  await add("Lavigne", { number: "MEM-2026-900001" });
  await add("Rosier", { status: "cancelled" });
  await add("Dupuis", { endDate: "2026-02-01" });
  const read = (query: string) => backend.request(`/api/admin/membership-labels/pdf?${query}`, { cookie: admin.cookie });
  expect([(await read("q=rosier")).status, (await read("q=ada&state=grace")).status]).toEqual([404, 404]);
  const { text } = readPdf(new Uint8Array(await (await read("q=ada")).arrayBuffer()));
  for (const part of ["Ada Lavigne", "MEM-2026-900001", "31 décembre 2026"]) expect(text).toContain(part);
  for (const part of ["Rosier", "Dupuis"]) expect(text).not.toContain(part);
  const [logged] = await db.select().from(auditLog).where(like(auditLog.entityId, "%/labels.pdf"));
  expect(logged?.changes).toEqual({ query: { after: expect.stringMatching(/(?:^|&)q=…(?:&|$)/) }, rows: { after: 1 } });
  await db.execute(sql`
    with people as (insert into users (email, first_name, last_name, role, account_state, email_verified_at)
      select 'label-' || n || '@maillon.example', 'Lou', 'N° ' || n, 'VOLUNTEER', 'validated', now() from generate_series(1, 501) n returning id)
    insert into memberships (user_id, start_date, end_date) select id, '2026-01-01', '2026-12-31' from people`);
  expect((await read("")).status).toBe(409);
});

test("a member with two periods has one label, of the latest end: in the days of grace, and renewed early", async () => {
  const by = membershipsOf(backend, () => admin.cookie);
  const planId = await by.addPlan({ name: { fr: "Renouvelée" } });
  const add = async (lastName: string, periods: [string, string][]) => {
    const { id: userId } = await signIn(backend, { role: "VOLUNTEER", firstName: "Solveig", lastName });
    await backend.services.db.insert(memberships).values(periods.map(([startDate, endDate]) => ({ userId, planId, startDate, endDate })));
  };
  await add("Nordin", [
    ["2026-01-01", "2026-12-31"],
    ["2027-01-01", "2027-12-31"],
  ]);
  await add("Ahlgren", [
    ["2025-11-01", "2026-10-31"],
    ["2026-11-01", "2027-10-31"],
  ]);
  const answer = await backend.request("/api/admin/membership-labels/pdf?q=solveig", { cookie: admin.cookie });
  const { text } = readPdf(new Uint8Array(await answer.arrayBuffer()));
  for (const part of ["Solveig Nordin", "31 décembre 2027", "Solveig Ahlgren", "31 octobre 2027"]) expect(text).toContain(part);
  expect(text.match(/Solveig/g)).toHaveLength(2);
  for (const part of ["31 décembre 2026", "31 octobre 2026"]) expect(text).not.toContain(part);
});
