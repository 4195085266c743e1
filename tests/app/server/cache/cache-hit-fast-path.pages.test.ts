import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl, startBackend } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

const left = 599;
let site: Site;
let port: number;
const server = createServer((incoming, answer) => {
  if (!site.straight(incoming, answer)) answer.writeHead(left).end();
});
beforeAll(async () => {
  const backend = await startBackend();
  const { app } = await startSite({}, backend);
  site = await startSite({ changes: app.changesInProcess(backend.changes.subscribe) }, backend);
  await backend.changes.subscribe(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.close();
  await site.backend.close();
});

type Requested = { method?: string; headers?: Record<string, string> };

/** The response of the fast path only; status 599 when it leaves the request to the web tier. */
async function straight(path: string, { method = "GET", headers = {} }: Requested = {}) {
  const own = { host: new URL(publicUrl).host, "accept-language": "fr-FR", "user-agent": "Mozilla/5.0 Firefox/140.0" };
  const sent = request({ port, path, method, agent: false, headers: { ...own, ...headers } }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const { date: _, connection: __, ...others } = answer.headers;
  return { status: answer.statusCode, headers: others, body: Buffer.concat(chunks) };
}

/** Requests a page from the web tier until it is cached in every encoding. */
async function keep(path: string, language = "fr-FR") {
  const zipped = { language, headers: { "accept-encoding": "gzip" } };
  await expect.poll(async () => (await site.visit(path, zipped)).headers.get("content-encoding"), { interval: 20 }).toBe("gzip");
}

test.each([
  ["br", "GET", false],
  ["gzip", "GET", false],
  ["identity", "GET", false],
  ["br", "HEAD", false],
  ["br", "GET", true],
])(
  "a kept page as %s to %s (known to the browser: %s) is what the web tier answers, header for header",
  async (encoding, method, known) => {
    await keep("/story");
    const etag = (await site.visit("/story")).headers.get("etag") ?? "";
    const headers = { "accept-encoding": encoding, ...(known && { "if-none-match": etag }) };
    // A campaign parameter: the web tier itself responds.
    const whole = await site.visit("/story?utm_source=letter", { method, headers });
    const short = await straight("/story", { method, headers });
    expect(short.status).toBe(known ? 304 : 200);
    expect({ ...short.headers, "x-request-id": "" }).toEqual({ ...Object.fromEntries(whole.headers), "x-request-id": "" });
    expect(short.body).toEqual(Buffer.from(await whole.arrayBuffer()));
  },
);

test.each<[string, string, Requested]>([
  ["a session", "/story", { headers: { cookie: "access=1" } }],
  ["a session to renew", "/story", { headers: { cookie: "a=b; refresh=1" } }],
  ["a login under way", "/story", { headers: { cookie: "login=1" } }],
  ["a message to show", "/story", { headers: { cookie: "toast=e30" } }],
  ["another host name", "/story", { headers: { host: "elsewhere.example" } }],
  ["a form", "/story", { method: "POST" }],
  ["a parameter that the page does not read", "/story?x=1", {}],
  ["a choice of language", "/story?language=en", {}],
  ["a browser that asks for English first", "/story", { headers: { "accept-language": "en-GB" } }],
  ["English kept as the choice", "/story", { headers: { cookie: "i18n_redirected=en" } }],
  ["French kept as the choice on an English page", "/en/story", { headers: { cookie: "i18n_redirected=fr" } }],
  ["a page that nobody asked for before", "/partners", {}],
  ["an address from elsewhere", "//elsewhere.example/story", {}],
])("%s is left to the web tier", async (_, path, requested) => {
  await keep("/story");
  await keep("/en/story", "en");
  expect((await straight("/story")).status).toBe(200);
  expect((await straight(path, requested)).status).toBe(left);
});

test("a crawler gets the French page whatever language it asks for", async () => {
  await keep("/story");
  const crawler = { "accept-language": "en", "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" };
  expect((await straight("/story", { headers: crawler })).status).toBe(200);
});

test("responses are logged with their own id", async () => {
  await keep("/story");
  const before = site.logged.length;
  const { headers } = await straight("/story");
  expect(site.logged.slice(before)).toEqual([
    expect.objectContaining({ msg: "request", requestId: headers["x-request-id"], method: "GET", path: "/story", status: 200 }),
  ]);
});

test("a stale page is left to the web tier, which re-renders it", async () => {
  await keep("/contact");
  expect((await straight("/contact")).status).toBe(200);
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  await publishContent(site.backend, "sectors", cookie, { name: "Équipe toute neuve" });
  await expect.poll(async () => (await straight("/contact")).status, { interval: 20 }).toBe(left);
});
