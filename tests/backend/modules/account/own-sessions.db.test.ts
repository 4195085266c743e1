import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { backendForTest } from "#tests/support/backend";
import { cookiesOf, signIn } from "#tests/support/people";

const path = "/api/account/sessions";

async function twoPeople() {
  const backend = await backendForTest();
  const [person, other] = [await signIn(backend, { role: "VOLUNTEER" }), await signIn(backend, { role: "ADMIN" })];
  const elsewhere = [await cookiesOf(backend, person.id), await cookiesOf(backend, person.id)] as const;
  const listOf = async (cookie: string): Promise<{ id: string; current: boolean }[]> =>
    (await (await backend.request(path, { cookie })).json()).items;
  const end = async (cookie: string, id = "") => (await backend.request(id ? `${path}/${id}` : path, { method: "DELETE", cookie })).status;
  const works = async (cookie: string) => (await backend.request(path, { cookie })).status;
  const logged = (id: string) => backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id));
  return { person, other, elsewhere, listOf, end, works, logged };
}

test("people see and end their own sessions, and nobody else's", async () => {
  const { person, other, elsewhere, listOf, end, works, logged } = await twoPeople();
  const mine = await listOf(person.cookie);
  expect(mine.map(({ current }) => current).sort()).toEqual([false, false, true]);
  const current = mine.find((session) => session.current)?.id ?? "";
  const ended = (await listOf(elsewhere[0])).find((session) => session.current)?.id ?? "";
  for (const { id } of mine) expect(await end(other.cookie, id)).toBe(404);
  expect(await Promise.all([person.cookie, ...elsewhere].map(works))).toEqual([200, 200, 200]);
  expect(await end(person.cookie, current)).toBe(409);
  expect(await end(person.cookie, ended)).toBe(200);
  expect(await end(person.cookie, ended)).toBe(404);
  expect(await Promise.all([person.cookie, ...elsewhere].map(works))).toEqual([200, 401, 200]);
  expect((await logged(person.id)).map(({ action, actorId }) => [action, actorId])).toEqual([["session.end_elsewhere", person.id]]);
});

test("ending all other sessions keeps the one in use, and those of other people", async () => {
  const { person, other, elsewhere, listOf, end, works } = await twoPeople();
  expect(await end(person.cookie)).toBe(200);
  expect(await Promise.all([person.cookie, ...elsewhere, other.cookie].map(works))).toEqual([200, 401, 401, 200]);
  expect(await listOf(person.cookie)).toHaveLength(1);
});
