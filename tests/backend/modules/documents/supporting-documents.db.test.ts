import { expect, test } from "vitest";
import { documents } from "#backend/modules/documents/tables";
import type { Permission } from "#contract/accounts/roles";
import { backendForTest } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

test("the document of an account that is gone is restricted as a student's is", async () => {
  const backend = await backendForTest();
  const { db, clock, files } = backend.services;
  const storageKey = "papers/one";
  await files.put(storageKey, new TextEncoder().encode("%PDF"), "application/pdf");
  const [document] = await db
    .insert(documents)
    .values({
      ...{ ownerId: null, visibility: "owner", mime: "application/pdf", bytes: 4, sha256: "", createdAt: clock(), storageKey },
      ...{ kind: "PROOF_STUDIES", verification: "rejected", rejectReason: "the reason", fileName: "name.pdf" },
    })
    .returning();
  const seenBy = async (permissions: Permission[]) => {
    const { cookie } = await signIn(backend, { role: "ADMIN", permissions });
    const path = `/api/admin/papers/${document?.id}`;
    const row = (await (await backend.request(path, { cookie })).json()) as { fileName: unknown; reason: unknown; withheld: unknown };
    return [row.fileName, row.reason, row.withheld, (await backend.request(`${path}/file`, { cookie })).status];
  };
  expect(await seenBy([])).toEqual([null, null, true, 403]);
  expect(await seenBy(["BENEFICIARY_READ_RESTRICTED"])).toEqual(["name.pdf", "the reason", false, 200]);
});
