import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { hashPassword } from "#backend/identity/passwords";
import { startBackend, testClock } from "#tests/support/backend";
import { addGift, openGifts } from "#tests/support/gifts";
import { needleEmail as email, needle, needlesIn, needlesInUrl, needlePassword as password, planted } from "#tests/support/needles";
import { noLimits } from "#tests/support/no-limits";
import { mailsTo } from "#tests/support/outbox";
import { formsIn, type PageForm } from "#tests/support/page-forms";
import { addPerson, signIn } from "#tests/support/people";
import { publicPaths } from "#tests/support/public-pages";
import { acceptRows, refuseRows } from "#tests/support/refused-rows";
import { fillIn } from "#tests/support/registration";
import { keepCookies, type Site, startSite } from "#tests/support/site";

const timeout = 120_000;
const time = testClock(new Date());
const secrets: string[] = [];
let site: Site;
let paths: string[] = [];
beforeAll(async () => {
  // why: the limits would refuse most forms before anybody reads them.
  site = await startSite({}, await startBackend({ limits: noLimits, clock: time.clock }));
  paths = await publicPaths(site);
}, timeout);
afterAll(() => site.backend.close());

/** Opens every public page, fills in and sends every form of it. Returns the number of forms, and their statuses. */
async function walk() {
  const forms: { from: string; form: PageForm; cookie: string }[] = [];
  for (const path of paths) {
    for (const requested of [path, `${path}?${needlesInUrl}`]) {
      const page = await site.visit(requested);
      for (const form of formsIn(await page.text(), requested)) forms.push({ from: path, form, cookie: keepCookies("", page) });
    }
  }
  time.pass(10);
  const statuses: number[] = [];
  for (const { from, form, cookie: as } of forms) {
    const action = form.action.startsWith("?") ? from + form.action : form.action;
    const answer = await site.visit(action, {
      cookie: as,
      form: planted(form),
      headers: { referer: `http://localhost:3000${from}?${needlesInUrl}` },
    });
    await answer.text();
    statuses.push(answer.status);
  }
  return statuses;
}

/** The tokens of the links that an address was mailed, which open something. */
async function mailedTokens(to: string): Promise<string[]> {
  const mails = await mailsTo(site.backend, to);
  const tokens = mails.flatMap(({ text }) => [...text.matchAll(/token=([\w-]+)/g)].map(([, token = ""]) => token));
  secrets.push(...tokens);
  return tokens;
}

/** Expects that no log line of either tier contains form values or tokens; `lines` is the least number of lines. */
function expectClean(lines: number) {
  const logged = [...site.logged, ...site.backend.logged];
  expect(logged.length).toBeGreaterThan(lines);
  expect(needlesIn(logged, secrets)).toEqual([]);
}

test("every public form filled in and sent leaves nothing of it in the logs", { timeout }, async () => {
  const statuses = await walk();
  expect(statuses.length).toBeGreaterThan(30);
  expect(statuses.some((status) => status === 303)).toBe(true);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expectClean(200);
});

test("what people type into a path leaves nothing in the logs of either tier", { timeout }, async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const typed = [email, encodeURIComponent(email), encodeURIComponent(encodeURIComponent(email)), "0698765432", "06%2098%2076%2054%2032"];
  const before = site.logged.length;
  for (const segment of typed)
    for (const path of [
      `/news/${segment}`,
      `/en/${segment}`,
      `/dashboard/admin/users/${segment}`,
      `/api/articles/${segment}`,
      `/oidc/${segment}`,
    ])
      for (const request of [{}, { form: { name: needle } }, { form: { name: needle }, headers: { origin: "https://evil.example" } }])
        await site.visit(path, { cookie, ...request });
  const interaction = "V1StGXR8Z5jdHi6BmyT";
  secrets.push(interaction);
  await site.visit(`/api/auth/interactions/${interaction}`);
  await site.visit(`/api/auth/interactions/${interaction}/login`, { method: "POST", form: { email, password } });
  expect(site.logged.length).toBeGreaterThan(before + 75);
  expectClean(75);
});

test("registrations, logins, links and sessions leave no password, token or cookie in the logs", { timeout }, async () => {
  const draft = await fillIn(site.backend, "volunteer", { identity: { firstName: needle, lastName: needle, birthDate: "2000-05-14" } });
  await site.visit("/register/basic", { cookie: draft, form: { email, password, locale: "fr", terms: "on" } });
  const known = await addPerson(site.backend, { role: "VOLUNTEER", passwordHash: await hashPassword(password), email: `deux-${email}` });
  for (const typed of [`${password} faux`, password]) {
    let [path, cookie] = ["/login", ""];
    for (let steps = 0; steps < 12; steps += 1) {
      const form = path.includes("interaction=") ? { email: known.email, password: typed } : undefined;
      const answer = await site.visit(path, { cookie, form });
      secrets.push(...answer.headers.getSetCookie().map((line) => /=([^;]{20,})/.exec(line)?.[1] ?? ""));
      cookie = keepCookies(cookie, answer);
      const to = answer.headers.get("location");
      if (!to) break;
      const next = new URL(to, "http://localhost:3000");
      for (const value of next.searchParams.values()) if (value.length > 30 && !value.includes("/")) secrets.push(value);
      path = next.pathname + next.search;
    }
    await site.visit("/logout", { cookie, form: {} });
  }
  await site.visit("/password/request", { form: { email: known.email } });
  const gift = await addGift(site.backend, { email });
  secrets.push((await openGifts(site.backend, email)).split("=")[1] ?? "");
  const tokens = [...(await mailedTokens(known.email)), ...(await mailedTokens(email)), ...(await mailedTokens(email.toLowerCase()))];
  expect(tokens.length).toBeGreaterThan(1);
  for (const token of tokens)
    for (const path of [
      "/register/verify",
      "/password/update",
      "/register/guardian",
      "/donations/access",
      "/account/email",
      "/en/register/verify",
    ]) {
      await site.visit(`${path}?token=${token}`);
      await site.visit(`${path}?token=${token}`, { form: { token, password, again: password, name: needle, agreed: "on" } });
    }
  await site.visit(`/donations/manage/${gift.reference}`);
  await site.visit(`/donate/${gift.reference}`);
  secrets.splice(0, secrets.length, ...new Set(secrets.filter((one) => one.length >= 20)), gift.reference);
  expect(secrets.length).toBeGreaterThan(5);
  expectClean(200);
});

test("forms and links that fail in the database leave nothing of them in the logs", { timeout }, async () => {
  const { db } = site.backend.services;
  await refuseRows(db);
  onTestFinished(() => acceptRows(db));
  const statuses = await walk();
  expect(statuses.filter((status) => status >= 500).length).toBeGreaterThan(3);
  expect(JSON.stringify([site.logged, site.backend.logged])).toContain("Failed query");
  expectClean(400);
});
