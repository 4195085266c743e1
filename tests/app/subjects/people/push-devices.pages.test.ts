import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions } from "#backend/identity/tables";
import { pushDevices } from "#backend/modules/notices/tables";
import { firebasePush } from "#backend/ports/push";
import { backendForTest } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { keepCookies, startSite } from "#tests/support/site";

const configuration = { apiKey: "key", projectId: "project" };
const textOf = async (answer: Response | Promise<Response>) => (await (await answer).text()).replaceAll("&#x27;", "'");

async function siteWith(push?: ReturnType<typeof firebasePush>) {
  const backend = await backendForTest(push ? { push } : {});
  return startSite({}, backend);
}
const configured = () => siteWith(firebasePush(configuration, { send: async () => {} }));

const token = `needle:${"x".repeat(40)}`;
const pushFields = ["pushAccount", "pushArticles"].map((name) => `name="${name}"`);

test.each([
  [
    "",
    "fr",
    "Notifications sur vos appareils",
    "Cet appareil reçoit maintenant vos notifications",
    "ne reçoit plus de notifications",
    "Par e-mail",
  ],
  ["/en", "en", "Notifications on your devices", "This device now gets your notifications", "no longer gets notifications", "By email"],
] as const)("under %s/ a device is added, listed and removed by forms", async (prefix, language, title, added, removed, byMail) => {
  const site = await configured();
  const path = `${prefix}/account/settings/notifications`;
  const { cookie, id } = await signIn(site.backend, { role: "ADMIN", locale: language });
  const { db } = site.backend.services;
  await db.update(sessions).set({ userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" }).where(eq(sessions.userId, id));
  const visit = (form?: Record<string, string>, as = cookie) => site.visit(path, { cookie: as, language, form });
  const empty = await textOf(visit());
  for (const text of [`>${title}<`, `>${byMail}<`, ...pushFields]) expect(empty).toContain(text);
  const saved = await visit({ intent: "add", token });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, path]);
  const page = await textOf(visit(undefined, keepCookies(cookie, saved)));
  expect([page.includes(added), page.includes("Firefox, Windows"), page.includes(token)]).toEqual([true, true, false]);
  const [, device = ""] = /name="device" value="([^"]+)"/.exec(page) ?? [];
  const stranger = await signIn(site.backend, { role: "VOLUNTEER" });
  expect((await visit({ intent: "remove", device }, stranger.cookie)).status).toBe(404);
  const gone = await visit({ intent: "remove", device });
  expect([gone.status, gone.headers.get("location"), await db.$count(pushDevices)]).toEqual([303, path, 0]);
  expect(await textOf(visit(undefined, keepCookies(cookie, gone)))).toContain(removed);
});

test.each([
  ["", "fr", "Si vous ne voulez pas d’e-mails sur ce sujet, rien n’arrive non plus sur vos appareils."],
  ["/en", "en", "If you want no emails about this, your devices get nothing about it either."],
] as const)(
  "under %s/ the choice of the life of the charity says that devices get nothing of it without mails",
  async (prefix, language, hint) => {
    const site = await configured();
    const { cookie } = await signIn(site.backend, { role: "VOLUNTEER", locale: language });
    const page = await textOf(site.visit(`${prefix}/account/settings/notifications`, { cookie, language }));
    const [before = "", after = ""] = page.split('name="pushAssociation"');
    expect([before.split("<fieldset").at(-1)?.includes(hint), after.includes(hint)]).toEqual([true, false]);
  },
);

test("a token that is none is refused, and the page does not repeat it", async () => {
  const site = await configured();
  const { cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
  const refused = await site.visit("/account/settings/notifications", { cookie, form: { intent: "add", token: "needle <b>" } });
  expect([refused.status, (await textOf(refused)).includes("needle")]).toEqual([400, false]);
});

test("mail and devices are chosen apart, and a volunteer chooses for devices alone", async () => {
  const site = await configured();
  const path = "/account/settings/notifications";
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const visit = (form?: Record<string, string>) => site.visit(path, { cookie, form });
  expect((await visit({ articles: "each", waiting: "never", pushAccount: "never", pushArticles: "each" })).status).toBe(303);
  const chosen = (page: string, name: string) =>
    /<option value="(\w+)" selected=""/.exec(page.split(`name="${name}"`)[1]?.split("</select>")[0] ?? "")?.[1];
  const page = await textOf(visit());
  expect(["articles", "pushAccount", "pushArticles"].map((name) => chosen(page, name))).toEqual(["each", "never", "each"]);
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  const theirs = await textOf(site.visit(path, { cookie: volunteer.cookie }));
  expect([theirs.includes('name="pushAccount"'), theirs.includes('name="pushArticles"'), theirs.includes('name="articles"')]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ["push is not configured", undefined],
  ["the browsers' configuration stands alone", firebasePush(configuration)],
  ["the browsers' configuration lacks its key", firebasePush({ projectId: "project" }, { send: async () => {} })],
] as const)("where %s, the settings speak of no device", async (_, push) => {
  const site = await siteWith(push);
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const page = await textOf(site.visit("/account/settings/notifications", { cookie }));
  for (const text of [">Sur vos appareils<", ">Notifications sur vos appareils<", ...pushFields]) expect(page).not.toContain(text);
  expect(page).toContain('name="articles"');
  expect((await site.visit("/account/settings/notifications", { cookie, form: { intent: "add", token } })).status).toBe(404);
});
