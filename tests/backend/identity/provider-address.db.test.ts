import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl, startBackend, type TestBackend } from "#tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const discovery = "/oidc/.well-known/openid-configuration";

test.each(["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded", "x-original-host"])(
  "the addresses that the provider tells come from the settings, whatever %s says",
  async (name) => {
    const plain = await (await backend.request(discovery)).json();
    const headers = { [name]: name === "forwarded" ? "host=evil.example;proto=https" : "evil.example" };
    expect(await (await backend.request(discovery, { headers })).json()).toEqual(plain);
    const addresses = Object.entries(plain).filter(([field]) => /_endpoint$|^issuer$|_uri$/.test(field));
    for (const [, address] of addresses) expect(String(address).startsWith(`${publicUrl}/oidc`)).toBe(true);
  },
);

test("the provider advertises no way to log out that it does not serve", async () => {
  const configuration = await (await backend.request(discovery)).json();
  expect(Object.keys(configuration).filter((field) => field.includes("end_session"))).toEqual([]);
  for (const path of ["/oidc/session/end", "/oidc/session/end/confirm", "/oidc/session/end/success", "/oidc/nothing"]) {
    const answer = await backend.request(path, { headers: { accept: "text/html" } });
    expect([path, answer.status, (await answer.text()).includes("<script")]).toEqual([path, 404, false]);
  }
});
