import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { misreadColumns } from "#tests/support/correlated-columns";
import { addPerson } from "#tests/support/people";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

/** How many people are of a sector, with the sector's id read as one of `users`. */
const wrong = sql<number>`(select count(*)::int from ${users} where ${users.sectorId} = ${sectors.id})`;
const right = sql<number>`(select count(*)::int from ${users} where ${users.sectorId} = ${sql`${sectors.id}`})`;

test("a subquery whose column loses its table is refused in the selection of one table, and in what a change returns", async () => {
  const { db } = backend.services;
  const message = "A column loses its table: sectors.id in a subquery of users";
  expect(() => db.select({ people: wrong }).from(sectors).toSQL()).toThrow(message);
  expect(() =>
    db
      .select({ people: wrong.as("people") })
      .from(sectors)
      .toSQL(),
  ).toThrow(message);
  expect(() => db.update(sectors).set({ name: "Lyon" }).returning({ people: wrong }).toSQL()).toThrow(message);
});

test("in a fragment of its own, or beside a joined table, it has its table and counts what it says", async () => {
  const { db } = backend.services;
  const [sector] = await db.insert(sectors).values({ name: "Lyon", slug: "lyon", status: "published" }).returning();
  const { id: userId } = await addPerson(backend, { role: "VOLUNTEER", sectorId: sector?.id });
  await db.insert(sectorManagers).values({ sectorId: sector?.id ?? "", userId });
  const here = eq(sectors.id, sector?.id ?? "");
  expect(await db.select({ people: right }).from(sectors).where(here)).toEqual([{ people: 1 }]);
  const joined = db.select({ people: wrong }).from(sectors).innerJoin(sectorManagers, eq(sectorManagers.sectorId, sectors.id)).where(here);
  expect(await joined).toEqual([{ people: 1 }]);
});

test.each([
  ["a column before the subquery", sql`${sectors.id} > (select max(id) from ${users})`, 0],
  ["a name that the other table does not have", sql`(select count(*) from ${users} where ${users.sectorId} = ${sectors.parentId})`, 0],
  ["the subquery's own column", sql`(select ${users.id} from ${users} where ${users.id} is not null)`, 0],
  ["a deeper bracket", sql`exists (select from ${users} where (${users.id} is null or ${users.id} = ${sectors.id}))`, 1],
  ["a second subquery", sql`(select 1) + (select count(*) from ${users} where ${sectors.id} is null)`, 1],
])("%s", (_, fragment, count) => {
  expect(misreadColumns(fragment)).toHaveLength(count);
});
