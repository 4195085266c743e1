import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { assemblies, attendances } from "#backend/modules/assemblies/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { deadlocksIn, expectNoFault, twoOffices } from "#tests/support/two-offices";

test.runIf(serverUrl)("proxies and presences at once over two backends never pass the limit, and nobody counts twice", async () => {
  const { backend, first, second } = await twoOffices();
  const { db } = backend.services;
  const addMember = async () => {
    const { id } = await signIn(backend, { role: "VOLUNTEER" });
    await db.insert(memberships).values({ userId: id, startDate: "2020-01-01", endDate: "2039-12-31" });
    return id;
  };
  const holder = await addMember();
  const givers = await Promise.all(Array.from({ length: 8 }, addMember));
  const values = { title: { fr: "Assemblée" }, day: "2026-01-10", place: "Mairie", maxProxies: 2 };
  const [assembly] = await db.insert(assemblies).values(values).returning();
  const path = `/api/admin/assemblies/${assembly?.id}`;
  await first(`${path}/state`, { state: "open" }, "PUT");
  const statuses = await Promise.all(
    givers.flatMap((userId, at) => [
      first(`${path}/proxies`, { userId, holderId: holder }),
      second(`${path}/${at % 2 ? "presences" : "proxies"}`, { userId, holderId: holder }),
    ]),
  );
  expectNoFault(statuses);
  const rows = await db
    .select()
    .from(attendances)
    .where(eq(attendances.assemblyId, assembly?.id ?? ""));
  expect(rows.filter(({ holderId }) => holderId === holder)).toHaveLength(2);
  expect(new Set(rows.map(({ userId }) => userId)).size).toBe(rows.length);
  expect(await deadlocksIn(db)).toBe(0);
});
