import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hashPassword } from "#backend/identity/passwords";
import { everywherePermissions } from "#contract/accounts/permissions";
import { roles } from "#contract/accounts/roles";
import { filePolicy } from "#contract/api/file-policy";
import { startBackend, testSettings } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { addRunningEvent } from "#tests/support/door";
import { headerScore } from "#tests/support/header-score";
import { signIn } from "#tests/support/people";
import { publicPaths } from "#tests/support/public-pages";
import { addRecords, servedPages } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";

const publicUrl = "https://maillon.example";
const password = "trois mots sans lien";
const timeout = 120_000;

let site: Site;
let cookie = "";
let email = "";
beforeAll(async () => {
  site = await startSite({}, await startBackend({ settings: { ...testSettings, publicUrl } }));
  ({ cookie, email } = await signIn(site.backend, { role: "ADMIN", passwordHash: await hashPassword(password) }));
});
afterAll(() => site.backend.close());

type Visit = [path: string, visit?: Parameters<Site["visit"]>[1]];

/** The faults of the responses' headers; empty when each has an A+. */
async function belowBest(visits: Visit[], of = site) {
  const faults: string[] = [];
  const statuses = new Set<number>();
  for (const [path, visit] of visits) {
    const answer = await of.visit(path, { ...visit, headers: { "x-forwarded-proto": "https", ...visit?.headers } });
    const { score, findings } = headerScore(answer.headers, await answer.text());
    statuses.add(answer.status);
    if (score < 100) faults.push(`${path} (${answer.status}): ${score} ${findings.join(" ")}`);
  }
  return { faults, statuses };
}

test("every public page in both languages has an A+", { timeout }, async () => {
  const addresses = await publicPaths(site);
  const { faults, statuses } = await belowBest(addresses.map((path) => [path]));
  expect(faults).toEqual([]);
  expect([addresses.length > 60, statuses.has(200)]).toEqual([true, true]);
});

test("every page of accounts and of the back-office in both languages has an A+, to each role and to a visitor whom it leads to the login", {
  timeout,
}, async () => {
  const pages = servedPages(site.build).filter(({ path }) => /^\/(dashboard|account)/.test(path) && !path.includes("{"));
  const paths = pages.flatMap(({ path }) => [path, `/en${path}`]);
  const { faults, statuses } = await belowBest(paths.map((path) => [path, { cookie }]));
  expect(faults).toEqual([]);
  expect(statuses).toContain(200);
  for (const role of [null, ...roles]) {
    const as = role ? (await signIn(site.backend, { role })).cookie : undefined;
    const few = paths.filter((_, at) => at % 9 === 0);
    expect((await belowBest(few.map((path) => [path, { cookie: as }]))).faults).toEqual([]);
  }
});

test("every page of a record has an A+, in one of the languages", { timeout }, async () => {
  // The records can be added once to a database, and the public pages have theirs.
  const own = await startSite({}, await startBackend({ settings: { ...testSettings, publicUrl } }));
  onTestFinished(() => own.backend.close());
  const { cookie: admin, id: authorId } = await signIn(own.backend, { role: "ADMIN", permissions: everywherePermissions });
  const urlOf = await addRecords(own, { admin, authorId });
  const pages = servedPages(own.build).filter(({ path }) => path.includes("{"));
  const { faults, statuses } = await belowBest(
    pages.map(({ path }, at) => [urlOf(path, at % 2 ? "/en" : ""), { cookie: admin }]),
    own,
  );
  expect(faults).toEqual([]);
  expect([pages.length > 20, statuses.has(200)]).toEqual([true, true]);
});

describe.each(["", "/en"])("under %j", (prefix) => {
  const post = { origin: publicUrl };
  test("refusals, redirections, forms with faults and logins have an A+", async () => {
    const large = new Uint8Array(11 * 1024 * 1024 + 1);
    const { faults, statuses } = await belowBest([
      [`${prefix}/nothing`],
      [`${prefix}/dashboard/nothing`, { cookie }],
      [`${prefix}/news`, { method: "DELETE", headers: post }],
      [`${prefix}/login`, { method: "POST", body: large, headers: post }],
      [`${prefix}/login`, { method: "POST", body: "email=a", headers: { origin: "https://elsewhere.example" } }],
      [`${prefix}/login`, { method: "POST", body: "{}", headers: { ...post, "content-type": "application/json" } }],
      [`${prefix}/register/basic`],
      [`${prefix}/news/`],
      [`${prefix}/contact`, { form: { name: "" } }],
      [`${prefix}/login`, { form: { email: "a@maillon.example", password: "x" } }],
      [`${prefix}/login`, { form: { email, password } }],
      [`${prefix}/logout`, { cookie, form: {} }],
      [`${prefix}/donations/access?token=${"a".repeat(43)}`],
      [`${prefix}/dashboard.data`, { cookie }],
    ]);
    expect(faults).toEqual([]);
    for (const status of [302, 303, 403, 404, 405, 413]) expect(statuses).toContain(status);
  });

  test("responses during an outage have an A+", async () => {
    const transport = { baseUrl: "http://backend.invalid", fetch: () => Promise.reject(new Error("refused")) };
    const alone = await startSite({ transport: transport as never }, site.backend);
    const { faults, statuses } = await belowBest(
      [[`${prefix}/search?q=a`], [`${prefix}/login`], [`${prefix}/dashboard`, { cookie }], ["/api/articles"]],
      alone,
    );
    expect([faults, [...statuses]]).toEqual([[], [503]]);
  });
});

test("files, pictures and answers of the API have an A+", async () => {
  const { entry, routes } = site.build.assets;
  const css = Object.values(routes).flatMap((route) => route?.css ?? []);
  const { faults, statuses } = await belowBest([
    ...[entry.module, ...css.slice(0, 3), "/robots.txt", "/sitemap.xml", "/favicon.ico", "/site.webmanifest"].map((path): Visit => [path]),
    ...["/images/local/nothing.webp", "/healthz", "/readyz", "/assets/nothing.js"].map((path): Visit => [path]),
    ...["/api/articles", "/api/docs", "/api/openapi.json", "/api/nothing", "/api/user/me"].map((path): Visit => [path]),
    ["/api/user/me", { cookie }],
    ["/api/admin/people/volunteers", { cookie }],
    ["/api/auth/refresh", { method: "POST", cookie, headers: { origin: publicUrl } }],
    ["/api/articles", { method: "DELETE", headers: { origin: publicUrl } }],
    ["/oidc/.well-known/openid-configuration"],
    ["/oidc/auth"],
    ["/__manifest?p=/news&version=x"],
  ]);
  expect(faults).toEqual([]);
  for (const status of [200, 401, 404, 405]) expect(statuses).toContain(status);
});

test("a file runs nothing and no page frames it, neither from the API nor from the page that sends it", async () => {
  const { eventId } = await addRunningEvent(site.backend);
  const staff = await signIn(site.backend, { role: "ADMIN" });
  const { id } = await publishContent(site.backend, "sectors", staff.cookie, { name: "Quimper" });
  const paths = [
    `/api/admin/events/${eventId}/codes/pdf?format=entrance`,
    `/dashboard/admin/events/${eventId}/qrcodes.pdf?format=entrance`,
    `/api/admin/sectors/${id}/pdf`,
    `/dashboard/admin/sectors/${id}/fiche.pdf`,
  ];
  for (const path of paths) {
    const { status, headers } = await site.visit(path, { cookie: staff.cookie });
    expect([path, status, headers.get("content-security-policy")]).toEqual([path, 200, filePolicy]);
  }
});

test("a response without these headers, or with a policy that allows inline code, is far from it", () => {
  expect(headerScore(new Headers(), "").score).toBe(30);
  const loose = new Headers({
    "content-security-policy": "default-src 'self' 'unsafe-inline'",
    "strict-transport-security": "max-age=63072000",
  });
  loose.append("set-cookie", "session=1; Secure; SameSite=Lax");
  expect(headerScore(loose, '<script src="https://elsewhere.example/a.js"></script>')).toMatchObject({
    score: 0,
    findings: expect.arrayContaining([
      "csp-unsafe-inline",
      "cookies-session-without-httponly",
      "scripts-foreign-without-integrity",
      "frames-allowed",
    ]),
  });
});
