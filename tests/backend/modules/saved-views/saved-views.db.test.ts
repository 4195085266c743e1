import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import type { Role } from "#contract/accounts/roles";
import type { SavedView } from "#contract/api/saved-views";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

let lists = 0;
/** A list that no other test keeps views of. */
function aList() {
  lists += 1;
  return `/dashboard/list-${lists}`;
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
  const [owner, colleague] = [await person("VOLUNTEER"), await person("VOLUNTEER")];
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
  const answer = await owner.keep({ list: "/dashboard/refused", ...view });
  expect([answer.status, (await answer.json()).fieldErrors]).toEqual([422, fieldErrors]);
  expect(await owner.views("/dashboard/refused")).toEqual([]);
});

test("only its owner removes a view, once; both changes are recorded", async () => {
  const list = aList();
  const [owner, colleague] = [await person("ADMIN"), await person("ADMIN")];
  const { id } = (await (await owner.keep({ list, name: "Ensemble", shared: true })).json()) as SavedView;
  expect((await colleague.remove(id)).status).toBe(404);
  expect(await colleague.views(list)).toHaveLength(1);
  expect((await owner.remove(id)).status).toBe(200);
  expect((await owner.remove(id)).status).toBe(404);
  expect(await owner.views(list)).toEqual([]);
  const recorded = (await backend.services.db.select().from(auditLog)).filter(({ entityId }) => entityId === id);
  expect(recorded.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["saved_view.create", owner.id],
    ["saved_view.remove", owner.id],
  ]);
});
