import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { projects } from "#backend/modules/projects/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { serverUrl } from "#tests/support/database";
import { addPerson } from "#tests/support/people";
import { deadlocksIn, expectNoFault, twoOffices } from "#tests/support/two-offices";

const patience = 180_000;
const rounds = 6;

/** Two offices, and how teams are added that have people, managers, figures of the same month and a project in common. */
async function sectorsOfTwoOffices() {
  const offices = await twoOffices();
  const { backend } = offices;
  const { db } = backend.services;
  let position = 900;
  const addSectors = async (count: number) => {
    position += count;
    const names = Array.from({ length: count }, (_, at) => `team-${position + at}`);
    const about = { kind: "local_team", status: "published" } as const;
    const rows = names.map((name, at) => ({ ...about, name, slug: name, position: position + at }));
    const ids = (await db.insert(sectors).values(rows).returning({ id: sectors.id })).map(({ id }) => id);
    const people: string[] = [];
    for (const id of ids)
      for (let at = 0; at < 3; at += 1) {
        const inSectors = [{ permission: "ACCOUNTS_MANAGE" as const, sectorId: id }];
        people.push((await addPerson(backend, { role: "VOLUNTEER", sectorId: id, inSectors })).id);
      }
    await db.insert(sectorManagers).values(people.map((userId, at) => ({ userId, sectorId: ids[Math.floor(at / 3)] ?? "" })));
    await db
      .insert(monthlyRecords)
      .values(ids.map((sectorId) => ({ sectorId, month: "2026-01-01", kits: 10, volunteerMinutes: 60, foodGrams: 100 })));
    await db.insert(projects).values({ name: { fr: names[0] ?? "" }, body: { fr: "" }, stage: "idea", sectorIds: ids });
    return { ids, people };
  };
  const merge = (office: typeof offices.first, from = "", intoId = "") => office(`/api/admin/sectors/${from}/merge`, { intoId });
  /** What is left of some teams: those that are open, their figures, and the people of each. */
  const leftOf = async (ids: string[]) => {
    const open = (await db.select().from(sectors).where(inArray(sectors.id, ids))).filter(({ mergedIntoId }) => mergedIntoId === null);
    const figures = await db.select().from(monthlyRecords).where(inArray(monthlyRecords.sectorId, ids));
    const people = await db.select({ sectorId: users.sectorId }).from(users).where(inArray(users.sectorId, ids));
    return {
      open: open.map(({ id }) => id),
      kits: figures.reduce((sum, { kits }) => sum + kits, 0),
      people: people.length,
      inOpen: people.filter(({ sectorId }) => open.some(({ id }) => id === sectorId)).length,
    };
  };
  return { ...offices, db, addSectors, merge, leftOf };
}

test.runIf(serverUrl)(
  "two teams that are merged into each other at once: one is left, with the people and the figures of both, and nobody meets an error",
  { timeout: patience },
  async () => {
    const { first, second, addSectors, merge, leftOf } = await sectorsOfTwoOffices();
    const statuses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { ids } = await addSectors(2);
      const [one, two] = round % 2 === 0 ? ids : ids.toReversed();
      const answers = await Promise.all([merge(first, one, two), merge(second, two, one)]);
      expect(answers.filter((status) => status === 200)).toHaveLength(1);
      statuses.push(...answers);
      const { open, ...left } = await leftOf(ids);
      expect([open.length, left]).toEqual([1, { kits: 20, people: 6, inOpen: 6 }]);
    }
    expectNoFault(statuses);
  },
);

test.runIf(serverUrl)(
  "four teams that are merged in pairs that cross, in a ring and both ways: nothing of any is lost, and nobody meets an error",
  { timeout: patience },
  async () => {
    const { first, second, db, addSectors, merge, leftOf } = await sectorsOfTwoOffices();
    const statuses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { ids } = await addSectors(4);
      const [a, b, c, d] = ids;
      const ring = [merge(first, a, b), merge(second, b, c), merge(first, c, d), merge(second, d, a)];
      const crossing = [merge(second, a, c), merge(first, d, b)];
      statuses.push(...(await Promise.all([...ring, ...crossing])));
      const { open, ...left } = await leftOf(ids);
      expect(open.length).toBeGreaterThan(0);
      expect(left).toEqual({ kits: 40, people: 12, inOpen: 12 });
      const named = (await db.select().from(projects)).flatMap(({ sectorIds }) => sectorIds).filter((id) => ids.includes(id));
      expect(named.toSorted()).toEqual(open.toSorted());
    }
    expectNoFault(statuses);
    expect(await deadlocksIn(db)).toBe(0);
  },
);

test.runIf(serverUrl)(
  "people who are erased while their teams are merged into each other: all are gone from every team, and nobody meets an error",
  { timeout: patience },
  async () => {
    const { backends, first, second, db, addSectors, merge, leftOf } = await sectorsOfTwoOffices();
    const statuses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { ids, people } = await addSectors(2);
      const erased = backends.map(({ services }, at) =>
        erasePeople(services, null, at === 0 ? people : people.toReversed(), services.clock()),
      );
      const merged = Promise.all([merge(first, ids[0], ids[1]), merge(second, ids[1], ids[0])]);
      const [answers] = await Promise.all([merged, ...erased]);
      statuses.push(...answers);
      const { open, ...left } = await leftOf(ids);
      expect([open.length, left]).toEqual([1, { kits: 20, people: 0, inOpen: 0 }]);
      expect(await db.$count(sectorManagers, inArray(sectorManagers.sectorId, ids))).toBe(0);
      expect(await db.$count(permissionGrants, inArray(permissionGrants.userId, people))).toBe(0);
    }
    expectNoFault(statuses);
  },
);

test.runIf(serverUrl)(
  "people who are moved to a team while it is merged: they are in one that is open, and nobody meets an error",
  { timeout: patience },
  async () => {
    const { first, second, db, addSectors, merge, leftOf } = await sectorsOfTwoOffices();
    const statuses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { ids, people } = await addSectors(2);
      const [from = "", into = ""] = ids;
      const others = await db.select({ id: users.id }).from(users).where(eq(users.sectorId, into));
      const assign = others.map(({ id }) =>
        second("/api/admin/people/team", { list: "volunteers", selection: { ids: [id] }, sectorId: from, dryRun: false }),
      );
      statuses.push(...(await Promise.all([merge(first, from, into), ...assign])));
      expect((await leftOf(ids)).inOpen).toBe(people.length);
    }
    expectNoFault(statuses);
  },
);
