import { afterAll, beforeAll, expect, test } from "vitest";
import { queueMail } from "#backend/modules/mails/outbox";
import { addStaffMessage } from "#backend/modules/verification/chat-messages";
import { sentNotices } from "#contract/accounts/inbox";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

const textOf = async (answer: Response | Promise<Response>) => (await (await answer).text()).replaceAll("\u00a0", " ");
const idIn = (html: string) => /name="id" value="([\da-f-]{36})"/.exec(html)?.[1] ?? "";

async function reader() {
  const { id, cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
  const notify = (topic: "team_message" | "session_revoked", key: string) =>
    queueMail(site.backend.services, id, topic, {}, `${id} ${key}`);
  return { cookie, notify, open: (path: string) => textOf(site.visit(path, { cookie })) };
}

test("the bell of every back-office page says how many notices are unread and shows the latest", async () => {
  expect(await (await reader()).open("/en/dashboard")).toContain('aria-label="Inbox"');
  const { open, notify } = await reader();
  for (const key of ["a", "b", "c", "d"]) await notify("team_message", key);
  const html = await open("/en/account/settings/notifications");
  expect(html).toContain('aria-label="Inbox, 4 unread messages"');
  // The panel is in the bar of a phone and in the side bar.
  expect(html.match(/class="notice"/g)).toHaveLength(6);
});

test("a notice is opened without script: it is then read, and its page follows", async () => {
  const { cookie, open, notify } = await reader();
  await notify("session_revoked", "one");
  const before = await open("/en/account/inbox");
  expect(before).toContain("We’ve logged you out");
  const answer = await site.visit("/en/account/inbox", { cookie, form: { id: idIn(before), intent: "read" } });
  expect([answer.status, new URL(answer.headers.get("location") ?? "", "http://local").pathname]).toEqual([303, "/en/login"]);
  const after = await open("/en/account/inbox");
  expect(after).toContain("We’ve logged you out");
  expect(after).not.toContain("data-unread");
  expect(await open("/en/account/inbox?unread=true")).toContain("You have read everything.");
});

test.each([
  ["", "Une réponse de l’équipe"],
  ["/en", "An answer from the team"],
])("%s/account/inbox: the notice of a message of the team leads to the conversation", async (prefix, body) => {
  const admin = await signIn(site.backend, { role: "ADMIN" });
  const student = await signIn(site.backend, { role: "BENEFICIARY" });
  await addStaffMessage(site.backend.services, admin, student.id, { body, internal: false });
  const open = async (path: string) => textOf(site.visit(path, { cookie: student.cookie }));
  const inbox = `${prefix}/account/inbox`;
  const answer = await site.visit(inbox, { cookie: student.cookie, form: { id: idIn(await open(inbox)), intent: "read" } });
  const path = new URL(answer.headers.get("location") ?? "", "http://local").pathname;
  expect(path).toBe(`${prefix}/account/chat`);
  expect(await open(path)).toContain(body);
  const sent = await site.visit(path, { cookie: student.cookie, form: { part: "chat", body: "Merci, à jeudi." } });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, path]);
  const page = await open(path);
  expect([page.includes("Merci, à jeudi."), page.includes("<h2")]).toEqual([true, false]);
  const other = await signIn(site.backend, { role: "BENEFICIARY" });
  const theirs = await textOf(site.visit(path, { cookie: other.cookie }));
  expect([theirs.includes(body), theirs.includes("Merci, à jeudi."), theirs.includes("<textarea")]).toEqual([false, false, true]);
});

test("somebody else's notice is not found, and stays unread", async () => {
  const owner = await reader();
  const other = await reader();
  await owner.notify("team_message", "one");
  const id = idIn(await owner.open("/en/account/inbox"));
  const answer = await site.visit("/en/account/inbox", { cookie: other.cookie, form: { id, intent: "read" } });
  expect(answer.status).toBe(404);
  expect(await owner.open("/en/account/inbox")).toContain("data-unread");
});

test("all are marked as read with one press, and the page says so", async () => {
  const { cookie, open, notify } = await reader();
  for (const key of ["a", "b"]) await notify("team_message", key);
  const answer = await site.visit("/account/inbox", { cookie, form: { intent: "readAll" } });
  expect(answer.status).toBe(303);
  const toast = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  expect(await textOf(site.visit("/account/inbox", { cookie: [cookie, ...toast].join("; ") }))).toContain(
    "Tous vos messages sont marqués comme lus.",
  );
  expect(await open("/account/inbox")).not.toContain(">Tout marquer comme lu<");
});

test("an empty inbox says what comes there", async () => {
  const { open } = await reader();
  expect(await open("/account/inbox")).toContain("Ce que nous vous écrivons par e-mail se trouve aussi ici.");
});

test("staff see on a person's page what they were sent, and how it went", async () => {
  const person = await signIn(site.backend, { role: "BENEFICIARY" });
  await queueMail(site.backend.services, person.id, "team_message", {}, `${person.id} one`);
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const html = await textOf(site.visit(`/en/dashboard/admin/users/${person.id}/history`, { cookie }));
  for (const text of ["Messages sent", "The team has written to you", "Waiting to be sent", "Inbox"]) expect(html).toContain(text);
  expect(html).not.toContain(">See older messages<");
  for (let at = 0; at < sentNotices; at += 1) await queueMail(site.backend.services, person.id, "team_message", {}, `${person.id} ${at}`);
  const page = `/dashboard/admin/users/${person.id}/history`;
  const [, older = ""] = /href="([^"]*)">Voir les messages plus anciens/.exec(await textOf(site.visit(page, { cookie }))) ?? [];
  const { pathname, search } = new URL(older, `https://maillon.example${page}`);
  const rest = await textOf(site.visit(pathname + search, { cookie }));
  expect([older.length > 40, rest.includes(">Voir les plus récents<")]).toEqual([true, true]);
});
