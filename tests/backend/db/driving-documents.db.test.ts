import { readFileSync } from "node:fs";
import { asc, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { waitsForCheck } from "#backend/modules/documents/supporting-documents";
import { documents } from "#backend/modules/documents/tables";
import { backendForTest } from "#tests/support/backend";
import { addPerson } from "#tests/support/people";

test("driving documents of those who were refused before are deleted like their others, and those of nobody else", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  const owners = [
    (await addPerson(backend, { role: "VOLUNTEER", accountState: "refused" })).id,
    (await addPerson(backend, { role: "VOLUNTEER" })).id,
  ];
  const of = (ownerId: string, kind: "LICENCE" | "INSURANCE") => ({
    ...{ ownerId, kind, storageKey: `papers/${crypto.randomUUID()}`, fileName: "a.pdf", mime: "application/pdf", bytes: 1 },
    ...({ sha256: "0".repeat(64), visibility: "owner", verification: "pending" } as const),
  });
  await db.insert(documents).values(owners.flatMap((owner) => [of(owner, "LICENCE"), of(owner, "INSURANCE")]));
  await db.execute(sql.raw(readFileSync("backend/db/migrations/0104_driving-documents-of-refused.sql", "utf8")));
  const rows = await db
    .select({ ownerId: documents.ownerId, closed: sql<boolean>`${documents.purgeAt} > now()`, waits: sql<boolean>`(${waitsForCheck})` })
    .from(documents)
    .where(inArray(documents.ownerId, owners))
    .orderBy(asc(documents.createdAt));
  const [refused, other] = owners.map((owner) => rows.filter(({ ownerId }) => ownerId === owner));
  expect(refused?.map(({ closed, waits }) => [closed, waits])).toEqual([
    [true, false],
    [true, false],
  ]);
  expect(other?.map(({ closed, waits }) => [closed, waits])).toEqual([
    [null, true],
    [null, true],
  ]);
});
