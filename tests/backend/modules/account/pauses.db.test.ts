import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailSummaries } from "#backend/modules/dashboard/summaries";
import { queueMail } from "#backend/modules/mails/outbox";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { notificationChoices } from "#backend/modules/privacy/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";
import { startPushProvider } from "#tests/support/push-provider";

const path = "/api/account/notifications/pauses";

/** An administrator with a device, on a Saturday. */
async function opened() {
  const time = testClock();
  const { push } = await startPushProvider({ clock: time.clock });
  const backend = await backendForTest({ clock: time.clock, push });
  const { services } = backend;
  const person = await signIn(backend, { role: "ADMIN" });
  const { cookie } = person;
  const token = `device:${"x".repeat(40)}`;
  await backend.request("/api/account/push-devices", { method: "POST", cookie, json: { token } });
  const pause = (json: object, as = cookie) => backend.request(path, { method: "PUT", cookie: as, json });
  const pauses = async (as = cookie) => (await backend.request(path, { cookie: as })).json();
  /** The channels by which a topic reaches the person now. */
  const channels = async (topic: "article_in_review" | "password_changed") => {
    const key = crypto.randomUUID();
    await queueMail(services, person.id, topic, { articleId: crypto.randomUUID() }, key);
    const written = and(eq(notices.userId, person.id), eq(notices.dedupeKey, key));
    return (await services.db.select({ channel: notices.channel }).from(notices).where(written)).map(({ channel }) => channel).sort();
  };
  return { time, backend, services, person, pause, pauses, channels };
}

test.each(["all", "articles"])("until the day of a pause of %s, a topic is in the inbox alone", async (topic) => {
  const { time, pause, channels } = await opened();
  expect(await channels("article_in_review")).toEqual(["email", "inbox", "push"]);
  expect((await pause({ [topic]: "2026-11-24" })).status).toBe(200);
  expect(await channels("article_in_review")).toEqual(["inbox"]);
  time.set("2026-11-23T22:59:59Z");
  expect(await channels("article_in_review")).toEqual(["inbox"]);
  time.set("2026-11-23T23:00:00Z");
  expect(await channels("article_in_review")).toContain("email");
});

test("a pause of another topic, or of somebody else, holds nothing back", async () => {
  const { backend, pause, channels } = await opened();
  const other = await signIn(backend, { role: "ADMIN" });
  await pause({ all: "2027-01-01" }, other.cookie);
  await pause({ waiting: "2027-01-01" });
  expect(await channels("article_in_review")).toEqual(["email", "inbox", "push"]);
});

test("what is about the account is never paused", async () => {
  const { pause, channels } = await opened();
  await pause({ all: "2027-01-01", articles: "2027-01-01", waiting: "2027-01-01" });
  expect(await channels("password_changed")).toEqual(["email", "inbox", "push"]);
});

test.each(["all", "waiting"])("the summary of waiting work is not sent during a pause of %s", async (topic) => {
  const { time, backend, services, person, pause } = await opened();
  await addPerson(backend, { role: "BENEFICIARY", accountState: "to_validate" });
  const daily = { userId: person.id, topic: "waiting", channel: "email" as const, frequency: "daily" as const };
  await services.db.insert(notificationChoices).values(daily);
  await pause({ [topic]: "2026-11-24" });
  const summaries = () => services.db.$count(outgoingMails, eq(outgoingMails.topic, "work_summary"));
  time.set("2026-11-23T07:00:00Z");
  await mailSummaries(services, "daily");
  expect(await summaries()).toBe(0);
  time.set("2026-11-24T07:00:00Z");
  await mailSummaries(services, "daily");
  expect(await summaries()).toBe(1);
});

test("pauses are replaced as a whole; one that has ended is none, and one of more than a year is refused", async () => {
  const { time, pause, pauses } = await opened();
  await pause({ all: "2026-12-01", articles: "2027-11-21" });
  expect(await pauses()).toEqual({ all: "2026-12-01", articles: "2027-11-21" });
  const refused = await pause({ all: "2027-11-22" });
  expect([refused.status, Object.keys((await refused.json()).fieldErrors)]).toEqual([422, ["all"]]);
  await pause({ articles: "2026-12-02" });
  expect(await pauses()).toEqual({ articles: "2026-12-02" });
  time.pass(20 * 86_400);
  expect((await pause({ all: "soon" })).status).toBeGreaterThanOrEqual(400);
});

test.each(["2026-11-20", "2026-11-21"])("a pause until %s, which is today or before, is refused and changes nothing", async (until) => {
  const { pause, pauses } = await opened();
  await pause({ articles: "2026-12-02" });
  const refused = await pause({ articles: "2026-12-03", waiting: until });
  const { fieldErrors } = await refused.json();
  expect([refused.status, Object.keys(fieldErrors), fieldErrors.waiting[0]]).toEqual([422, ["waiting"], "account:pause.past"]);
  expect(await pauses()).toEqual({ articles: "2026-12-02" });
});

test("a topic of another role, or a newsletter without consent, is not paused", async () => {
  const { backend, pause, pauses } = await opened();
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  const wanted = { articles: "2027-01-01", newsletter: "2027-01-01", association: "2027-01-02" };
  expect((await pause(wanted, cookie)).status).toBe(200);
  expect(await pauses(cookie)).toEqual({ association: "2027-01-02" });
});
