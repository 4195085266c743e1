import { expect, test } from "vitest";
import { sessionApi } from "#contract/accounts/session";
import { answer, clientOver } from "#tests/support/transport";
import { PageReads } from "~/api/page-reads.server";

test("repeated calls of one request are sent once", async () => {
  const { client, sent } = clientOver(() => answer(200, { success: true }));
  const both = await Promise.all([client.call(sessionApi.isLogged), client.call(sessionApi.isLogged)]);
  expect([both, sent.length]).toEqual([[{ success: true }, { success: true }], 1]);
});

test("after a change the call is sent again, and so is a call made during the change", async () => {
  const { client, sent } = clientOver(() => answer(200, { success: true }));
  await client.call(sessionApi.isLogged);
  const change = client.request({ method: "POST", path: "/api/anything" });
  await client.call(sessionApi.isLogged);
  await change;
  await client.call(sessionApi.isLogged);
  expect(sent.filter(({ method }) => method === "GET")).toHaveLength(3);
});

test("a failure is not cached", async () => {
  const statuses = [404, 200];
  const { client } = clientOver(() => answer(statuses.shift() ?? 200, { success: true }));
  await expect(client.call(sessionApi.isLogged)).rejects.toMatchObject({ status: 404 });
  expect(await client.call(sessionApi.isLogged)).toEqual({ success: true });
});

test("the key of a request changes when a change begins, and again when it ends", async () => {
  const reads = new PageReads();
  const keys = [reads.key];
  await reads.change(async () => keys.push(reads.key));
  keys.push(reads.key);
  expect(new Set(keys).size).toBe(3);
  await expect(reads.change(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  expect(keys).not.toContain(reads.key);
});
