import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLimits } from "#backend/http/limits";
import { auditLog } from "#backend/modules/audit/tables";
import { mailSummaries } from "#backend/modules/dashboard/summaries";
import { queueMail } from "#backend/modules/mails/outbox";
import { encryptToken } from "#backend/modules/mails/sealing";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import type { MailTopic } from "#backend/modules/mails/topics";
import { unsubscribeToken } from "#backend/modules/mails/unsubscribe-links";
import { notices } from "#backend/modules/notices/tables";
import { consents, notificationChoices } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { type OptionalTopic, optionalTopics } from "#contract/accounts/notifications";
import { consentTexts } from "#contract/law/privacy";
import { backendForTest, testClock, testSettings } from "#tests/support/backend";
import { noLimits } from "#tests/support/no-limits";
import { addPerson, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";
import { startPushProvider } from "#tests/support/push-provider";

const stopPath = "/api/mails/unsubscribe";
const hour = 3_600;

/** An administrator who gets every topic, on a Saturday. */
async function opened(parts: Parameters<typeof backendForTest>[0] = {}) {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock, limits: { ...noLimits }, ...parts });
  const { services } = backend;
  const person = await signIn(backend, { role: "ADMIN" });
  const consent = (given: boolean, textVersion: number = consentTexts.newsletter) =>
    services.db.insert(consents).values({ userId: person.id, purpose: "newsletter", given, textVersion, at: time.clock() });
  const choose = (frequency: "daily" | "weekly" | "never", topic: OptionalTopic = "waiting") =>
    services.db
      .insert(notificationChoices)
      .values({ userId: person.id, topic, channel: "email", frequency })
      .onConflictDoUpdate({
        target: [notificationChoices.userId, notificationChoices.topic, notificationChoices.channel],
        set: { frequency },
      });
  await consent(true);
  await choose("weekly");
  const token = (topic: OptionalTopic, userId = person.id) => unsubscribeToken(services.settings, { userId, topic });
  const post = async (path: string, json: object) => {
    const answer = await backend.request(stopPath + path, { method: "POST", json });
    return { status: answer.status, ...((await answer.json()) as { topic?: string | null; isWanted?: boolean; former?: string | null }) };
  };
  const state = (topic: OptionalTopic) => post("/state", { token: token(topic) });
  const stop = (topic: OptionalTopic) => post("", { token: token(topic) });
  const undo = (topic: OptionalTopic, former?: string) => post("/undo", { token: token(topic), former });
  const queue = (about: OptionalTopic, key: string, to = person.id) => queueMail(services, to, "team_message", {}, key, { about });
  return { time, backend, services, person, consent, choose, token, post, state, stop, undo, queue };
}

/** The head and the text of a mail as it was sent, without the line breaks of its encoding. */
function parts(source = "") {
  const [head = ""] = source.split("\r\n\r\n");
  return { head: head.replace(/\r\n[ \t]+/g, " "), body: source.slice(head.length).replace(/=\r\n/g, "").replaceAll("=3D", "=") };
}

test("what is sealed for another purpose stops nothing", async () => {
  const { services, person, post, state } = await opened();
  const token = encryptToken(services.settings.sessionSecrets, `waiting ${person.id}`);
  expect(await post("", { token })).toMatchObject({ topic: null });
  expect(await state("waiting")).toMatchObject({ isWanted: true });
});

test.each(optionalTopics)("a mail of %s has a link to stop it, in its headers, text and HTML", async (about) => {
  const { services, queue, post } = await opened();
  const { received, mailer } = await postOffice();
  await queue(about, "one");
  const [waiting] = await services.db.select().from(outgoingMails);
  expect((await sendWaitingMails(services, mailer)).sent).toBe(1);
  const { head, body } = parts(received[0]?.source);
  const url = /^List-Unsubscribe: <(http:\/\/localhost:3000\/unsubscribe\?token=([\w-]{20,128}))>\r?$/im.exec(head);
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/im);
  expect(body.split(url?.[1] ?? "none").length - 1).toBe(2);
  const token = url?.[2] ?? "";
  expect(Buffer.from(token, "base64url").toString("latin1")).not.toMatch(new RegExp(`${about}|${waiting?.userId}`));
  expect(JSON.stringify(waiting)).not.toContain(token);
  expect(await post("/state", { token })).toEqual({ status: 200, topic: about, isWanted: true, hasAccount: true, canUndo: false });
});

test("mails about the account have no such link, and the summary of waiting work has one in its reader's language", async () => {
  const { services, backend, person, time } = await opened();
  const { received, mailer } = await postOffice();
  await queueMail(services, person.id, "password_changed", {}, "one");
  const reader = await addPerson(backend, { role: "ADMIN", locale: "en" });
  const daily = { userId: reader.id, topic: "waiting", channel: "email" as const, frequency: "daily" as const };
  await services.db.insert(notificationChoices).values(daily);
  await addPerson(backend, { role: "BENEFICIARY", accountState: "to_validate" });
  time.set("2026-11-24T07:00:00Z");
  await mailSummaries(services, "daily");
  await sendWaitingMails(services, mailer);
  const [account, summary] = received.map(({ source }) => parts(source).head);
  expect(account).not.toMatch(/list-unsubscribe/i);
  expect(summary).toContain("List-Unsubscribe: <http://localhost:3000/en/unsubscribe?token=");
});

test("a link stops its topic and no other, once; the choice and its change are stored", async () => {
  const { services, person, stop, state } = await opened();
  expect(await stop("association")).toEqual({
    status: 200,
    topic: "association",
    isWanted: false,
    hasAccount: true,
    canUndo: true,
    former: "each",
  });
  expect(await stop("association")).toEqual({
    status: 200,
    topic: "association",
    isWanted: false,
    hasAccount: true,
    canUndo: true,
    former: null,
  });
  expect(await stop("newsletter")).toMatchObject({ isWanted: false, former: "each" });
  expect(await stop("newsletter")).toMatchObject({ isWanted: false, former: null });
  const wanted = await Promise.all(optionalTopics.map(async (topic) => [topic, (await state(topic)).isWanted]));
  expect(Object.fromEntries(wanted)).toEqual({
    ...{ articles: true, messages: true, waiting: true, reminders: true, greetings: true, summary: true },
    ...{ association: false, newsletter: false },
  });
  const stored = await services.db.select().from(consents).where(eq(consents.userId, person.id)).orderBy(consents.given);
  expect(stored.map(({ given, textVersion }) => [given, textVersion])).toEqual([
    [false, consentTexts.newsletter],
    [true, consentTexts.newsletter],
  ]);
  const log = await services.db.select().from(auditLog).where(eq(auditLog.entityId, person.id)).orderBy(auditLog.seq);
  expect(log.map(({ action, actorKind, changes }) => [action, actorKind, changes])).toEqual([
    ["user.unsubscribe", "system", { association: { before: "each", after: "never" } }],
    ["user.unsubscribe", "system", { newsletter: { before: "each", after: "never" } }],
  ]);
});

test("what waits is not sent any more after it was stopped or paused, and its notice says so", async () => {
  const { backend, services, person, queue, stop } = await opened();
  const { received, mailer } = await postOffice();
  const other = await addPerson(backend, { role: "VOLUNTEER", email: "other@maillon.example" });
  for (const topic of ["association", "newsletter", "articles"] as const) await queue(topic, topic);
  await queue("association", "of another", other.id);
  await stop("association");
  await stop("newsletter");
  const pause = { method: "PUT", cookie: person.cookie, json: { articles: "2026-12-24" } };
  expect((await backend.request("/api/account/notifications/pauses", pause)).status).toBe(200);
  expect(await sendWaitingMails(services, mailer)).toEqual({ sent: 1, more: false });
  expect(received.map(({ to }) => to)).toEqual([["other@maillon.example"]]);
  const rows = await services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, person.id));
  expect(rows.map(({ status, lastError, text }) => [status, lastError, text])).toEqual(Array(3).fill(["expired", "UNWANTED", ""]));
  const notified = await services.db.select().from(notices).where(eq(notices.userId, person.id));
  expect(notified.map(({ channel, state }) => `${channel} ${state}`).sort()).toEqual([
    ...Array(3).fill("email expired"),
    ...Array(3).fill("inbox sent"),
  ]);
});

const former: [string, Partial<typeof users.$inferInsert>, MailTopic, OptionalTopic | undefined][] = [
  ["an administrator who became a volunteer", { role: "VOLUNTEER" }, "message_received", "messages"],
  ["an administrator who became a volunteer", { role: "VOLUNTEER" }, "article_in_review", "articles"],
  ["a suspended administrator", { accountState: "suspended" }, "thread_continued", "messages"],
  ["a suspended account", { accountState: "suspended" }, "campaign_association", "association"],
  ["a suspended account", { accountState: "suspended" }, "campaign_newsletter", "newsletter"],
  ["a suspended account", { accountState: "suspended" }, "campaign_event", undefined],
];
test.each(former)("what waits is not sent to %s (%o): %s", async (_, changed, topic, about) => {
  const { services, person } = await opened();
  const { received, mailer } = await postOffice();
  expect(await queueMail(services, person.id, topic, {}, "one", { about })).toBe(true);
  await services.db.update(users).set(changed).where(eq(users.id, person.id));
  await sendWaitingMails(services, mailer);
  expect(received).toEqual([]);
  expect(await services.db.select().from(outgoingMails)).toMatchObject([{ status: "expired", lastError: "UNWANTED" }]);
});

test("who has stopped a topic, or has not consented, finds it in the inbox alone", async () => {
  const { services, queue, stop } = await opened();
  await stop("association");
  await stop("newsletter");
  expect([await queue("association", "a"), await queue("newsletter", "b"), await queue("articles", "c")]).toEqual([false, false, true]);
  expect(await services.db.$count(outgoingMails)).toBe(1);
});

test("a consent to an earlier text does not bring the newsletter", async () => {
  const { services, person, consent, queue, state, time } = await opened();
  time.pass(1);
  await consent(true, consentTexts.newsletter - 1);
  expect([await state("newsletter"), await queue("newsletter", "a")]).toMatchObject([{ isWanted: false }, false]);
  time.pass(1);
  await consent(true);
  expect(await queue("newsletter", "b")).toBe(true);
  expect(await services.db.$count(outgoingMails, eq(outgoingMails.userId, person.id))).toBe(1);
});

test("it is taken back as often as before; the consent to the newsletter within a day only", async () => {
  const { services, person, stop, undo, state, time } = await opened();
  const { former } = await stop("waiting");
  expect(former).toBe("weekly");
  expect(await undo("waiting", "weekly")).toEqual({ status: 200, topic: "waiting", isWanted: true, hasAccount: true, canUndo: false });
  const [row] = await services.db.select().from(notificationChoices).where(eq(notificationChoices.userId, person.id));
  expect(row?.frequency).toBe("weekly");
  await stop("waiting");
  await undo("waiting", "nonsense");
  expect((await services.db.select().from(notificationChoices))[0]?.frequency).toBe("daily");
  await stop("newsletter");
  time.pass(23 * hour);
  expect(await undo("newsletter")).toMatchObject({ isWanted: true });
  time.pass(1);
  await stop("newsletter");
  time.pass(25 * hour);
  expect(await undo("newsletter")).toMatchObject({ isWanted: false });
  expect(await state("newsletter")).toMatchObject({ isWanted: false, canUndo: false });
});

test("who never consented does not by a link", async () => {
  const { backend, services, post, token } = await opened();
  const other = await addPerson(backend, { role: "VOLUNTEER" });
  const link = { token: token("newsletter", other.id) };
  expect(await post("/undo", link)).toEqual({ status: 200, topic: "newsletter", isWanted: false, hasAccount: true, canUndo: false });
  expect(await services.db.$count(consents, eq(consents.userId, other.id))).toBe(0);
});

test("a link works for years and under a former secret; a forged one, and one of somebody who is gone, are unknown alike", async () => {
  const old = "a former secret of this site, long enough";
  const settings = { ...testSettings, sessionSecrets: [...testSettings.sessionSecrets, old] };
  const { time, person, post, token, stop } = await opened({ settings });
  const former = unsubscribeToken({ sessionSecrets: [old] }, { userId: person.id, topic: "articles" });
  const own = token("articles");
  time.pass(3 * 365 * 24 * hour);
  for (const valid of [former, own]) expect(await post("/state", { token: valid })).toMatchObject({ topic: "articles" });
  const dropped = unsubscribeToken(
    { sessionSecrets: ["a secret that was dropped, long enough"] },
    { userId: person.id, topic: "articles" },
  );
  const flipped = own.slice(0, -2) + (own.endsWith("AA") ? "BB" : "AA");
  const gone = token("articles", crypto.randomUUID());
  for (const unknown of [dropped, flipped, gone, "x".repeat(40)])
    for (const path of ["", "/state", "/undo"]) {
      const started = performance.now();
      expect(await post(path, { token: unknown })).toMatchObject({ status: 200, topic: null, isWanted: false });
      expect(performance.now() - started).toBeGreaterThan(145);
    }
  expect(await stop("articles")).toMatchObject({ former: "each" });
});

test("tries with unknown links are limited by network, and leave the links of others working", async () => {
  const { services, post, token } = await opened();
  Object.assign(services.limits, createLimits(services.db));
  const tries = await Promise.all(Array.from({ length: 35 }, () => post("/state", { token: "x".repeat(40) })));
  expect(tries.map(({ status }) => status).sort()).toEqual([...Array(30).fill(200), ...Array(5).fill(429)]);
  expect(await post("", { token: token("articles") })).toMatchObject({ status: 200, isWanted: false });
});

test("sixty requests an hour come by one link, and the links of other topics go on working", async () => {
  const { services, stop, person } = await opened();
  Object.assign(services.limits, createLimits(services.db));
  for (let times = 0; times < 59; times += 1) await services.limits.take("unsubscribeByLink", `${person.id} articles`);
  expect([(await stop("articles")).status, (await stop("articles")).status, (await stop("waiting")).status]).toEqual([200, 429, 200]);
});

test("of many who follow one link at once, one stops the mails, and the log and the consents say it once", async () => {
  const { services, person, stop } = await opened();
  const answers = await Promise.all(Array.from({ length: 20 }, () => stop("newsletter")));
  expect(answers.map(({ former }) => former).sort()).toEqual(["each", ...Array(19).fill(null)]);
  expect(await services.db.$count(consents, eq(consents.userId, person.id))).toBe(2);
  expect(await services.db.$count(auditLog, eq(auditLog.action, "user.unsubscribe"))).toBe(1);
});

test("the matrix has the newsletter as the consent says, and everybody chooses the life of the association", async () => {
  const { backend, person, stop } = await opened();
  const choices = async (cookie: string) => (await backend.request("/api/account/notifications", { cookie })).json();
  expect(await choices(person.cookie)).toEqual({
    ...{ articles: "each", messages: "each", waiting: "weekly", reminders: "each", association: "each", greetings: "each" },
    newsletter: true,
  });
  await stop("newsletter");
  const { cookie } = await signIn(backend, { role: "BENEFICIARY" });
  const never = await backend.request("/api/account/notifications", {
    method: "PUT",
    cookie,
    json: { association: "never", newsletter: true },
  });
  expect([never.status, await choices(cookie)]).toEqual([
    200,
    { reminders: "each", association: "never", greetings: "each", newsletter: false },
  ]);
  expect(await choices(person.cookie)).toMatchObject({ newsletter: false });
});

test("a topic that the caller says goes to devices by that choice, the newsletter to none", async () => {
  const time = testClock();
  const { push } = await startPushProvider({ clock: time.clock });
  const { backend, services, person, queue } = await opened({ push });
  const json = { token: `device:${"x".repeat(40)}` };
  await backend.request("/api/account/push-devices", { method: "POST", cookie: person.cookie, json });
  const pushed = async (about: OptionalTopic, key: string) => {
    await queue(about, key);
    const rows = await services.db.select().from(notices).where(eq(notices.dedupeKey, key));
    return rows.some(({ channel }) => channel === "push");
  };
  expect([await pushed("association", "a"), await pushed("newsletter", "b")]).toEqual([true, false]);
  await backend.request("/api/account/notifications", { method: "PUT", cookie: person.cookie, json: { pushAssociation: "never" } });
  expect(await pushed("association", "c")).toBe(false);
});
