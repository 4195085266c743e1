import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { everywherePermissions } from "#contract/accounts/permissions";
import { backendForTest } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

/** Files that are stored, and sent as they are. */
const stored = [
  "/api/account/chat/files/:id",
  "/api/account/data-requests/:id/archive",
  "/api/admin/article-pictures/:id/file",
  "/api/admin/data-requests/:id/archive",
  "/api/admin/fiscal-receipts/:id/pdf",
  "/api/admin/papers/:id/file",
  "/api/admin/record-files/:id",
  "/api/admin/verification-chats/files/:id",
  "/api/own-fiscal-receipts/:id/pdf",
];

/** The addresses of private files that the backend's modules serve. */
const served = globSync("backend/modules/**/*.ts").flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/(?:privateFile|privateDownload|drawnFile)\(services, "(\/api\/[^"]+)"/g)].map(
    ([, path = ""]) => path,
  ),
);

test("each private file that is drawn when it is fetched is limited by person", async () => {
  const backend = await backendForTest();
  const { id, cookie } = await signIn(backend, { role: "ADMIN", permissions: everywherePermissions });
  const fetched = async (path: string) => (await backend.request(path.replace(":id", crypto.randomUUID()), { cookie })).status;
  const drawn = served.filter((path) => !stored.includes(path));
  expect(served.filter((path) => stored.includes(path)).sort()).toEqual(stored);
  expect(drawn.length).toBeGreaterThan(10);
  for (const path of drawn) expect([path, await fetched(path)]).toEqual([path, 404]);
  for (let more = drawn.length; more < 60; more++) await backend.services.limits.take("drawnFileByPerson", id);
  for (const path of drawn) expect([path, await fetched(path)]).toEqual([path, 429]);
  for (const path of stored) expect([path, await fetched(path)]).toEqual([path, 404]);
});
