import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { type Db, openServer } from "#backend/db/client";
import { documents } from "#backend/modules/documents/tables";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { addPerson } from "#tests/support/people";
import { twoOffices } from "#tests/support/two-offices";

const patience = 120_000;
const rounds = 20;

test.runIf(serverUrl)(
  "people approved one by one while a colleague's bulk approval runs: each is opened once, and nobody meets an error",
  { timeout: patience },
  async () => {
    const { backend, first, second } = await twoOffices();
    const statuses = new Set<number>();
    for (let round = 0; round < rounds; round += 1) {
      const people = await Promise.all(
        Array.from({ length: 12 }, () => addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate" })),
      );
      const ids = people.map(({ id }) => id);
      // In reverse: the bulk approval is sorted by id, so that the two lock in opposite order.
      const one = ids.toSorted().toReversed();
      const all = first("/api/admin/people/pending-approval/bulk", { step: "approve", dryRun: false, selection: { ids } });
      const each = one.map((id) => second(`/api/admin/people/${id}/steps`, { step: "approve" }));
      for (const status of await Promise.all([all, ...each])) statuses.add(status);
      const { rows } = await backend.services.db.execute(sql`
        select count(*)::int as decisions, count(distinct user_id)::int as people from account_decisions`);
      expect(rows).toEqual([{ decisions: 12 * (round + 1), people: 12 * (round + 1) }]);
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
  },
);

/** A student who waits for a decision, with unchecked documents. */
async function studentWithDocuments(backend: TestBackend) {
  const { id } = await addPerson(backend, { role: "BENEFICIARY", accountState: "to_validate" });
  const file = { mime: "application/pdf", bytes: 3, sha256: "0".repeat(64), visibility: "owner", verification: "pending" } as const;
  const document = () => ({
    ...file,
    ownerId: id,
    kind: "PROOF_STUDIES" as const,
    storageKey: `papers/${crypto.randomUUID()}`,
    fileName: "carte.pdf",
  });
  const files = await backend.services.db.insert(documents).values([document(), document(), document()]).returning();
  return { id, files: files.map((one) => one.id) };
}

test.runIf(serverUrl)(
  "a student's documents rejected while a colleague asks for more: both are done, and nobody meets an error",
  { timeout: patience },
  async () => {
    const { backend, first, second } = await twoOffices();
    for (let round = 0; round < rounds; round += 1) {
      const { id, files } = await studentWithDocuments(backend);
      const decisions = files.map((document) =>
        first(`/api/admin/papers/${document}/decision`, { verdict: "rejected", reason: "On ne lit pas la date." }),
      );
      const request = second(`/api/admin/people/${id}/steps`, { step: "ask", reason: "Il manque le certificat." });
      expect(await Promise.all([...decisions, request])).toEqual([200, 200, 200, 200]);
    }
  },
);

test.runIf(serverUrl)(
  "two transactions that lock two rows in opposite order both end: the one that PostgreSQL broke off runs again",
  async () => {
    const { services } = await backendForTest();
    const { db } = services;
    await db.execute(sql`create table pair (name text primary key, times int not null)`);
    await db.execute(sql`insert into pair values ('left', 0), ('right', 0)`);
    const arrived = { left: Promise.withResolvers<void>(), right: Promise.withResolvers<void>() };
    let runs = 0;
    const add = (mine: "left" | "right", other: "left" | "right") =>
      db.transaction(async (tx) => {
        runs += 1;
        await tx.execute(sql`update pair set times = times + 1 where name = ${mine}`);
        arrived[mine].resolve();
        await arrived[other].promise;
        await tx.execute(sql`update pair set times = times + 1 where name = ${other}`);
      });
    await Promise.all([add("left", "right"), add("right", "left")]);
    const { rows } = await db.execute(sql`select times from pair`);
    expect(rows).toEqual([{ times: 2 }, { times: 2 }]);
    expect(runs).toBe(3);
  },
);

test.runIf(serverUrl)(
  "a transaction that is over takes no further statement, and the next one on its connection is untouched",
  async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    const { db, close } = await openServer("url" in database ? database.url : "", 1);
    onTestFinished(close);
    await db.execute(sql`create table steps (name text)`);
    for (const fails of [false, true]) {
      let late: Db | undefined;
      const first = db.transaction(async (tx) => {
        late = tx;
        if (fails) throw new Error("this one is rolled back");
      });
      await first.catch(() => {});
      await db.transaction(async (tx) => {
        await tx.execute(sql`insert into steps values ('next')`);
        await expect(late?.execute(sql`insert into steps values ('late')`)).rejects.toThrow();
        await expect(late?.transaction((inner) => inner.execute(sql`insert into steps values ('late')`))).rejects.toThrow();
      });
    }
    expect((await db.execute(sql`select name from steps`)).rows).toEqual([{ name: "next" }, { name: "next" }]);
  },
);
