import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { exportedLists } from "#contract/accounts/exports";
import { backendForTest } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

const news = "/dashboard/admin/news/export.csv";
const log = "/dashboard/admin/audit-log/export.csv";
const volunteers = "/dashboard/admin/users/volunteers/export.csv";

async function desk() {
  const backend = await backendForTest();
  const record = async (cookie: string, json: object) =>
    (await backend.request("/api/exports", { method: "POST", cookie, json: { list: news, query: "", rows: 1, ...json } })).status;
  const logged = () => backend.services.db.select().from(auditLog).where(eq(auditLog.action, "list.export")).orderBy(auditLog.seq);
  return { backend, record, logged };
}

test.each([
  ["?q=camille.secret@x", "status=draft&q=camille.secret%40x&page=2", "status=draft&q=…&page=2"],
  ["a search that is written otherwise", "%71=camille&q=roy", "q=…&q=…"],
  ["text in what is no search", "x=camille.secret%40x&reason=camille&team=a%20b&camille%20roy=1", "x=…&team=…"],
  ["no search", "status=draft&q=", "status=draft&q="],
  [
    "filters",
    "tag=%C3%A9tudiant&from=2026-01-01&team=3b1f0c9e-0000-4000-8000-000000000000",
    "tag=%C3%A9tudiant&from=2026-01-01&team=3b1f0c9e-0000-4000-8000-000000000000",
  ],
])("the log keeps the filters of an export and not what was searched: %s", async (_, query, logs) => {
  const { backend, record, logged } = await desk();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  expect(await record(cookie, { query })).toBe(201);
  expect((await logged())[0]?.changes).toMatchObject({ query: { after: logs }, rows: { after: 1 } });
});

test("only lists that exist are recorded, however their path is written, and nothing of any length", async () => {
  const { backend, record, logged } = await desk();
  const { cookie } = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  for (const list of [
    `/en${volunteers}`,
    `/${volunteers}`,
    volunteers.toUpperCase(),
    `${volunteers}?x`,
    volunteers.replace("/users/", "/users//"),
    "",
    "anything",
  ])
    expect([list, await record(cookie, { list })]).toEqual([list, 422]);
  for (const json of [{ query: "x".repeat(2_001) }, { rows: -1 }, { rows: 1e9 }, { list: log, reason: "x".repeat(301) }])
    expect(await record(cookie, json)).toBe(422);
  expect(await record(cookie, { reason: "free text beside a list that asks for none" })).toBe(201);
  expect(await record(cookie, { list: log, reason: "The year's report" })).toBe(201);
  expect((await logged()).map(({ entityId, reason }) => [entityId, reason])).toEqual([
    [news, null],
    [log, "The year's report"],
  ]);
});

test("an export is recorded for those who may export that list: volunteers of a team its people, others nothing", async () => {
  const { backend, record } = await desk();
  const [team] = await backend.services.db.insert(sectors).values({ name: "Lyon", slug: "lyon", status: "published" }).returning();
  const sectorId = team?.id ?? "";
  const inSectors = (["ACCOUNTS_MANAGE", "EXPORT_PERSONAL_DATA"] as const).map((permission) => ({ permission, sectorId }));
  const [volunteer, coordinator, admin, exporter] = [
    await signIn(backend, { role: "VOLUNTEER" }),
    await signIn(backend, { role: "VOLUNTEER", inSectors }),
    await signIn(backend, { role: "ADMIN" }),
    await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] }),
  ];
  for (const list of Object.keys(exportedLists)) expect([list, await record(volunteer.cookie, { list })]).toEqual([list, 403]);
  const donators = "/dashboard/admin/users/donators/export.csv";
  const statuses = (who: { cookie: string }) => Promise.all([news, volunteers, donators, log].map((list) => record(who.cookie, { list })));
  expect(await statuses(coordinator)).toEqual([403, 201, 403, 403]);
  expect(await statuses(admin)).toEqual([201, 403, 403, 403]);
  expect(await statuses(exporter)).toEqual([201, 201, 201, 201]);
});

test("so many exports of one person are recorded in an hour, and no more", async () => {
  const { backend, record, logged } = await desk();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  for (let at = 0; at < 120; at += 1) await record(cookie, {});
  expect([await record(cookie, {}), (await logged()).length]).toEqual([429, 120]);
});
