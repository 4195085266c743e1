import { expect, test } from "vitest";
import { tasks } from "#backend/modules/tasks/tables";
import { peopleApi } from "#contract/accounts/people";
import { backendForTest } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

test("a body over one megabyte is refused before it is read, whoever calls the backend", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const answer = await backend.request("/api/admin/articles", { method: "POST", cookie, json: { title: { fr: "a".repeat(1_100_000) } } });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ status: 413, code: "too_large" });
});

const keyed = (number: number) => ({ "idempotency-key": `of-one-form-${number}` });

test("a limit counts in a change that is done once for its key, on one connection too", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const ask = (number: number) =>
    backend.request("/api/account/data-requests", { method: "POST", cookie, json: { kind: "object" }, headers: keyed(number) });
  const statuses: number[] = [];
  for (let number = 1; number <= 6; number += 1) statuses.push((await ask(number)).status);
  expect(statuses.at(-1)).toBe(429);
  expect([(await ask(7)).status, (await ask(1)).status]).toEqual([429, 201]);
});

test("an idempotency key does not undo a counted password try", async () => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const json = { email: "other@example.org", password: "wrong" };
  const guess = (number: number) => backend.request("/api/account/email-change", { method: "POST", cookie, json, headers: keyed(number) });
  const statuses: number[] = [];
  for (let number = 1; number <= 11; number += 1) statuses.push((await guess(number)).status);
  expect([statuses.slice(0, 10).every((status) => status === 422), statuses.at(-1)]).toEqual([true, 429]);
});

test("results of tasks count among the exports of a person: a hundred and twenty an hour", async () => {
  const backend = await backendForTest();
  const { services } = backend;
  const admin = await signIn(backend, { role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"] });
  const at = new Date("2026-01-01");
  const about = { kind: peopleApi.bulk.path, query: { step: "approve", selection: { ids: [] } }, requestId: "one", createdAt: at };
  const over = { state: "done", total: 0, startedAt: at, finishedAt: at } as const;
  const [task] = await services.db
    .insert(tasks)
    .values({ ownerId: admin.id, ...about, ...over })
    .returning();
  for (let times = 0; times < 119; times += 1) await services.limits.take("exportByPerson", admin.id);
  const read = async () => (await backend.request(`/api/account/tasks/${task?.id}/items`, { cookie: admin.cookie })).status;
  expect([await read(), await read()]).toEqual([200, 429]);
});
