import { verify } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { hashPassword } from "#backend/identity/passwords";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { inviteToAccount } from "#backend/modules/passwords/inviting";
import { applyRetention } from "#backend/modules/privacy/retention";
import { retentionProgress } from "#backend/modules/privacy/tables";
import { hashOf } from "#backend/secrets";
import { publicUrl, startBackend, testClock, testSettings } from "#tests/support/backend";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { tokenFor } from "#tests/support/registration";
import { keepCookies, type Site, startSite } from "#tests/support/site";

vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, verify: vi.fn(real.verify) };
});

const password = "un mot de passe assez long";
let site: Site;
let passwordHash = "";
beforeAll(async () => {
  site = await startSite();
  passwordHash = await hashPassword(password);
});
afterAll(() => site.backend.close());

/** Follows redirects from an address until a page answers, as a browser without script does. */
async function open(at: Site, path: string, cookie = "", form?: Record<string, string>) {
  const setCookies: string[] = [];
  let address = path;
  let response = await at.visit(path, { cookie, form });
  for (let steps = 0; steps < 12; steps += 1) {
    setCookies.push(...response.headers.getSetCookie());
    cookie = keepCookies(cookie, response);
    const location = response.headers.get("location");
    if (!location) break;
    const own = at.backend.services.settings.publicUrl;
    const next = new URL(location, own);
    expect(next.origin).toBe(own);
    address = next.pathname + next.search;
    response = await at.visit(address, { cookie });
  }
  return { response, cookie, address, setCookies };
}

async function logInAt(at: Site, path: string, email: string, typed = password) {
  const form = await open(at, path);
  return open(at, form.address, form.cookie, { email, password: typed });
}

/** Sends the form once and returns the response, without following redirects. */
async function send(path: string, email: string, typed: string) {
  const form = await open(site, path);
  const answer = await site.visit(form.address, { cookie: form.cookie, form: { email, password: typed } });
  return { answer, html: await answer.text() };
}

const errorsIn = (html: string) => /role="alert".*?<\/ul>/s.exec(html)?.[0] ?? "";

test("a login after the notice of closure keeps the account", async () => {
  const long = new Date("2010-01-01");
  const { id, email } = await addPerson(site.backend, { role: "VOLUNTEER", passwordHash, createdAt: long, lastInteractionAt: long });
  const { db } = site.backend.services;
  const waits = () => db.$count(retentionProgress, eq(retentionProgress.userId, id));
  await applyRetention(site.backend.services);
  const [mail] = await db.select().from(outgoingMails).where(eq(outgoingMails.userId, id));
  expect([await waits(), mail?.topic, mail?.text.includes(`${publicUrl}/dashboard`)]).toEqual([1, "retention_month", true]);
  expect((await logInAt(site, "/dashboard", email)).address).toBe("/dashboard");
  await applyRetention(site.backend.services);
  expect(await waits()).toBe(0);
});

describe.each([
  {
    prefix: "",
    wrong: "E-mail ou mot de passe incorrect.",
    tries: "Trop d’essais en peu de temps. Attendez ",
    back: "retrouverez votre page",
  },
  { prefix: "/en", wrong: "Wrong email or password.", tries: "Too many tries in a short time. Wait ", back: "find your page" },
])("/login under $prefix/, without script", ({ prefix, wrong, tries, back }) => {
  test("names the page to return to only when one was requested", async () => {
    const says = async (path: string) => (await (await open(site, path)).response.text()).includes(back);
    expect([await says(`${prefix}/login`), await says(`${prefix}/dashboard/admin/news`)]).toEqual([false, true]);
  });

  test("S4-003 S4-011 S7-012 S7-014 redirects through the provider back to the requested page", async () => {
    const { email } = await addPerson(site.backend, { role: "ADMIN", passwordHash });
    const first = await site.visit(`${prefix}/dashboard/admin/news?page=2`);
    const login = first.headers.get("location") ?? "";
    expect(login).toBe(`${prefix}/login?redirectTo=${encodeURIComponent(`${prefix}/dashboard/admin/news?page=2`)}`);
    const toProvider = (await site.visit(login)).headers.get("location");
    expect(toProvider?.startsWith(`${publicUrl}/oidc/auth?`)).toBe(true);
    const { response, address } = await logInAt(site, login, email);
    expect([response.status, address]).toEqual([200, `${prefix}/dashboard/admin/news?page=2`]);
  });

  test("a wrong password and an unknown address get the same response: 422, a translated message, with the e-mail and without the password", async () => {
    const { email } = await addPerson(site.backend, { role: "ADMIN", passwordHash });
    const [known, unknown] = [
      await send(`${prefix}/login`, email, "wrong-word"),
      await send(`${prefix}/login`, "nobody@maillon.example", "wrong-word"),
    ];
    expect([known.answer.status, unknown.answer.status]).toEqual([422, 422]);
    expect(errorsIn(known.html)).toContain(wrong);
    expect(errorsIn(unknown.html)).toBe(errorsIn(known.html));
    expect([known.html.includes(`value="${email}"`), known.html.includes("wrong-word")]).toEqual([true, false]);
    expect(keepCookies("", known.answer)).not.toContain("access");
  });

  test("an empty form is answered with 400 and what is missing", async () => {
    const { answer, html } = await send(`${prefix}/login`, "", "");
    expect(answer.status).toBe(400);
    expect(errorsIn(html).match(/href="#field-(email|password)"/g)).toHaveLength(2);
  });

  test("too many tries are answered with 429 and the time to wait, the right password too", async () => {
    const { email } = await addPerson(site.backend, { role: "ADMIN", passwordHash });
    const form = await open(site, `${prefix}/login`);
    const attempt = (typed: string) => site.visit(form.address, { cookie: form.cookie, form: { email, password: typed } });
    for (let count = 0; count < 10; count += 1) expect((await attempt("wrong-word")).status).toBe(422);
    const answer = await attempt(password);
    expect(answer.status).toBe(429);
    expect(errorsIn(await answer.text())).toContain(tries);
  });
});

test("a closed account is answered like an unknown address, its right password too", async () => {
  const { email } = await addPerson(site.backend, { role: "VOLUNTEER", passwordHash, accountState: "left" });
  const { answer, html } = await send("/login", email, password);
  expect(answer.status).toBe(422);
  expect(errorsIn(html)).toBe(errorsIn((await send("/login", "nobody@maillon.example", password)).html));
});

test("tries from elsewhere delay responses and never block the owner's right password; a /64 counts as one address", async () => {
  const behind = await startSite({ trustProxy: true }, site.backend);
  const { email } = await addPerson(site.backend, { role: "ADMIN", passwordHash });
  const form = await open(behind, "/login");
  const attempt = async (typed: string, from: string) => {
    const begun = performance.now();
    const headers = { "x-forwarded-for": from };
    const { status } = await behind.visit(form.address, { cookie: form.cookie, form: { email, password: typed }, headers });
    return { status, took: performance.now() - begun };
  };
  const foreign = ["2001:db8:1:1", "2001:db8:1:2"].flatMap((network) => Array.from({ length: 10 }, (_, host) => `${network}::${host + 1}`));
  const tries = await Promise.all(foreign.map((from) => attempt("wrong-word", from)));
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([422]));
  expect((await attempt(password, "2001:db8:1:1:ffff::9")).status).toBe(429);
  const owner = await attempt(password, "198.51.100.7");
  expect([owner.status, owner.took > 2_400]).toEqual([303, true]);
});

describe("tries of one address", () => {
  const from = async (address: string, trustProxy = true) => {
    const behind = await startSite({ trustProxy }, site.backend);
    const form = await open(behind, "/login");
    return async (email: string, typed: string, claimed = "") => {
      const headers = { "x-forwarded-for": claimed + address };
      return (await behind.visit(form.address, { cookie: form.cookie, form: { email, password: typed }, headers })).status;
    };
  };
  const many = async (count: number, attempt: (at: number) => Promise<number>) => {
    const statuses: number[] = [];
    for (let begun = 0; begun < count; begun += 10)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, (_, at) => attempt(begun + at)))));
    return [...new Set(statuses)];
  };

  test("more than a hundred people log in from a residence, and others after them", { timeout: 60_000 }, async () => {
    const { email } = await addPerson(site.backend, { role: "ADMIN", passwordHash });
    const attempt = await from("198.51.100.20");
    expect(await many(110, () => attempt(email, password))).toEqual([303]);
  });

  test("a hundred wrong tries are refused from then on, whatever the accounts, and a success takes back nothing but itself", {
    timeout: 60_000,
  }, async () => {
    const { email } = await addPerson(site.backend, { role: "ADMIN", passwordHash });
    const attempt = await from("198.51.100.21");
    expect(await many(50, (at) => attempt(`nobody-${at}@maillon.example`, "wrong-word"))).toEqual([422]);
    expect(await attempt(email, password)).toBe(303);
    expect(await many(50, (at) => attempt(`nobody-${50 + at}@maillon.example`, "wrong-word"))).toEqual([422]);
    expect([await attempt("nobody@maillon.example", "wrong-word"), await attempt(email, password)]).toEqual([429, 429]);
  });

  test.each([
    ["with a proxy, the last hop", true, ", 198.51.100.23"],
    ["without one, the connection", false, ""],
  ])("an address that a client claims is not counted: %s is", async (_, trustProxy, last) => {
    const { email } = await addPerson(site.backend, { role: "ADMIN", passwordHash });
    const attempt = await from(last, trustProxy);
    const statuses: number[] = [];
    for (let at = 1; at <= 11; at += 1) statuses.push(await attempt(email, "wrong-word", `203.0.113.${at}`));
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });

  test("a success forgets the wrong tries of its account from its network, and counts as none for its account", {
    timeout: 60_000,
  }, async () => {
    const { email } = await addPerson(site.backend, { role: "ADMIN", passwordHash });
    const attempt = await from("198.51.100.22");
    const { limits } = site.backend.services;
    for (const _ of [1, 2]) {
      for (let wrong = 0; wrong < 4; wrong += 1) expect(await attempt(email, "wrong-word")).toBe(422);
      for (let right = 0; right < 3; right += 1) expect(await attempt(email, password)).toBe(303);
    }
    expect(await limits.count("loginByAccount", hashOf(email))).toBe(9);
  });

  test("a new password, chosen by the link of a mail, ends the wait that wrong tries had begun", { timeout: 60_000 }, async () => {
    const { email } = await addPerson(site.backend, { role: "ADMIN", passwordHash });
    const attempt = await from("198.51.100.24");
    expect(await many(10, () => attempt(email, "wrong-word"))).toEqual([422]);
    expect(await attempt(email, password)).toBe(429);
    await site.backend.request("/api/password/request", { method: "POST", json: { email } });
    const token = await tokenFor(site.backend, email, "password_reset");
    const behind = await startSite({ trustProxy: true }, site.backend);
    const form = { password: "trois lampions verts", again: "trois lampions verts" };
    const headers = { "x-forwarded-for": "198.51.100.24" };
    const changed = await behind.visit(`/password/update?token=${token}`, { form, headers });
    expect(changed.headers.get("location")).toBe("/password/update?done=1");
    expect(await attempt(email, form.password)).toBe(303);
  });
});

test("an unknown address costs the same password check as a known one, against a hash of the same cost", async () => {
  const { email } = await addPerson(site.backend, { role: "ADMIN", passwordHash });
  const without = await addPerson(site.backend, { role: "ADMIN" });
  const checks = async (address: string) => {
    vi.mocked(verify).mockClear();
    await send("/login", address, "wrong-word");
    return vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split("$").slice(0, 4).join("$"));
  };
  const known = await checks(email);
  expect(known).toEqual(["$argon2id$v=19$m=19456,t=2,p=1"]);
  expect(await checks("nobody@maillon.example")).toEqual(known);
  expect(await checks(without.email)).toEqual(known);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/%09/evil.example\t",
  "/\t/evil.example",
  " //evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "evil.example",
  "http:evil.example",
  "",
])("S8-014 S8-015 a return address that is no path of this site is replaced by the dashboard: %j", async (wanted) => {
  const { email } = await addPerson(site.backend, { role: "ADMIN", passwordHash });
  const path = `/login?redirectTo=${encodeURIComponent(wanted)}`;
  expect((await logInAt(site, path, email)).address).toBe("/dashboard");
});

test("a login cannot be completed in another browser", async () => {
  const { email } = await addPerson(site.backend, { role: "ADMIN", passwordHash });
  const form = await open(site, "/login");
  const { address, cookie } = await open(site, form.address, "", { email, password });
  expect([address, cookie.includes("access=")]).toEqual(["/login?problem=expired", false]);
});

test("S7-014 a login URL of another origin is refused, without a redirect", async () => {
  const { backend } = site;
  for (const elsewhere of [
    "https://evil.example/oidc/auth",
    `${publicUrl}.evil.example/oidc/auth`,
    `${publicUrl}@evil.example/oidc/`,
    "//evil.example",
  ]) {
    // why: the real backend never gives a foreign address
    const transport = { baseUrl: publicUrl, fetch: async () => Response.json({ redirect_uri: elsewhere }) };
    const answer = await (await startSite({ transport }, backend)).visit("/login");
    expect([elsewhere, answer.status >= 500, answer.headers.get("location")]).toEqual([elsewhere, true, null]);
  }
});

test("a logged-in person is redirected home from the login page", async () => {
  const { cookie } = await signIn(site.backend, { role: "DONATOR_INDIVIDUAL" });
  expect((await site.visit("/login", { cookie })).headers.get("location")).toBe("/dashboard");
  expect((await site.visit("/en/login", { cookie })).headers.get("location")).toBe("/en/dashboard");
});

test("S7-010 is-logged says true with a live session and is an error without", async () => {
  const { cookie } = await signIn(site.backend, { role: "DONATOR_INDIVIDUAL" });
  const live = await site.visit("/api/auth/is-logged", { cookie });
  expect([live.status, await live.json()]).toEqual([200, { success: true }]);
  expect((await site.visit("/api/auth/is-logged")).status).toBe(401);
});

test.each([
  ["http", publicUrl, "access", "refresh", /^[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/],
  [
    "https",
    "https://maillon.example",
    "__Host-access",
    "__Host-refresh",
    /^[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  ],
])("over %s no script and no other site can use the session's cookies", async (_, address, access, refresh, attributes) => {
  const settings = { ...testSettings, publicUrl: address };
  const backend = await startBackend({ settings });
  onTestFinished(() => backend.close());
  const own = await startSite({}, backend);
  const { email } = await addPerson(backend, { role: "ADMIN", passwordHash });
  const { setCookies, address: landed } = await logInAt(own, "/login", email);
  expect(landed).toBe("/dashboard");
  for (const name of [access, refresh]) {
    const lines = setCookies.filter((line) => line.startsWith(`${name}=`));
    expect(lines).toEqual([expect.stringMatching(attributes)]);
  }
  for (const line of setCookies) expect(line).toMatch(/httponly/i);
});

describe("logout", () => {
  const cleared = ["access=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax", "refresh=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"];

  test.each(["", "/en"])("S7-016 S4-023 at %s/logout ends the session, clears its cookies and the browser's storage", async (prefix) => {
    const { cookie } = await signIn(site.backend, { role: "ADMIN" });
    const answer = await site.visit(`${prefix}/logout`, { cookie, form: {} });
    expect([answer.status, answer.headers.get("location"), answer.headers.get("clear-site-data")]).toEqual([
      303,
      prefix || "/",
      '"storage"',
    ]);
    expect(answer.headers.getSetCookie()).toEqual(expect.arrayContaining(cleared));
    expect((await site.visit("/dashboard", { cookie })).headers.get("location")).toBe("/login?redirectTo=%2Fdashboard");
  });

  test("S7-017 comes after the call to the backend, and clears this browser also when that call fails", async () => {
    const calls: string[] = [];
    // why: the real backend does not fail on demand
    const transport = {
      baseUrl: publicUrl,
      async fetch({ method, url }: Request) {
        const { pathname } = new URL(url);
        // The first request reads the facts about the organisation.
        if (pathname !== "/api/organisation") calls.push(`${method} ${pathname}`);
        return new Response(null, { status: 500 });
      },
    };
    const broken = await startSite({ transport }, site.backend);
    const answer = await broken.visit("/logout", { cookie: "access=a; refresh=r", form: {} });
    expect([...new Set(calls)]).toEqual(["GET /api/auth/logout"]);
    expect([answer.status, answer.headers.get("clear-site-data")]).toEqual([303, '"storage"']);
    expect(answer.headers.getSetCookie()).toEqual(expect.arrayContaining(cleared));
  });

  test("by a GET or by another site's form changes nothing", async () => {
    const { cookie } = await signIn(site.backend, { role: "ADMIN" });
    expect((await site.visit("/logout", { cookie })).headers.get("location")).toBe("/");
    const foreign = await site.visit("/logout", { cookie, form: {}, headers: { origin: "https://evil.example" } });
    expect(foreign.status).toBe(403);
    expect((await site.visit("/dashboard", { cookie })).status).toBe(200);
  });
});

test.each([
  [
    "S4-004 an unverified address, whatever else is true",
    { role: "BENEFICIARY", emailVerifiedAt: null, accountState: "registered", annualVerificationNeeded: true },
    "/account/pending/email",
  ],
  ["S4-005 a waiting beneficiary", { role: "BENEFICIARY", accountState: "waiting" }, "/account/pending/criteria"],
  ["S4-006 an unvalidated volunteer", { role: "VOLUNTEER", accountState: "to_validate" }, "/account/pending/validation"],
  [
    "S4-006 a waiting donor is merely not validated",
    { role: "DONATOR_INDIVIDUAL", accountState: "waiting" },
    "/account/pending/validation",
  ],
  [
    "S4-007 a validated beneficiary whose yearly check is due",
    { role: "BENEFICIARY", annualVerificationNeeded: true },
    "/account/pending/validation",
  ],
  ["S4-008 a volunteer with a text to sign", { role: "VOLUNTEER" }, "/account/pending/documents"],
] as const)("%s is stopped at the gate's page after login, in both languages, and that page opens", async (_, person, stop) => {
  const texts = { title: { fr: "Charte" }, body: { fr: "Texte." } };
  await site.backend.services.db.insert(legalDocuments).values({
    key: `charter-${crypto.randomUUID()}`,
    documentVersion: 1,
    ...texts,
    appliesTo: ["VOLUNTEER"],
    publishedAt: new Date("2026-01-01"),
  });
  const { id } = await addPerson(site.backend, { ...person, passwordHash });
  const cookie = await cookiesOf(site.backend, id);
  for (const prefix of ["", "/en"]) {
    const first = await site.visit(`${prefix}/dashboard/admin/news`, { cookie });
    expect(first.headers.get("location")).toBe(prefix + stop);
    const arrived = await open(site, prefix + stop, cookie);
    expect([arrived.response.status, arrived.address]).toEqual([200, prefix + stop]);
  }
});

test("who was invited reads that the first password is set, not that one was changed", async () => {
  const { services } = site.backend;
  const { id, email } = await addPerson(site.backend, { role: "VOLUNTEER", accountState: "registered", passwordHash: null, locale: "fr" });
  await inviteToAccount(services, { id, email, firstName: "Inès", locale: "fr" });
  const token = await tokenFor(site.backend, email, "account_invitation");
  const form = { password: "trois lampions verts", again: "trois lampions verts" };
  const chosen = await site.visit(`/password/update?token=${token}`, { form });
  const page = await (await site.visit(chosen.headers.get("location") ?? "")).text();
  expect(page).toContain("Mot de passe enregistré");
  expect(page).not.toContain("Vos autres appareils");
});

test.each([0, 16])(
  "who logs in as someone else, %i minutes after another tab did, is asked first, and nobody is logged out",
  async (minutes) => {
    const time = testClock(new Date("2026-11-29T10:00:00Z"));
    const at = await startSite({}, await startBackend({ clock: time.clock }));
    onTestFinished(() => at.backend.close());
    const [first, second] = [
      await addPerson(at.backend, { role: "VOLUNTEER", passwordHash }),
      await addPerson(at.backend, { role: "VOLUNTEER", passwordHash }),
    ];
    const other = await logInAt(at, "/login", first.email);
    time.set(new Date(time.clock().getTime() + minutes * 60_000).toISOString());
    // On its way back, the browser has the cookies of the other tab as well.
    const form = await open(at, "/login");
    let answer = await at.visit(form.address, { cookie: form.cookie, form: { email: second.email, password } });
    let cookie = form.cookie;
    let back = answer.headers.get("location") ?? "";
    while (!back.includes("/api/auth/callback")) {
      cookie = keepCookies(cookie, answer);
      answer = await at.visit(back.replace(publicUrl, ""), { cookie });
      back = answer.headers.get("location") ?? "";
    }
    const shown = await open(at, back.replace(publicUrl, ""), `${keepCookies(cookie, answer)}; ${other.cookie}`);
    expect(shown.address).toBe("/login?problem=other-account");
    expect((await open(at, "/dashboard", other.cookie)).address).toBe("/dashboard");
  },
);
