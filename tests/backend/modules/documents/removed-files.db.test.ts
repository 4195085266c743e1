import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { documents } from "#backend/modules/documents/tables";
import { finishErasures } from "#backend/modules/privacy/erasure";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { filesInMemory } from "#tests/support/files-in-memory";
import { signIn } from "#tests/support/people";

const stored = { mime: "image/webp", bytes: 4, sha256: "" };

/** Somebody with a portrait and a document, and a form with a key whose transaction fails at its end or does not. */
async function opened() {
  const files = filesInMemory();
  const backend = await backendForTest({ files });
  const { db } = backend.services;
  const { id, cookie } = await signIn(backend, { role: "BENEFICIARY", accountState: "waiting" });
  for (const storageKey of ["avatars/one", "papers/one"]) await files.put(storageKey, new TextEncoder().encode("file"), "image/webp");
  const portrait = { ...stored, ownerId: id, kind: "AVATAR", visibility: "public", storageKey: "avatars/one" } as const;
  const proof = { ...stored, ownerId: id, kind: "PROOF_STUDIES", visibility: "owner", verification: "pending" } as const;
  await db.insert(documents).values(portrait);
  const [document] = await db
    .insert(documents)
    .values({ ...proof, storageKey: "papers/one", fileName: "a.pdf" })
    .returning();
  const remove = (path: string) =>
    backend.request(path, { method: "DELETE", cookie, headers: { "idempotency-key": crypto.randomUUID() } }).then(({ status }) => status);
  const removeBoth = async () => [await remove("/api/account/avatar"), await remove(`/api/account/papers/${document?.id}`)];
  return { backend, files, removeBoth, rows: () => db.$count(documents, eq(documents.ownerId, id)) };
}

const failAtTheEnd = ({ services }: TestBackend) =>
  services.db.execute(sql`alter table idempotency_keys add constraint no_answer check (answer is null) not valid`);

test("a portrait and a document that are removed leave with their bytes", async () => {
  const { backend, files, removeBoth, rows } = await opened();
  expect([await removeBoth(), await rows()]).toEqual([[200, 200], 0]);
  await finishErasures(backend.services);
  expect([...files.stored.keys()].filter((key) => /avatars|papers/.test(key))).toEqual([]);
});

test("where their removal is rolled back, they still have their bytes", async () => {
  const { backend, files, removeBoth, rows } = await opened();
  await failAtTheEnd(backend);
  expect([await removeBoth(), await rows()]).toEqual([[500, 500], 2]);
  await finishErasures(backend.services);
  expect([...files.stored.keys()].sort()).toEqual(expect.arrayContaining(["avatars/one", "papers/one"]));
});
