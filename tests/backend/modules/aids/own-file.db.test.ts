import { afterAll, beforeAll, expect, test } from "vitest";
import { aids } from "#backend/modules/aids/tables";
import { readCode } from "#backend/modules/check-ins/code-format";
import { fileValidUntil, type OwnFile } from "#contract/charity/aids";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const fileOf = async (cookie: string) => (await (await backend.request("/api/my-file", { cookie })).json()) as OwnFile;

test("a student reads what they received, says who eats with them, and has a card that the door reads", async () => {
  const { cookie, id } = await signIn(backend, { role: "BENEFICIARY" });
  await backend.services.db.insert(aids).values({ userId: id, kind: "voucher", day: "2026-01-10", quantity: 2 });
  const save = (json: object) => backend.request("/api/my-file/household", { method: "PUT", cookie, json });
  expect((await save({ adults: 0 })).status).toBe(422);
  expect((await save({ adults: 2, children: 1 })).status).toBe(200);
  const file = await fileOf(cookie);
  expect(file).toMatchObject({
    household: { adults: 2, children: 1 },
    aids: [{ kind: "voucher", quantity: 2, event: null }],
    toConfirm: false,
  });
  const { sessionSecrets } = backend.services.settings;
  expect(readCode(sessionSecrets, file.card?.code ?? "")).toMatchObject({ kind: "beneficiary", id });
  const other = await signIn(backend, { role: "BENEFICIARY" });
  expect((await fileOf(other.cookie)).aids).toEqual([]);
});

test("staff without the right to read what students entrust read nothing of it, and add nothing", async () => {
  const student = await signIn(backend, { role: "BENEFICIARY" });
  await backend.services.db.insert(aids).values({ userId: student.id, kind: "meal", day: "2026-01-10" });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const path = `/api/admin/users/${student.id}/aids`;
  expect(await (await backend.request(path, { cookie })).json()).toMatchObject({ withheld: true, items: [], total: 0, household: null });
  const add = await backend.request(path, { method: "POST", cookie, json: { kind: "meal", day: "2026-01-11" } });
  expect(add.status).toBe(403);
});

test("a file is valid until the end of August, when every student confirms it", () => {
  expect(fileValidUntil("2026-09-01")).toBe("2027-08-31");
  expect(fileValidUntil("2026-12-31")).toBe("2027-08-31");
  expect(fileValidUntil("2027-08-31")).toBe("2027-08-31");
});
