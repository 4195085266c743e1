import { expect, test } from "vitest";
import { firebasePush } from "#backend/ports/push";
import { backendForTest } from "#tests/support/backend";

const path = "/api/notifications/firebase-config";

test("S7-021 S3-024 the whole configuration is answered to anyone, apiKey and projectId among it", async () => {
  const configuration = { apiKey: "key", projectId: "project", appId: "1:2:web:3", vapidKey: "v", nested: { more: true } };
  const backend = await backendForTest({ push: firebasePush(configuration) });
  const answer = await backend.request(path);
  expect([answer.status, await answer.json()]).toEqual([200, configuration]);
});

test("S7-021 without push there is a response all the same, without both", async () => {
  const backend = await backendForTest();
  const answer = await backend.request(path);
  expect([answer.status, await answer.json()]).toEqual([200, {}]);
});
