import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

test("pages have the security headers, and no inline script is allowed", async () => {
  const { headers } = await site.visit("/news");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/script-src 'self'(;| 'nonce-)/);
  expect(policy).not.toContain("unsafe-");
});

test.each([
  ["https://elsewhere.example", 403],
  ["null", 403],
])("a form from %s is refused", async (origin, status) => {
  const response = await site.visit("/login", { method: "POST", body: "email=a", headers: { origin } });
  expect(response.status).toBe(status);
});

test.each([
  ...["/donations/access", "/password/update", "/register/verify", "/register/guardian", "/en/donations/access", "/en/rien"],
  ...["/contact/conversation", "/jobs/conversation", "/en/contact/conversation.data"],
])("an address that holds a token is told to no other site, and its page is not stored: %s", async (path) => {
  const headersOf = async (address: string) => {
    const { headers } = await site.visit(address);
    return [headers.get("referrer-policy"), headers.get("cache-control")];
  };
  expect(await headersOf(`${path}?token=${"a".repeat(43)}`)).toEqual(["same-origin", "no-store"]);
  expect((await headersOf(path))[0]).toBe("strict-origin-when-cross-origin");
});

test.each([
  ["same-origin", 400],
  ["same-site", 403],
  ["cross-site", 403],
  ["none", 403],
])("a form without origin is ours when the browser says %s", async (fetchSite, status) => {
  const form = { method: "POST", body: new URLSearchParams({ email: "a" }), headers: { "sec-fetch-site": fetchSite } };
  expect((await site.visit("/password/request", form)).status).toBe(status);
});

test("a form larger than the limit, or another host name, is refused", async () => {
  const large = { method: "POST", body: new Uint8Array(11 * 1024 * 1024 + 1), headers: { origin: publicUrl } };
  expect((await site.visit("/login", large)).status).toBe(413);
  expect((await site.visit("/", { headers: { host: "elsewhere.example" } })).status).toBe(421);
});

test.each(["/", "/news?other=1", "/nothing", "/en/dashboard", "/dashboard/nothing"])(
  "%s says once what kind of document it is",
  async (path) => {
    const { cookie } = await signIn(site.backend, { role: "ADMIN" });
    expect(await (await site.visit(path, { cookie })).text()).toMatch(/^<!DOCTYPE html><html /);
  },
);

test.each(["-", "0", "a"])("an id that no record can have, of %s, is not found", async (letter) => {
  const id = letter.repeat(36);
  const addresses = [`/press/${id}/file`, `/en/press/${id}/file`, `/press/${id}`, `/images/local/320@1x/${id}.webp`];
  const statuses = await Promise.all(addresses.map(async (path) => [path, (await site.visit(path)).status]));
  expect(statuses).toEqual(addresses.map((path) => [path, 404]));
});

test.each(["br", "gzip", "identity"])("assets are cached for ever, and sent as %s", async (encoding) => {
  const asset = site.build.assets.entry.module;
  const { status, headers } = await site.visit(asset, { headers: { "accept-encoding": encoding } });
  expect([status, headers.get("content-encoding") ?? "identity", headers.get("vary")]).toEqual([200, encoding, "Accept-Encoding"]);
  expect(headers.get("cache-control")).toContain("immutable");
});

test.each(["//", "///", "//elsewhere.example/news", "/en//elsewhere", "//user@elsewhere.example:99999/news"])(
  "%s names no page",
  async (path) => {
    const answer = await site.visit(path);
    expect([answer.status, answer.headers.get("etag")]).toEqual([404, null]);
    expect(await answer.text()).toMatch(/<h1[^>]*>Page (introuvable|not found)/);
  },
);

test("when the backend is unreachable an API's caller gets JSON, with the headers of every response", async () => {
  const fetch = () => Promise.reject(new Error("refused"));
  const alone = await startSite({ transport: { baseUrl: "http://backend.invalid", fetch } as never });
  const answer = await alone.visit("/api/articles");
  expect([answer.status, answer.headers.get("x-content-type-options")]).toEqual([503, "nosniff"]);
  expect(await answer.json()).toMatchObject({ code: "unavailable", requestId: answer.headers.get("x-request-id") });
  await alone.backend.close();
});

const answers = ["/", "/news?other=1", "/nothing", "/en/news/nothing", "/offline", "/search?q=kit", "/register", "/sitemap.xml"];
test.each(answers.flatMap((path) => ["br", "gzip", "identity"].map((encoding) => [path, encoding])))(
  "%s is as long as it says when it is sent as %s, and says that this depends on what the browser takes",
  async (path, encoding) => {
    const { headers, arrayBuffer } = await bodyOf(path, encoding);
    expect(headers.get("content-encoding") ?? "identity").toBe(encoding);
    expect(headers.get("content-length")).toBe(String(arrayBuffer.byteLength));
    expect(headers.get("vary")).toContain("Accept-Encoding");
  },
);

async function bodyOf(path: string, encoding: string) {
  const response = await site.visit(path, { headers: { "accept-encoding": encoding } });
  return { headers: response.headers, arrayBuffer: await response.arrayBuffer() };
}

test.each(["/healthz", "/readyz"])("%s answers", async (path) => {
  expect((await site.visit(path)).status).toBe(200);
});

test("HEAD answers as GET does, without a body", async () => {
  const response = await site.visit("/news", { method: "HEAD" });
  expect([response.status, await response.text()]).toEqual([200, ""]);
});

test("builds/latest.json has the running build, and is not cached", async () => {
  const response = await site.visit("/builds/latest.json?t=1");
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await response.json()).toEqual({ id: site.build.assets.version });
});

test.each(["/images/local/321@1x/a.webp", "/images/other/320@1x/a.webp", "/images/local/320@3x/a.webp"])("%s is refused", async (path) => {
  expect((await site.visit(path)).status).toBe(400);
});

test.each(["/%", "/%ff", "/%c0%af", "/en/%ff", "/news/%00", "/news/a%00b", "/news?q=%00", "/en/news/%00"])(
  "%s is a malformed address",
  async (path) => {
    const response = await site.visit(path);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`<html lang="${path.startsWith("/en") ? "en" : "fr"}`);
  },
);

test.each(["/api/articles/%00", "/api/articles?q=%00"])("%s is refused by the backend too", async (path) => {
  expect((await site.backend.request(path)).status).toBe(400);
});
