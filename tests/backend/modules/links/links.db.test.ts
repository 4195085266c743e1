import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { checkLinks } from "#backend/modules/links/checks";
import { linkChecks } from "#backend/modules/links/tables";
import { isPrivateIp, type LinkResult, outsideLinks } from "#backend/ports/links";
import type { ContentName } from "#contract/publishing/content-names";
import { backendForTest, testClock } from "#tests/support/backend";
import { addContent, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

/** An external site on this machine, with its requests. */
async function siteOfOthers(answer: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requests, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const curious = outsideLinks({ userAgent: "test", isInside: () => false });
const careful = outsideLinks({ userAgent: "test" });

test("a page is checked with HEAD, and with GET where that is refused", async () => {
  const { requests, base } = await siteOfOthers(({ method, url }, response) => {
    const status = url === "/gone" ? 410 : url === "/down" ? 503 : url === "/members" ? 403 : method === "HEAD" ? 405 : 200;
    response.writeHead(url === "/there" ? 200 : status).end();
  });
  const results = [];
  for (const path of ["/there", "/noHead", "/gone", "/down", "/members"]) results.push(await curious.check(base + path));
  expect(results).toEqual([
    { status: 200, problem: null },
    { status: 200, problem: null },
    { status: 410, problem: "gone" },
    { status: 503, problem: "failing" },
    { status: 403, problem: null },
  ]);
  expect(requests.slice(0, 3)).toEqual(["HEAD /there", "HEAD /noHead", "GET /noHead"]);
});

test("redirects are followed up to a limit, with a timeout", async () => {
  const { base } = await siteOfOthers(({ url }, response) => {
    if (url === "/silent") return;
    if (url === "/new") response.writeHead(200).end();
    else response.writeHead(302, { location: url === "/old" ? "/new" : "/loop" }).end();
  });
  expect(await curious.check(`${base}/old`)).toEqual({ status: 200, problem: null });
  expect(await curious.check(`${base}/loop`)).toEqual({ status: 508, problem: "failing" });
  expect(await curious.check(`${base}/silent`, 50)).toEqual({ status: null, problem: "silent" });
});

test("nothing within our own network is requested, by IP, by name or by a redirect", async () => {
  const inside = await siteOfOthers((_, response) => response.end("secret"));
  const { port } = new URL(inside.base);
  const numbers = ["127.0.0.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"];
  for (const host of numbers)
    expect([host, await careful.check(`http://${host}:${port}/`)]).toEqual([host, { status: null, problem: "not_outside" }]);
  expect((await careful.check(`http://localhost:${port}/`)).problem).toBe("not_outside");
  const resolve: LookupFunction = (_, options, callback) =>
    options.all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);
  const rebound = outsideLinks({ userAgent: "test", resolve });
  expect((await rebound.check(`http://maillon.example:${port}/`)).problem).toBe("not_outside");
  const leading = await siteOfOthers((_, response) => response.writeHead(302, { location: `http://127.0.0.2:${port}/` }).end());
  const partly = outsideLinks({ userAgent: "test", isInside: (address) => address === "127.0.0.2" });
  expect((await partly.check(leading.base)).problem).toBe("not_outside");
  for (const url of ["file:///etc/passwd", "http://me:secret@example.org/", "javascript:alert(1)"])
    expect((await curious.check(url)).problem).toBe("not_outside");
  expect(inside.requests).toEqual([]);
});

test.each([
  ["10.1.2.3", true],
  ["172.31.255.255", true],
  ["172.32.0.1", false],
  ["169.254.169.254", true],
  ["100.64.0.1", true],
  ["192.168.1.1", true],
  ["8.8.8.8", false],
  ["224.0.0.1", true],
  ["::", true],
  ["fe80::1", true],
  ["fd00::1", true],
  ["64:ff9b::7f00:1", true],
  ["2002:7f00:1::", true],
  ["2001:db8::1", true],
  ["2a00:1450:4007:80e::200e", false],
  ["nonsense", true],
])("%s lies within a network of one's own: %s", (address, inside) => {
  expect(isPrivateIp(address)).toBe(inside);
});

/** A backend with a link checker that returns the results of `pages`; all others work. */
async function world(pages: Record<string, LinkResult>) {
  const checked: string[] = [];
  const { clock, pass } = testClock();
  const links = {
    check: async (url: string) => {
      checked.push(url);
      return pages[url] ?? { status: 200, problem: null };
    },
  };
  const backend = await backendForTest({ links, clock });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const night = async (days = 1) => {
    pass(days * 24 * 60 * 60);
    checked.length = 0;
    await checkLinks(backend.services);
    return [...checked].sort();
  };
  const list = async (name: ContentName, query = "") => {
    // A session does not last for days.
    const today = await signIn(backend, { role: "ADMIN" });
    const answer = await backend.request(`/api/admin/${name}?${query}`, { cookie: today.cookie });
    return ((await answer.json()) as { items: { name: string; link?: { toCheck: boolean } }[] }).items;
  };
  return { backend, cookie, night, list };
}

const gone: LinkResult = { status: 404, problem: "gone" };

test("links of published records are checked once a week, failing ones each night; after two failures they are marked", async () => {
  const pages: Record<string, LinkResult> = { "https://gone.example/": gone };
  const { backend, cookie, night, list } = await world(pages);
  await publishContent(backend, "further-support", cookie, { name: "Là", url: "https://there.example/" });
  await publishContent(backend, "further-support", cookie, { name: "Plus là", url: "https://gone.example/" });
  await publishContent(backend, "partners", cookie, { name: "Aussi", url: "https://gone.example/" });
  await publishContent(backend, "press", cookie, { url: "https://paper.example/" });
  await addContent(backend, "further-support", cookie, { name: "Brouillon", url: "https://draft.example/" });
  expect(await night()).toEqual(["https://gone.example/", "https://paper.example/", "https://there.example/"]);
  expect(await list("further-support", "link=check")).toEqual([]);
  expect(await night()).toEqual(["https://gone.example/"]);
  expect((await list("further-support", "link=check")).map(({ name, link }) => [name, link?.toCheck])).toEqual([["Plus là", true]]);
  expect((await list("partners", "link=check")).map(({ name }) => name)).toEqual(["Aussi"]);
  expect((await list("further-support")).map(({ link }) => link?.toCheck)).toEqual([false, true, undefined]);
  pages["https://gone.example/"] = { status: 200, problem: null };
  expect(await night()).toEqual(["https://gone.example/"]);
  expect(await list("further-support", "link=check")).toEqual([]);
  expect(await night(5)).toEqual(["https://paper.example/", "https://there.example/"]);
});

test("when no page responds, our own connection is down, and no record is marked; reports without a record are deleted", async () => {
  const silent: LinkResult = { status: null, problem: "silent" };
  const pages = Object.fromEntries(["a", "b", "c"].map((host) => [`https://${host}.example/`, silent]));
  const { backend, cookie, night } = await world(pages);
  const { db } = backend.services;
  for (const url of Object.keys(pages)) await publishContent(backend, "partners", cookie, { url });
  await night();
  expect([await db.$count(linkChecks), backend.logged.some(({ msg }) => String(msg).startsWith("no page elsewhere answers"))]).toEqual([
    0,
    true,
  ]);
  pages["https://a.example/"] = gone;
  await db.insert(linkChecks).values({ url: "https://former.example/", checkedAt: new Date(0), status: 200 });
  await night();
  const stored = (await db.select().from(linkChecks)).map(({ url, failures }) => `${url} ${failures}`);
  expect(stored.sort()).toEqual(["https://a.example/ 1", "https://b.example/ 1", "https://c.example/ 1"]);
});

test("staff check one link immediately, and see the result and time; a slow one is left to the nightly run", async () => {
  const pages: Record<string, LinkResult> = { "https://gone.example/": gone, "https://slow.example/": { status: null, problem: "silent" } };
  const { backend, cookie } = await world(pages);
  const check = async (url: string | null, as = cookie) => {
    const { id } = await addContent(backend, "partners", cookie, { url });
    const answer = await backend.request(`/api/admin/partners/${id}/link`, { method: "POST", cookie: as });
    const record = await (await backend.request(`/api/admin/partners/${id}`, { cookie })).json();
    return [answer.status, await answer.json(), (record as { link?: unknown }).link];
  };
  const checkedAt = backend.services.clock().toISOString();
  expect(await check("https://gone.example/")).toEqual([
    200,
    { checked: true },
    { checkedAt, status: 404, problem: "gone", toCheck: false },
  ]);
  expect(await check("https://slow.example/")).toEqual([200, { checked: false }, undefined]);
  expect(await check(null)).toEqual([200, { checked: false }, undefined]);
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  expect((await check("https://gone.example/", volunteer.cookie))[0]).toBe(403);
  expect((await backend.request(`/api/admin/partners/${crypto.randomUUID()}/link`, { method: "POST", cookie })).status).toBe(404);
});
