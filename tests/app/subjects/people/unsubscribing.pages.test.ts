import { afterAll, beforeAll, expect, test } from "vitest";
import { queueMail } from "#backend/modules/mails/outbox";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { unsubscribeToken } from "#backend/modules/mails/unsubscribe-links";
import { consents, notificationChoices } from "#backend/modules/privacy/tables";
import { consentTexts } from "#contract/law/privacy";
import { startBackend, testClock } from "#tests/support/backend";
import { noLimits } from "#tests/support/no-limits";
import { formsIn } from "#tests/support/page-forms";
import { addPerson } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";
import { type Site, startSite } from "#tests/support/site";

const time = testClock();
let site: Site;
beforeAll(async () => {
  site = await startSite({}, await startBackend({ clock: time.clock, limits: noLimits }));
});
afterAll(() => site.backend.close());

/** The path of the link in a mail that a person was sent. */
async function mailed(locale: "fr" | "en" = "fr") {
  const { services } = site.backend;
  const { id } = await addPerson(site.backend, { role: "VOLUNTEER", locale });
  const { received, mailer } = await postOffice();
  await queueMail(services, id, "team_message", {}, id, { about: "association" });
  await sendWaitingMails(services, mailer);
  const link = /^List-Unsubscribe:\s+<([^>]+)>/im.exec(received[0]?.source ?? "")?.[1] ?? "";
  const { pathname, search, searchParams } = new URL(link);
  const choices = async () => (await services.db.select().from(notificationChoices)).filter(({ userId }) => userId === id);
  return { path: pathname + search, token: searchParams.get("token") ?? "", choices };
}

const oneClick = "List-Unsubscribe=One-Click";
const form = "application/x-www-form-urlencoded";
/** What a mail program posts: no cookie, and no Origin or one of its own. */
const post = (path: string, body: BodyInit = oneClick, headers: Record<string, string> = { "content-type": form }) =>
  site.visit(path, { method: "POST", body, headers });
const textOf = async (answer: Response) => (await answer.text()).replaceAll("\u00a0", " ").replaceAll(/<[^>]+>/g, " ");

test("opening the link changes nothing, in the reader's language", async () => {
  const { path, choices } = await mailed();
  const page = await site.visit(path);
  expect([page.status, page.headers.get("referrer-policy"), page.headers.get("cache-control")]).toEqual([200, "no-referrer", "no-store"]);
  const html = await page.text();
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).toContain("Ne plus recevoir ces e-mails");
  for (const method of ["HEAD", "GET"]) await site.visit(path, { method });
  expect(await choices()).toEqual([]);
  const english = await mailed("en");
  expect(english.path).toMatch(/^\/en\/unsubscribe\?token=/);
  expect(await textOf(await site.visit(english.path, { language: "en" }))).toContain("Stop these emails?");
});

test.each([
  ["no origin", {}],
  ["the origin of a mail program", { origin: "https://mail.elsewhere.example" }],
  ["an origin that the browser hides", { origin: "null" }],
])("a post with %s and without cookies unsubscribes at once, as often as it comes", async (_, headers) => {
  const { path, choices } = await mailed();
  for (let times = 0; times < 2; times += 1) {
    const answer = await post(path, oneClick, { "content-type": form, ...headers });
    expect([answer.status, answer.headers.get("location"), answer.headers.get("set-cookie")]).toEqual([200, null, null]);
    expect(await textOf(answer)).toContain("Vous ne recevez plus rien sur la vie de l’association, ni par e-mail ni sur vos appareils.");
  }
  expect(await choices()).toMatchObject([{ topic: "association", channel: "email", frequency: "never" }]);
});

test("a form of several parts unsubscribes as well, and what is no such form does not", async () => {
  const { path, choices } = await mailed();
  expect((await post(path, "something=else")).status).toBe(400);
  expect((await post(path, '{"List-Unsubscribe":"One-Click"}', { "content-type": "application/json" })).status).toBe(415);
  expect(await choices()).toEqual([]);
  const several = new FormData();
  several.set("List-Unsubscribe", "One-Click");
  expect((await post(path, several, {})).status).toBe(200);
  expect(await choices()).toHaveLength(1);
});

test("the button of the page does what mail programs do, and the page after it takes it back", async () => {
  const { path, choices } = await mailed();
  const fields = (html: string) => {
    const own = formsIn(html, path).find(({ fields }) => fields.some(({ name }) => name === "List-Unsubscribe" || name === "undo"));
    return Object.fromEntries((own?.fields ?? []).map(({ name, value }) => [name, value]));
  };
  const stopped = await site.visit(path, { form: fields(await (await site.visit(path)).text()) });
  const html = await stopped.text();
  expect(html).toContain('href="/account/settings/notifications"');
  const again = await site.visit(path, { form: fields(html) });
  expect(await textOf(again)).toContain("C’est rétabli");
  expect(await choices()).toMatchObject([{ frequency: "each" }]);
});

test("a day after a refusal the page no longer offers the newsletter again by the link", async () => {
  const { services } = site.backend;
  const { id: userId } = await addPerson(site.backend, { role: "DONATOR_INDIVIDUAL", locale: "fr" });
  const given = { userId, purpose: "newsletter", given: true, textVersion: consentTexts.newsletter, at: time.clock() } as const;
  await services.db.insert(consents).values(given);
  time.pass(60);
  const path = `/unsubscribe?token=${unsubscribeToken(services.settings, { userId, topic: "newsletter" })}`;
  expect(await textOf(await post(path))).toContain("Les recevoir de nouveau");
  expect(await textOf(await site.visit(path))).toContain("Les recevoir de nouveau");
  time.pass(25 * 60 * 60);
  const later = await textOf(await site.visit(path));
  expect([later.includes("Vous ne recevez plus la lettre"), later.includes("Les recevoir de nouveau")]).toEqual([true, false]);
  expect(later).toContain("Choisir toutes mes notifications");
});

test("a link that is cut or forged says so, to people and to mail programs", async () => {
  for (const path of ["/unsubscribe", "/unsubscribe?token=abc", `/unsubscribe?token=${"x".repeat(90)}`]) {
    const page = await site.visit(path);
    expect([page.status, await textOf(page)]).toEqual([200, expect.stringContaining("Ce lien ne fonctionne pas")]);
    expect((await post(path)).status).toBe(404);
  }
});

test("no other page takes a post from elsewhere", () => {
  const open = Object.values(site.build.routes).filter(
    (route) => (route?.module.handle as { fromAnywhere?: boolean } | undefined)?.fromAnywhere,
  );
  expect(open.map((route) => route?.path)).toEqual(["unsubscribe"]);
});

test("no log line has the token", async () => {
  const { path, token } = await mailed();
  const headers = { "content-type": form, referer: `http://localhost:3000${path}` };
  await site.visit(path, { headers: { referer: headers.referer } });
  for (const body of [oneClick, "undo=each", "else=1"]) await post(path, body, headers);
  await site.visit(path.replace("/unsubscribe", "/Unsubscribe/"));
  await site.visit(path, { language: "en" });
  const logged = JSON.stringify([site.logged, site.backend.logged]);
  expect(logged).toContain("/unsubscribe");
  expect(logged).not.toContain(token.slice(0, 20));
});
