import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { listEndpoints } from "#backend/modules/saved-views/lists";
import { savedViews } from "#backend/modules/saved-views/tables";
import type { Role } from "#contract/accounts/roles";
import type { SavedView } from "#contract/api/saved-views";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

let at = 0;
/** A list that no other test keeps views of. */
function aList() {
  at += 1;
  return [...listEndpoints.keys()][at] ?? "";
}

async function person(role: Role) {
  const { cookie, id } = await signIn(backend, { role });
  return {
    id,
    keep: (view: object) => backend.request("/api/saved-views", { method: "POST", cookie, json: view }),
    views: async (list: string) =>
      ((await (await backend.request(`/api/saved-views?list=${list}`, { cookie })).json()) as { items: SavedView[] }).items,
    remove: (id: string) => backend.request(`/api/saved-views/${id}`, { method: "DELETE", cookie }),
  };
}

test("a view is stored for its owner and its list only", async () => {
  const list = aList();
  const [owner, colleague] = [await person("ADMIN"), await person("ADMIN")];
  const answer = await owner.keep({ list, name: "  À relire ", query: "status=in_review" });
  const view = { id: expect.any(String), name: "À relire", query: "status=in_review", shared: false, mine: true };
  expect([answer.status, await answer.json()]).toEqual([201, view]);
  expect(await owner.views(list)).toEqual([view]);
  expect(await owner.views(aList())).toEqual([]);
  expect(await colleague.views(list)).toEqual([]);
});

test("a shared view shows to everyone of its owner's role, and to no other role", async () => {
  const list = aList();
  const [owner, colleague, volunteer] = [await person("ADMIN"), await person("ADMIN"), await person("VOLUNTEER")];
  await owner.keep({ list, name: "Ensemble", query: "", shared: true });
  expect(await owner.views(list)).toMatchObject([{ name: "Ensemble", shared: true, mine: true }]);
  expect(await colleague.views(list)).toMatchObject([{ name: "Ensemble", shared: true, mine: false }]);
  expect(await volunteer.views(list)).toEqual([]);
});

test("one's own views have different names on a list; another's, or another list's, may be the same", async () => {
  const list = aList();
  const [owner, colleague] = [await person("ADMIN"), await person("ADMIN")];
  expect((await owner.keep({ list, name: "A" })).status).toBe(201);
  const again = await owner.keep({ list, name: " A " });
  expect([again.status, await again.json()]).toMatchObject([422, { fieldErrors: { name: ["lists:view.nameTaken"] } }]);
  expect((await owner.keep({ list: aList(), name: "A" })).status).toBe(201);
  expect((await colleague.keep({ list, name: "A" })).status).toBe(201);
});

test.each([
  [{ name: "" }, { name: ["lists:view.nameRequired"] }],
  [{ name: "  " }, { name: ["lists:view.nameRequired"] }],
  [{ name: "a".repeat(41) }, { name: ["lists:view.nameTooLong"] }],
  [{ name: "A", query: "a".repeat(2_001) }, { query: ["common:validation.tooLong?max=2000"] }],
  [{ name: "A", list: "https://elsewhere.example" }, { list: ["common:validation.form"] }],
  [{ name: "A", list: "//elsewhere" }, { list: ["common:validation.form"] }],
  [{ name: "A", shared: "false" }, { shared: ["common:validation.form"] }],
])("%j is refused at its field", async (view, fieldErrors) => {
  const owner = await person("ADMIN");
  const answer = await owner.keep({ list: "/dashboard/admin/privacy", ...view });
  expect([answer.status, (await answer.json()).fieldErrors]).toEqual([422, fieldErrors]);
  expect(await owner.views("/dashboard/admin/privacy")).toEqual([]);
});

test.runIf(serverUrl).each([
  ["one's own", false, 20, { name: ["lists:view.tooMany?max=20"] }],
  ["shared by a role", true, 30, { shared: ["lists:view.tooManyShared?max=30"] }],
])(
  "of two views that are %s, stored at once on two connections, the last place of a list takes one",
  async (_, shared, most, fieldErrors) => {
    const list = aList();
    const { db } = backend.services;
    const first = await person("ADMIN");
    // Each of them may share five.
    const colleagues = await Promise.all(Array.from({ length: 7 }, () => person("ADMIN")));
    const ownerOf = (at: number) => (shared ? colleagues[(at % 8) - 1] : undefined) ?? first;
    for (let at = 0; at < most - 1; at += 1) expect((await ownerOf(at).keep({ list, name: `A ${at}`, shared })).status).toBe(201);
    const waiting = () => db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`);
    const { sent } = await db.transaction(async (tx) => {
      await tx.execute(sql`lock table saved_views in share mode`);
      const sent = [0, 1].map((at) => ownerOf(at).keep({ list, name: `Z ${at}`, shared }));
      await expect.poll(waiting).toBe(2);
      return { sent };
    });
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    for (const answer of answers) if (answer.status === 422) expect((await answer.json()).fieldErrors).toEqual(fieldErrors);
    expect((await first.views(list)).length).toBe(most);
  },
);

test("one's own views come first, and a list has room for twenty of one's own and thirty of a role", async () => {
  const list = "/dashboard/admin/volunteer-hours";
  const [owner, colleague] = [await person("VOLUNTEER"), await person("VOLUNTEER")];
  const others = await Promise.all(Array.from({ length: 6 }, () => person("VOLUNTEER")));
  for (let at = 0; at < 30; at += 1) await others[at % 6]?.keep({ list, name: `A ${at}`, shared: true });
  for (let at = 0; at < 20; at += 1) expect((await owner.keep({ list, name: `Z ${at}` })).status).toBe(201);
  const views = await owner.views(list);
  expect([views.length, views.slice(0, 20).every(({ mine }) => mine), views.slice(20).some(({ mine }) => mine)]).toEqual([50, true, false]);
  const more = await owner.keep({ list, name: "Z de trop" });
  expect([more.status, (await more.json()).fieldErrors]).toEqual([422, { name: ["lists:view.tooMany?max=20"] }]);
  const shared = await colleague.keep({ list, name: "A de trop", shared: true });
  expect([shared.status, (await shared.json()).fieldErrors]).toEqual([422, { shared: ["lists:view.tooManyShared?max=30"] }]);
  expect(await owner.views(list)).toEqual(views);
  expect((await colleague.keep({ list, name: "A pour soi" })).status).toBe(201);
});

test("administrators see and remove what others share with any role, and nothing that is not shared", async () => {
  const list = "/dashboard/admin/users/drivers";
  const [owner, colleague] = [await person("VOLUNTEER"), await person("VOLUNTEER")];
  const { id, cookie } = await signIn(backend, { role: "ADMIN" });
  const remaining = async (name: string, shared: boolean) => ((await (await owner.keep({ list, name, shared })).json()) as SavedView).id;
  const [shared, own] = [await remaining("Ensemble", true), await remaining("Pour moi", false)];
  const others = async () => (await backend.request(`/api/saved-views/shared?list=${list}`, { cookie })).json();
  expect(await others()).toMatchObject({ items: [{ id: shared, name: "Ensemble", owner: expect.stringContaining("Aya") }] });
  const remove = async (view: string) => (await backend.request(`/api/saved-views/${view}`, { method: "DELETE", cookie })).status;
  expect((await colleague.remove(shared)).status).toBe(404);
  expect([await remove(own), await remove(shared), await others()]).toEqual([404, 200, { items: [] }]);
  const recorded = (await backend.services.db.select().from(auditLog).orderBy(auditLog.seq)).filter(({ entityId }) => entityId === shared);
  expect(recorded.map(({ action, actorId }) => [action, actorId])).toContainEqual(["saved_view.remove", id]);
});

test("views are of lists that exist and that the person may open; nobody fills the table with others", async () => {
  const [student, volunteer, owner] = [await person("BENEFICIARY"), await person("VOLUNTEER"), await person("ADMIN")];
  const statusOf = async (who: typeof student, list: string) => (await who.keep({ list, name: "A" })).status;
  const list = "/dashboard/admin/users/volunteers";
  expect([await statusOf(student, list), await statusOf(student, "/x"), await statusOf(owner, "/x")]).toEqual([403, 404, 404]);
  expect([await statusOf(volunteer, list), await statusOf(volunteer, "/dashboard/admin/mails")]).toEqual([201, 403]);
  expect(await statusOf(owner, "/dashboard/admin/mails")).toBe(201);
});

test("a person has room for 200 views over all lists and shares five of one, within a rate", async () => {
  const list = aList();
  const owner = await person("ADMIN");
  for (let one = 0; one < 5; one += 1) expect((await owner.keep({ list, name: `A ${one}`, shared: true })).status).toBe(201);
  const sixth = await owner.keep({ list, name: "A de trop", shared: true });
  expect([sixth.status, (await sixth.json()).fieldErrors]).toEqual([422, { shared: ["lists:view.tooManySharedOfOne?max=5"] }]);
  const stored = Array.from({ length: 195 }, (_, one) => ({ list: "/dashboard/former", name: `B ${one}`, query: "", ownerId: owner.id }));
  await backend.services.db.insert(savedViews).values(stored);
  const more = await owner.keep({ list, name: "C" });
  expect([more.status, (await more.json()).fieldErrors]).toEqual([422, { name: ["lists:view.tooManyInAll?max=200"] }]);
  for (let one = 7; one < 60; one += 1) await owner.keep({ list, name: "D" });
  expect((await owner.keep({ list, name: "D" })).status).toBe(429);
});

test("only its owner removes a view, once; both changes are recorded", async () => {
  const list = "/dashboard/admin/users/volunteers";
  const [owner, colleague] = [await person("VOLUNTEER"), await person("VOLUNTEER")];
  const { id } = (await (await owner.keep({ list, name: "Ensemble", shared: true })).json()) as SavedView;
  expect((await colleague.remove(id)).status).toBe(404);
  expect(await colleague.views(list)).toHaveLength(1);
  expect((await owner.remove(id)).status).toBe(200);
  expect((await owner.remove(id)).status).toBe(404);
  expect(await owner.views(list)).toEqual([]);
  const recorded = (await backend.services.db.select().from(auditLog).orderBy(auditLog.seq)).filter(({ entityId }) => entityId === id);
  expect(recorded.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["saved_view.create", owner.id],
    ["saved_view.remove", owner.id],
  ]);
});
