import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { driverProfiles } from "#backend/modules/people/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { taskItems, tasks } from "#backend/modules/tasks/tables";
import { users } from "#backend/modules/users/tables";
import { peopleApi } from "#contract/accounts/people";
import { chatApi } from "#contract/accounts/verification-chats";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";

let backend: TestBackend;
let [here, elsewhere] = ["", ""];
let coordinator: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  backend = await startBackend();
  const team = { kind: "local_team", status: "published" } as const;
  const values = ["Albi", "Gap"].map((name) => ({ ...team, name, slug: name.toLowerCase() }));
  const added = await backend.services.db.insert(sectors).values(values).returning();
  [here = "", elsewhere = ""] = added.map(({ id }) => id);
  coordinator = await signIn(backend, {
    role: "VOLUNTEER",
    sectorId: here,
    inSectors: [{ permission: "ACCOUNTS_MANAGE", sectorId: here }],
  });
});
afterAll(() => backend.close());

const read = async (path: string, { cookie } = coordinator) => {
  const answer = await backend.request(path, { cookie });
  return { status: answer.status, body: await answer.json() };
};

test("a driver is approved by the coordinator of their own team alone", async () => {
  const { db } = backend.services;
  const valid = { licenceExpiry: "2999-01-31", insuranceExpiry: "2999-01-31", inspectionExpiry: "2999-01-31" };
  const approve = async (sectorId: string) => {
    const { id } = await addPerson(backend, { role: "VOLUNTEER", sectorId });
    const [driver] = await db
      .insert(driverProfiles)
      .values({ userId: id, vehicle: "car", ...valid })
      .returning();
    const json = { status: "approved", version: driver?.updatedAt.toISOString() };
    const { status } = await backend.request(`/api/admin/people/${id}/driver`, { method: "POST", cookie: coordinator.cookie, json });
    return [status, (await db.select().from(driverProfiles).where(eq(driverProfiles.userId, id)))[0]?.status];
  };
  expect([await approve(elsewhere), await approve(here)]).toEqual([
    [404, "pending"],
    [200, "approved"],
  ]);
});

test("the exceptions of one's task name only those whom one still looks after", async () => {
  const { db } = backend.services;
  const [stays, moves] = [
    await addPerson(backend, { role: "VOLUNTEER", sectorId: here, lastName: "Reste" }),
    await addPerson(backend, { role: "VOLUNTEER", sectorId: here, lastName: "Part" }),
  ];
  const at = new Date("2026-01-01");
  const over = { state: "done", total: 2, leftOut: 2, startedAt: at, finishedAt: at } as const;
  const about = { kind: peopleApi.bulk.path, query: { step: "approve", selection: { ids: [] } }, requestId: "one", createdAt: at };
  const [task] = await db
    .insert(tasks)
    .values({ ownerId: coordinator.id, ...about, ...over })
    .returning();
  const left = { taskId: task?.id ?? "", outcome: "left_out", reason: "people:bulk.obstacle.decided" } as const;
  await db.insert(taskItems).values([stays, moves].map(({ id }, at) => ({ ...left, itemId: id, position: at + 1 })));
  await db.update(users).set({ sectorId: elsewhere }).where(eq(users.id, moves.id));
  const { body } = await read(`/api/account/tasks/${task?.id}`);
  expect(body.exceptions).toMatchObject([{ name: "Aya Reste" }, { name: null, path: null }]);
});

test("which rights somebody holds is shown to administrators", async () => {
  const inSectors = [{ permission: "NOTIFICATIONS_SEND" as const, sectorId: here }];
  const holder = await addPerson(backend, { role: "VOLUNTEER", sectorId: here, inSectors, permissions: ["NEWS_PUBLISH"] });
  const admin = await signIn(backend, { role: "ADMIN" });
  const rightsFor = async (reader: typeof coordinator) => {
    const { permissions, inSectors } = (await read(`/api/admin/people/${holder.id}`, reader)).body.more;
    return [permissions.length, inSectors.length];
  };
  expect([await rightsFor(admin), await rightsFor(coordinator)]).toEqual([
    [1, 1],
    [0, 0],
  ]);
});

test("who has left is found by no search", async () => {
  await addPerson(backend, { role: "VOLUNTEER", sectorId: here, lastName: "Introuvable", accountState: "left" });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  expect((await read("/api/admin/people?q=Introuvable", { ...coordinator, cookie })).body).toEqual({ items: [] });
});

test("a person writes forty messages an hour about their account", async () => {
  const person = await signIn(backend, { role: "VOLUNTEER", accountState: "to_validate" });
  for (let at = 0; at < 39; at += 1) await backend.services.limits.take("messageByPerson", person.id);
  const write = async () =>
    (await backend.request(chatApi.write.path, { method: "POST", cookie: person.cookie, form: { body: "Bonjour" } })).status;
  expect([await write(), await write()]).toEqual([201, 429]);
});
