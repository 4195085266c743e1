import { setTimeout as pause } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openServer } from "#backend/db/client";
import { createTranslate } from "#backend/http/translation";
import { type InboxTopic, valuesOfTitle } from "#backend/modules/mails/inbox-topics";
import { withdrawNotices, writeInInbox } from "#backend/modules/mails/notice-writing";
import { queueMail } from "#backend/modules/mails/outbox";
import { isHarmless, isPushed, isUrgent } from "#backend/modules/mails/push-topics";
import { type MailTopic, mailFacts, mailTopics } from "#backend/modules/mails/topics";
import { notices as moduleOfNotices } from "#backend/modules/notices/module";
import { shownOnDevice } from "#backend/modules/notices/push-message";
import { endOldMessages, sendPushMessages } from "#backend/modules/notices/push-sending";
import { notices, pushDevices, pushMessages } from "#backend/modules/notices/tables";
import { notificationChoices, notificationPauses } from "#backend/modules/privacy/tables";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { localeTexts } from "#tests/support/locale-texts";
import { cookiesOf, signIn } from "#tests/support/people";
import { refusal, startPushProvider, taken } from "#tests/support/push-provider";

const minute = 60;
const hour = 60 * minute;
const tokenOf = (name: string) => `${name}:APA91b-${"x".repeat(40)}`;

type Stopped = {
  choice?: Omit<typeof notificationChoices.$inferInsert, "userId">;
  pause?: Omit<typeof notificationPauses.$inferInsert, "userId">;
};
type Opening = { role?: "ADMIN" | "VOLUNTEER"; locale?: "fr" | "en"; devices?: string[]; at?: string; patience?: number };

/** A person with devices, and the push provider. */
async function opened({ role = "VOLUNTEER", locale, devices = ["phone"], at, patience }: Opening = {}) {
  const time = testClock(at ? new Date(at) : undefined);
  const provider = await startPushProvider({ clock: time.clock, patience });
  const database = await openTestDatabase();
  const backend = await backendForTest({ clock: time.clock, push: provider.push, database });
  const { services } = backend;
  const person = await signIn(backend, { role, locale, firstName: "Prénom-Nadel" });
  for (const name of devices) await addDevice(backend, await cookiesOf(backend, person.id), name);
  const send = () => sendPushMessages(services, provider.sender);
  const queue = (topic: MailTopic, values: Record<string, string> = {}, key: string = crypto.randomUUID()) =>
    queueMail(services, person.id, topic, values, key);
  const state = async () => {
    const found = await services.db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, person.id), eq(notices.channel, "push")));
    return found.map((notice) => notice.state).sort();
  };
  const to = () => provider.sent.map(({ message }) => message.token.split(":")[0]);
  return { time, provider, database, backend, services, person, send, queue, state, to };
}

async function addDevice(backend: TestBackend, cookie: string, name: string) {
  const answer = await backend.request("/api/account/push-devices", { method: "POST", cookie, json: { token: tokenOf(name) } });
  expect(answer.status).toBe(200);
}

test("S7-024: what is sent by mail reaches each device of the person by the push provider, once, in their language", async () => {
  const { queue, send, state, provider, to } = await opened({ locale: "en", devices: ["phone", "laptop"] });
  for (const _ of [1, 2]) await queue("team_message", {}, "once");
  expect(await state()).toEqual(["waiting"]);
  expect(await send()).toEqual({ sent: 2, more: false });
  expect(to().sort()).toEqual(["laptop", "phone"]);
  const [{ message } = {}] = provider.sent;
  expect(message).toMatchObject({ notification: { title: "The team has written to you" }, data: { url: "/en/account/chat" } });
  expect(await state()).toEqual(["sent"]);
  expect((await send()).sent).toBe(0);
});

test("S7-024: without the push provider's settings none is called, and nothing waits for a device", async () => {
  const backend = await backendForTest();
  const { id } = await signIn(backend, { role: "VOLUNTEER" });
  await queueMail(backend.services, id, "team_message", {}, "one");
  expect(await backend.services.db.$count(notices, eq(notices.channel, "push"))).toBe(0);
  expect(await backend.services.db.$count(pushMessages)).toBe(0);
});

test("a process that is about to end takes no further message, and stores what the provider has accepted", async () => {
  const { backend, queue, provider, services } = await opened({ devices: ["phone", "laptop", "tablet"] });
  await queue("team_message");
  const stopping = new AbortController();
  provider.answer = () => {
    stopping.abort();
    return taken();
  };
  const [job] = (await moduleOfNotices.parts?.(backend.services))?.jobs?.(services) ?? [];
  await job?.run(stopping.signal);
  expect(provider.sent).toHaveLength(1);
  expect((await services.db.select().from(pushMessages)).map(({ attempts }) => attempts)).toEqual([0, 0]);
});

test("nobody else's devices, and no message of a topic that the person does not want there", async () => {
  const { backend, queue, send, to, services, person } = await opened({ role: "ADMIN" });
  const other = await signIn(backend, { role: "ADMIN" });
  await addDevice(backend, other.cookie, "other");
  const never = { userId: person.id, topic: "articles", channel: "push" as const, frequency: "never" as const };
  await services.db.insert(notificationChoices).values(never);
  await queue("article_in_review", { articleId: crypto.randomUUID() });
  expect((await send()).sent).toBe(0);
  await queue("team_message");
  await send();
  expect(to()).toEqual(["phone"]);
});

const association = { topic: "association", frequency: "never" } as const;
test.each([
  ["stopped for devices", { choice: { ...association, channel: "push" } }],
  ["stopped by the link of a mail", { choice: { ...association, channel: "email" } }],
  ["paused", { pause: { topic: "association", until: "2026-12-01" } }],
  ["paused with all the others", { pause: { topic: "all", until: "2026-11-23" } }],
] as const)("what waits of a topic that is then %s is on no device", async (_, { choice, pause }: Stopped) => {
  const { send, provider, services, person, state, time } = await opened({ at: "2026-11-21T20:00:00Z", devices: ["phone", "laptop"] });
  await queueMail(services, person.id, "campaign_association", {}, "campaign", { about: "association" });
  await queueMail(services, person.id, "team_message", {}, "team");
  if (choice) await services.db.insert(notificationChoices).values({ userId: person.id, ...choice });
  if (pause) await services.db.insert(notificationPauses).values({ userId: person.id, ...pause });
  time.set("2026-11-22T07:00:00Z");
  expect((await send()).sent).toBe(2);
  expect(new Set(provider.sent.map(({ message }) => message.data.url))).toEqual(new Set(["/account/chat"]));
  expect([await state(), await services.db.$count(pushMessages)]).toEqual([["expired", "sent"], 0]);
});

test("who wants no mail of a topic still gets it on a device", async () => {
  const { queue, send, services, person, provider } = await opened({ role: "ADMIN" });
  const never = { userId: person.id, topic: "articles", channel: "email" as const, frequency: "never" as const };
  await services.db.insert(notificationChoices).values(never);
  const articleId = crypto.randomUUID();
  await queue("article_in_review", { articleId });
  await send();
  expect(provider.sent[0]?.message.data.url).toBe(`/dashboard/admin/news/${articleId}/view`);
});

test("who wants no mail of a topic gets it on a device as late, and until then, as it would be mailed", async () => {
  const { services, person, time } = await opened({ role: "ADMIN" });
  const never = { userId: person.id, topic: "articles", channel: "email" as const, frequency: "never" as const };
  await services.db.insert(notificationChoices).values(never);
  const [notBefore, until] = [hour, 2 * hour].map((seconds) => new Date(time.clock().getTime() + seconds * 1_000));
  await queueMail(services, person.id, "article_in_review", { articleId: crypto.randomUUID() }, "review", { notBefore, until });
  const { dueAt, sendBefore } = pushMessages;
  expect(await services.db.select({ dueAt, sendBefore }).from(pushMessages)).toEqual([{ dueAt: notBefore, sendBefore: until }]);
});

test("a mail with a token, or one that confirms what was just done, is on no device", async () => {
  const { queue, services, person, state } = await opened();
  const link = { token: "a".repeat(43), endsAt: new Date(services.clock().getTime() + 3_600_000) };
  await queueMail(services, person.id, "password_reset", {}, "reset", { link });
  await queue("criteria_received");
  expect(await state()).toEqual([]);
});

test("no personal value leaves with a message: neither a name, nor a title that holds one", async () => {
  const { queue, send, provider, backend } = await opened();
  const secret = "Needle Nadel";
  await queue("thread_continued", { ticket: "C-00042", name: secret, page: "/dashboard" });
  await queue("driver_paper_soon", { document: secret, date: "3 mars" });
  await queue("retention_month", { date: "3 mars" });
  await send();
  expect(provider.sent.map(({ message }) => message.notification.title).sort()).toEqual([
    "Un document à renouveler",
    "Une personne vous a réécrit : C-00042",
    "Votre compte sera fermé le 3 mars",
  ]);
  const all = JSON.stringify(provider.sent);
  for (const word of [secret, "Nadel", "person-"]) expect(all).not.toContain(word);
  expect(JSON.stringify(backend.logged)).not.toContain("APA91b");
});

test.each(mailTopics.filter(isPushed))("%s has a title, a body and a path of ours in both languages, in 4 KB", (topic) => {
  const translate = createTranslate();
  for (const [locale, texts] of [
    ["fr", localeTexts("fr").mails],
    ["en", localeTexts("en").mails],
  ] as const) {
    const { subject, title } = (texts as unknown as Record<string, { subject: string; title?: string }>)[topic] ?? { subject: "" };
    const names = [...subject.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
    const values = valuesOfTitle(topic, Object.fromEntries(names.map((name) => [name, "é".repeat(3_000)])));
    expect(isHarmless(values) || !!title).toBe(true);
    const path = mailFacts[topic].path && `/x/${"é".repeat(3_000)}`;
    const shown = shownOnDevice(translate, { id: crypto.randomUUID(), topic, values, path, locale });
    for (const text of [shown.title, shown.body]) expect(text).not.toMatch(/mails:|\.title|\.button|\{\{|^$/);
    expect(shown.url).toMatch(locale === "en" ? /^\/en\/account\/inbox$/ : /^\/account\/inbox$/);
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThan(1_000);
  }
});

test.each([
  ["404", () => refusal(404, "UNREGISTERED")],
  ["410", () => new Response(null, { status: 410 })],
])("a device that the provider knows no more (%s) is dropped with all that waits for it", async (_, answer) => {
  const { queue, send, provider, services, state, to } = await opened({ devices: ["phone", "laptop"] });
  provider.answer = ({ message }) => (message.token.startsWith("phone") ? answer() : taken());
  await queue("team_message");
  await queue("rights_changed");
  expect((await send()).sent).toBe(2);
  expect(to().filter((name) => name === "phone")).toHaveLength(1);
  expect(await state()).toEqual(["sent", "sent"]);
  expect(await services.db.$count(pushDevices)).toBe(1);
  provider.answer = answer;
  await queue("account_accepted");
  await send();
  expect([await services.db.$count(pushDevices), await state()]).toEqual([0, ["failed", "sent", "sent"]]);
});

test("a message that the provider refuses for good has failed, and its device stays", async () => {
  const { queue, send, provider, services, state } = await opened();
  provider.answer = () => refusal(400, "INVALID_ARGUMENT");
  await queue("team_message");
  await send();
  expect([await state(), await services.db.$count(pushDevices), await services.db.$count(pushMessages)]).toEqual([["failed"], 1, 0]);
});

test("one device that fails is tried again alone, each time later", async () => {
  const { queue, send, provider, time, state, to } = await opened({ devices: ["phone", "laptop"] });
  provider.answer = ({ message }) => (message.token.startsWith("phone") ? refusal(500) : taken());
  await queue("team_message");
  expect((await send()).sent).toBe(1);
  for (const wait of [minute, 2 * minute, 4 * minute]) {
    time.pass(wait - 1);
    await send();
    const before = to().length;
    time.pass(1);
    await send();
    expect(to().length).toBe(before + 1);
  }
  provider.answer = taken;
  time.pass(8 * minute);
  await send();
  expect(to().filter((name) => name === "laptop")).toHaveLength(1);
  expect([to().filter((name) => name === "phone").length, await state()]).toEqual([5, ["sent"]]);
});

test("a provider that has had enough is left alone as long as it says", async () => {
  const { queue, send, provider, time, to } = await opened({ devices: ["phone", "laptop"] });
  provider.answer = () => refusal(429, "QUOTA_EXCEEDED", { "retry-after": "600" });
  await queue("team_message");
  expect(await send()).toEqual({ sent: 0, more: false });
  expect(to()).toHaveLength(1);
  const [first] = to();
  provider.answer = taken;
  time.pass(599);
  await send();
  expect(to().slice(1)).not.toContain(first);
  time.pass(1);
  await send();
  expect(to()).toHaveLength(3);
});

test("while no token is given, messages wait, and leave with the first one", async () => {
  const { queue, send, provider, time, state } = await opened();
  const own = provider.token;
  provider.token = () => new Response("no", { status: 500 });
  await queue("team_message");
  await send();
  expect([provider.sent.length, await state()]).toEqual([0, ["waiting"]]);
  provider.token = own;
  time.pass(minute);
  expect((await send()).sent).toBe(1);
});

test("what has nothing to say a day later expires", async () => {
  const { queue, send, provider, time, state, services } = await opened();
  provider.answer = () => refusal(503);
  await queue("team_message");
  await queue("annual_check");
  await send();
  time.pass(24 * hour);
  await send();
  expect(await state()).toEqual(["expired", "waiting"]);
  time.pass(48 * hour);
  await endOldMessages(services.db, time.clock());
  expect([await state(), await services.db.$count(pushMessages)]).toEqual([["expired", "expired"], 0]);
});

test("what waits for a device that logs out expires", async () => {
  const { queue, send, backend, person, provider, state } = await opened({ devices: [] });
  await addDevice(backend, person.cookie, "phone");
  await queue("team_message");
  await backend.request("/api/auth/logout", { cookie: person.cookie, headers: { "sec-fetch-site": "same-origin" } });
  await send();
  expect([provider.sent, await state()]).toEqual([[], ["expired"]]);
});

test("what waits is not sent to a device that another account has taken over", async () => {
  const { queue, send, backend, provider } = await opened();
  await queue("team_message");
  const other = await signIn(backend, { role: "VOLUNTEER" });
  await addDevice(backend, other.cookie, "phone");
  await send();
  expect(provider.sent).toEqual([]);
});

test("at night messages wait until eight, but for those about the security of the account", async () => {
  const { queue, send, provider, time, to } = await opened({ at: "2026-11-21T20:00:00Z" });
  await queue("team_message");
  await queue("password_changed");
  expect([(await send()).sent, provider.sent[0]?.message.webpush.headers.Urgency]).toEqual([1, "high"]);
  time.set("2026-11-22T06:59:59Z");
  expect((await send()).sent).toBe(0);
  time.set("2026-11-22T07:00:00Z");
  expect([(await send()).sent, to().length]).toEqual([1, 2]);
});

test("what is urgent passes a batch that was due before it", async () => {
  const { queue, send, provider, time } = await opened();
  for (const _ of [1, 2, 3]) await queue("team_message");
  time.pass(minute);
  await queue("password_changed");
  await send();
  expect(provider.sent.map(({ message }) => message.webpush.headers.Urgency)).toEqual(["high", "normal", "normal", "normal"]);
});

test.each([
  ["summer time begins", "2026-03-28T23:30:00Z", "2026-03-29T05:59:00Z", "2026-03-29T06:00:00Z"],
  ["summer time ends", "2026-10-24T23:30:00Z", "2026-10-25T06:59:00Z", "2026-10-25T07:00:00Z"],
])("the night in which %s ends at eight, too", async (_, night, before, eight) => {
  const { queue, send, time } = await opened({ at: night });
  await queue("team_message");
  time.set(before);
  expect((await send()).sent).toBe(0);
  time.set(eight);
  expect((await send()).sent).toBe(1);
});

test("the provider may not deliver in the night, nor when there is nothing to say any more", async () => {
  const { queue, send, provider } = await opened({ at: "2026-11-21T19:30:00Z" });
  await queue("team_message");
  await queue("password_changed");
  await send();
  const ttl = Object.fromEntries(provider.sent.map(({ message }) => [message.webpush.headers.Urgency, message.webpush.headers.TTL]));
  expect(ttl).toEqual({ normal: String(30 * minute), high: String(24 * hour) });
});

test("only topics about the security of the account are urgent", () => {
  expect(mailTopics.filter(isUrgent)).toEqual(["session_revoked", "email_change_asked", "password_changed"]);
});

test("a slow answer is waited for, and another process leaves the message alone meanwhile", async () => {
  const { queue, send, provider, database, services, time } = await opened();
  const other = "url" in database ? await secondProcess(database.url) : services.db;
  provider.answer = () => pause(400).then(taken);
  await queue("team_message");
  const first = send();
  while (provider.sent.length === 0) await pause(10);
  time.pass(minute);
  expect(await sendPushMessages({ ...services, db: other }, provider.sender)).toEqual({ sent: 0, more: false });
  expect([(await first).sent, provider.sent.length]).toEqual([1, 1]);
});

test("the message of a crashed process is sent by another once its claim has ended", async () => {
  const { queue, send, services, time } = await opened();
  await queue("team_message");
  const claimedUntil = new Date(time.clock().getTime() + minute * 1000);
  await services.db.update(pushMessages).set({ attempts: 1, claimedUntil });
  expect((await send()).sent).toBe(0);
  time.pass(minute);
  expect((await send()).sent).toBe(1);
});

test.runIf(serverUrl)("five processes send forty messages once each", async () => {
  const { queue, provider, database, services } = await opened({ devices: ["phone", "laptop"] });
  for (let at = 0; at < 20; at += 1) await queue("team_message");
  const others = await Promise.all(Array.from({ length: 4 }, () => secondProcess("url" in database ? database.url : "")));
  await Promise.all([services.db, ...others].map((db) => sendPushMessages({ ...services, db }, provider.sender)));
  const seen = provider.sent.map(({ message }) => message.token + message.data.tag);
  expect([seen.length, new Set(seen).size]).toEqual([40, 40]);
});

test("staff see what was sent to a device among the notices of a person", async () => {
  const { queue, send, backend, person } = await opened();
  await queue("team_message");
  await send();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { items } = await (await backend.request(`/api/admin/users/${person.id}/notices`, { cookie })).json();
  const found = items.map(({ channel, state }: { channel: string; state: string }) => `${channel} ${state}`);
  expect(found.sort()).toEqual(["email waiting", "inbox sent", "push sent"]);
});

async function secondProcess(url: string) {
  const { db, close } = await openServer(url, 2);
  onTestFinished(close);
  return db;
}

test("what comes without a mail is on devices too, once, with no title that names an event, and is taken back before it is seen", async () => {
  const { services, person, send, provider, state, time } = await opened();
  const write = (topic: InboxTopic, values: Record<string, string>, dedupeKey: string) =>
    writeInInbox(services.db, topic, { userId: person.id, path: "/dashboard", values, dedupeKey, createdAt: time.clock() });
  for (const _ of [1, 2]) await write("answer_undelivered", { ticket: "M-00012" }, "one");
  await write("place_left", { kind: "left", eventTitle: "Tri de Noël", moment: "le 3 mars" }, "two");
  await write("kit_moved", { kind: "delivery", status: "delivered" }, "three");
  await withdrawNotices(services.db, ["three"]);
  expect(await services.db.$count(pushMessages)).toBe(2);
  expect((await send()).sent).toBe(2);
  const titles = provider.sent.map(({ message }) => message.notification.title).sort();
  expect(titles).toEqual(["Du nouveau dans votre boîte de réception", expect.stringContaining("M-00012")]);
  expect(JSON.stringify(provider.sent)).not.toContain("Noël");
  await withdrawNotices(services.db, ["one", "two"]);
  expect(await state()).toEqual(["sent", "sent"]);
});
