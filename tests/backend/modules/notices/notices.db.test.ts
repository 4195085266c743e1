import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { isInInbox, valuesOfTitle } from "#backend/modules/mails/inbox-topics";
import { queueMail } from "#backend/modules/mails/outbox";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { linkTopics, type MailTopic, mailTopics } from "#backend/modules/mails/topics";
import { notices } from "#backend/modules/notices/tables";
import { notificationChoices } from "#backend/modules/privacy/tables";
import { inboxPage, type Notice, sentNotices, unreadLimit } from "#contract/accounts/inbox";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { localeTexts } from "#tests/support/locale-texts";
import { addPerson, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

type Inbox = { items: Notice[]; more: boolean; unread: number };

async function reader(role: "ADMIN" | "VOLUNTEER" = "VOLUNTEER") {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const person = await signIn(backend, { role });
  const inbox = async (query = "", cookie = person.cookie) =>
    (await (await backend.request(`/api/account/inbox${query}`, { cookie })).json()) as Inbox;
  return { ...person, time, backend, inbox };
}

const channelsOf = ({ services: { db } }: TestBackend, userId: string) =>
  db
    .select({ channel: notices.channel, state: notices.state, topic: notices.topic })
    .from(notices)
    .where(eq(notices.userId, userId))
    .orderBy(asc(notices.channel));

test("a mail to an account is in its inbox too, once, in the reader's language", async () => {
  const { backend, id, inbox, cookie } = await reader();
  for (const _ of [1, 2]) await queueMail(backend.services, id, "retention_month", { date: "3 mars", secret: "needle" }, "once");
  const { items, unread, more } = await inbox();
  expect({ unread, more }).toEqual({ unread: 1, more: false });
  expect(items).toMatchObject([{ topic: "retention_month", path: "/dashboard", isRead: false }]);
  expect(items[0]?.title).toContain("3 mars");
  const english = await backend.request("/api/account/inbox", { cookie, headers: { "accept-language": "en" } });
  expect(((await english.json()) as Inbox).items[0]?.title).toBe("Your account will be closed on 3 mars");
  const stored = await backend.services.db.select().from(notices);
  expect(JSON.stringify(stored)).not.toContain("needle");
  expect(await channelsOf(backend, id)).toEqual([
    { channel: "email", state: "waiting", topic: "retention_month" },
    { channel: "inbox", state: "sent", topic: "retention_month" },
  ]);
});

test("who wants no mail of a topic finds it in the inbox", async () => {
  const { backend, id, inbox } = await reader("ADMIN");
  const never = { userId: id, topic: "articles" as const, channel: "email" as const, frequency: "never" as const };
  await backend.services.db.insert(notificationChoices).values(never);
  await queueMail(backend.services, id, "article_in_review", { articleId: crypto.randomUUID(), title: "Un titre" }, "review");
  expect((await inbox()).unread).toBe(1);
  expect(await channelsOf(backend, id)).toEqual([{ channel: "inbox", state: "sent", topic: "article_in_review" }]);
});

test("a link that opens an account is in the mail alone", async () => {
  const { backend, id, inbox } = await reader();
  const link = { token: "a".repeat(43), endsAt: new Date(backend.services.clock().getTime() + 3_600_000) };
  await queueMail(backend.services, id, "password_reset", {}, "reset", { link });
  expect((await inbox()).items).toEqual([]);
  expect(await channelsOf(backend, id)).toEqual([{ channel: "email", state: "waiting", topic: "password_reset" }]);
  expect(linkTopics.filter(isInInbox)).toEqual([]);
});

test("the result of a mail is copied, and outlives the mail", async () => {
  const { backend, id } = await reader();
  const { mailer } = await postOffice();
  const { services } = backend;
  await queueMail(services, id, "session_revoked", {}, "once");
  await sendWaitingMails(services, mailer);
  expect((await channelsOf(backend, id))[0]).toMatchObject({ channel: "email", state: "sent" });
  await services.db.delete(outgoingMails).where(eq(outgoingMails.userId, id));
  expect((await channelsOf(backend, id))[0]).toMatchObject({ channel: "email", state: "sent" });
});

test("a notice is read once, by its owner alone", async () => {
  const { backend, id, inbox, cookie, time } = await reader();
  const other = await signIn(backend, { role: "VOLUNTEER" });
  await queueMail(backend.services, id, "team_message", {}, "one");
  const notice = (await inbox()).items[0];
  const read = (by: string) => backend.request(`/api/account/inbox/${notice?.id}/read`, { method: "POST", cookie: by });
  expect((await read(other.cookie)).status).toBe(404);
  expect((await inbox()).unread).toBe(1);
  expect(await (await read(cookie)).json()).toEqual({ path: "/account/chat" });
  const at = time.clock();
  time.pass(60);
  await read(cookie);
  const [stored] = await backend.services.db
    .select({ readAt: notices.readAt })
    .from(notices)
    .where(and(eq(notices.userId, id), eq(notices.channel, "inbox")));
  expect(stored?.readAt).toEqual(at);
  expect(await inbox()).toMatchObject({ unread: 0, items: [{ isRead: true }] });
  expect((await inbox("", other.cookie)).items).toEqual([]);
});

test("all are marked as read at once, and only one's own", async () => {
  const { backend, id, inbox, cookie } = await reader();
  const other = await signIn(backend, { role: "VOLUNTEER" });
  for (const userId of [id, other.id])
    for (const key of ["a", "b"]) await queueMail(backend.services, userId, "team_message", {}, userId + key);
  expect((await backend.request("/api/account/inbox/read", { method: "POST", cookie })).status).toBe(200);
  expect([(await inbox()).unread, (await inbox("?unread=true")).items, (await inbox("", other.cookie)).unread]).toEqual([0, [], 2]);
});

test("older notices follow page by page, without a gap or a repetition", async () => {
  const { backend, id, inbox, time } = await reader();
  const total = 2 * inboxPage + 5;
  for (let at = 0; at < total; at += 1) {
    if (at % 7 === 0) time.pass(60);
    await queueMail(backend.services, id, "team_message", {}, `key ${at}`);
  }
  const seen: string[] = [];
  let page = await inbox();
  seen.push(...page.items.map((item) => item.id));
  while (page.more) {
    page = await inbox(`?after=${seen.at(-1)}`);
    seen.push(...page.items.map((item) => item.id));
  }
  expect([seen.length, new Set(seen).size]).toEqual([total, total]);
});

test("somebody else's notice is no place to read on from", async () => {
  const { backend, id, inbox, time } = await reader();
  const other = await signIn(backend, { role: "VOLUNTEER" });
  await queueMail(backend.services, id, "team_message", {}, "own");
  time.pass(60);
  await queueMail(backend.services, other.id, "team_message", {}, "other");
  const [theirs] = (await inbox("", other.cookie)).items;
  expect((await inbox(`?after=${theirs?.id}`)).items).toEqual([]);
});

test("unread notices are counted up to a limit", async () => {
  const { backend, id, inbox } = await reader();
  const createdAt = backend.services.clock();
  const many = Array.from({ length: unreadLimit + 20 }, (_, at) => ({
    ...{ userId: id, topic: "team_message", channel: "inbox" as const, state: "sent" as const, path: "/dashboard" },
    ...{ createdAt, stateAt: createdAt, dedupeKey: `many ${at}` },
  }));
  await backend.services.db.insert(notices).values(many);
  expect((await inbox()).unread).toBe(unreadLimit + 1);
});

test("staff see what somebody was sent, others do not", async () => {
  const { backend, cookie } = await reader("ADMIN");
  const person = await addPerson(backend, { role: "BENEFICIARY" });
  await queueMail(backend.services, person.id, "team_message", {}, "one");
  const path = `/api/admin/users/${person.id}/notices`;
  const { items } = await (await backend.request(path, { cookie })).json();
  expect(items.map(({ channel, state }: { channel: string; state: string }) => `${channel} ${state}`).sort()).toEqual([
    "email waiting",
    "inbox sent",
  ]);
  const { cookie: volunteer } = await signIn(backend, { role: "VOLUNTEER" });
  expect((await backend.request(path, { cookie: volunteer })).status).toBe(403);
});

test("staff read everything that somebody was sent, page after page, and never what others were", async () => {
  const { backend, cookie, id: other } = await reader("ADMIN");
  const person = await addPerson(backend, { role: "BENEFICIARY" });
  const createdAt = backend.services.clock();
  const sentTo = (userId: string, at: number) => ({
    ...{ userId, topic: "team_message", channel: "inbox" as const, state: "sent" as const, path: "/dashboard" },
    ...{ createdAt: new Date(createdAt.getTime() - Math.floor(at / 3) * 1_000), stateAt: createdAt, dedupeKey: `sent ${at}` },
  });
  const many = Array.from({ length: 2 * sentNotices + 7 }, (_, at) => [sentTo(person.id, at), sentTo(other, at)]);
  await backend.services.db.insert(notices).values(many.flat());
  const own = await backend.services.db.$count(notices, eq(notices.userId, person.id));
  const seen: string[] = [];
  for (let after = "", more = true; more; after = `?after=${seen.at(-1)}`) {
    const page = await (await backend.request(`/api/admin/users/${person.id}/notices${after}`, { cookie })).json();
    seen.push(...page.items.map(({ id }: { id: string }) => id));
    more = page.more;
  }
  expect([seen.length, new Set(seen).size]).toEqual([own, own]);
});

test.each(mailTopics)("the title of %s shows values that its notices retain", (topic: MailTopic) => {
  for (const texts of [localeTexts("fr").mails, localeTexts("en").mails] as unknown as Record<string, { subject: string }>[]) {
    const names = [...(texts[topic]?.subject ?? "").matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
    const all = Object.fromEntries([...names, "token", "message"].map((name) => [name, "x"]));
    expect(Object.keys(valuesOfTitle(topic, all)).sort()).toEqual(names.sort());
  }
});

test("the summary that pages show is each reader's own, in the language of the page", async () => {
  const { backend, id, cookie } = await reader();
  const other = await signIn(backend, { role: "VOLUNTEER" });
  await queueMail(backend.services, id, "retention_month", { date: "3 mars" }, "once");
  const summary = async (by: string, language: string) => {
    const headers = { cookie: by, "accept-language": language };
    const request = new Request(`${backend.services.settings.publicUrl}/api/account/inbox/summary`, { headers });
    const answer = await backend.fetch(request, { ip: "192.0.2.1", page: {} });
    const { unread, latest } = (await answer.json()) as { unread: number; latest: Notice[] };
    return [unread, ...latest.map(({ title }) => title)];
  };
  const french = [1, expect.stringContaining("Votre compte")];
  const english = [1, "Your account will be closed on 3 mars"];
  expect([await summary(cookie, "fr"), await summary(cookie, "en")]).toEqual([french, english]);
  expect([await summary(other.cookie, "fr"), await summary(other.cookie, "en")]).toEqual([[0], [0]]);
  expect([await summary(cookie, "en"), await summary(cookie, "fr")]).toEqual([english, french]);
});
