import { afterAll, beforeAll, expect, test } from "vitest";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { everyEndpoint, exampleOf, formats, withElsewhere } from "#tests/support/endpoints";
import { longTexts, workOf } from "#tests/support/long-texts";
import { noLimits } from "#tests/support/no-limits";
import { signIn } from "#tests/support/people";

const endpoints = (await everyEndpoint()).filter(({ body, bodyType }) => body && bodyType !== "multipart");

/** The CPU limit of one response, in milliseconds. */
const most = 1_000;

let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  // why: the limits would refuse most of what is sent before anybody reads it.
  backend = await startBackend({ limits: noLimits });
  ({ cookie } = await signIn(backend, { role: "ADMIN", permissions: ["NEWS_PUBLISH"] }));
});
afterAll(() => backend.close());

test("80,000 characters at any place of any body are refused or taken within a second of work", { timeout: 300_000 }, async () => {
  const faults: string[] = [];
  let turn = 0;
  let sent = 0;
  for (const { method, path, body } of endpoints) {
    if (path.includes("logout")) continue;
    const address = path.replace(/:\w+/g, formats.uuid);
    const places = withElsewhere(exampleOf(body), "").filter(({ place }) => place);
    for (const at of places.keys()) {
      const [what, text] = longTexts[turn++ % longTexts.length] ?? ["", ""];
      const json = withElsewhere(exampleOf(body), text).filter(({ place }) => place)[at]?.value;
      const { answer, milliseconds } = await workOf(() => backend.request(address, { method, cookie, json }));
      sent += 1;
      if (answer.status >= 500 || milliseconds > most)
        faults.push(`${method} ${path} ${places[at]?.place} (${what}): ${answer.status} after ${Math.round(milliseconds)} ms`);
    }
  }
  expect(faults).toEqual([]);
  expect(sent).toBeGreaterThan(200);
});
