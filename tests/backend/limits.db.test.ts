import { expect, test } from "vitest";
import { backendForTest } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

test("a body over one megabyte is refused before it is read, whoever calls the backend", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const answer = await backend.request("/api/admin/articles", { method: "POST", cookie, json: { title: { fr: "a".repeat(1_100_000) } } });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ status: 413, code: "too_large" });
});
