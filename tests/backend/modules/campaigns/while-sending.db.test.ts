import { and, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions } from "#backend/identity/tables";
import { endCampaigns } from "#backend/modules/campaigns/stopping";
import { outgoingMails } from "#backend/modules/mails/tables";
import { sendPushMessages } from "#backend/modules/notices/push-sending";
import { pushMessages } from "#backend/modules/notices/tables";
import { consents, notificationPauses } from "#backend/modules/privacy/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import type { CampaignDraft } from "#contract/accounts/campaign-drafts";
import { campaignsApi, confirmedAbove, type PersonResult } from "#contract/accounts/campaigns";
import { consentTexts } from "#contract/law/privacy";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { campaignOffice, noticesOf, runCampaigns, storedCampaign } from "#tests/support/campaigns";
import { newsletterVisitor } from "#tests/support/newsletter";
import { noLimits } from "#tests/support/no-limits";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { refusal, startPushProvider } from "#tests/support/push-provider";
import { teamOf } from "./sectors";

type Person = Awaited<ReturnType<typeof signIn>>;

async function opened(parts: Parameters<typeof backendForTest>[0] = {}) {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock, limits: noLimits, ...parts });
  const admin = await signIn(backend, { role: "ADMIN", locale: "fr" });
  const office = campaignOffice(backend, admin.cookie);
  const resultsFor = async (id: string, cookie: string) => {
    const answer = await backend.request(`${campaignsApi.list.path}/${id}/people`, { cookie });
    return ((await answer.json()) as { items: PersonResult[] }).items.map(({ name, path }) => [name, path]);
  };
  return { time, backend, db: backend.services.db, admin, office, resultsFor };
}

test("a campaign that is stopped leaves what is just being sent to who sends it, and withdraws it later if it could not be delivered", async () => {
  const { push } = await startPushProvider();
  const { time, backend, db, office } = await opened({ push });
  const [, second] = [await signIn(backend, { role: "VOLUNTEER" }), await signIn(backend, { role: "VOLUNTEER" })];
  for (const [at, { id }] of (await db.select().from(users).where(eq(users.role, "VOLUNTEER"))).entries()) {
    const json = { token: `phone:APA91b-${String(at).repeat(40)}` };
    await backend.request("/api/account/push-devices", { method: "POST", cookie: await cookiesOf(backend, id), json });
  }
  const id = await office.create({ channels: ["email", "push"] });
  await office.start(id);
  await runCampaigns(backend);
  const claimedUntil = new Date(time.clock().getTime() + 60_000);
  await db.update(outgoingMails).set({ claimedUntil }).where(eq(outgoingMails.userId, second.id));
  const [theirs] = (await noticesOf(backend, id, "push")).filter(({ userId }) => userId === second.id);
  await db
    .update(pushMessages)
    .set({ claimedUntil })
    .where(eq(pushMessages.noticeId, theirs?.id ?? ""));
  expect((await office.step(id, "stop")).status).toBe(200);
  const states = async () => {
    const own = [...(await noticesOf(backend, id, "email")), ...(await noticesOf(backend, id, "push"))];
    return own.map(({ channel, userId, state }) => `${channel} ${userId === second.id ? "claimed" : "free"} ${state}`).sort();
  };
  expect(await states()).toEqual(["email claimed waiting", "email free expired", "push claimed waiting", "push free expired"]);
  expect(await db.$count(pushMessages)).toBe(1);
  await endCampaigns(backend.services);
  expect(await states()).toContain("email claimed waiting");
  // Whoever sent it is gone.
  time.pass(120);
  await endCampaigns(backend.services);
  expect(await states()).toEqual(["email claimed expired", "email free expired", "push claimed expired", "push free expired"]);
  expect(await db.$count(pushMessages)).toBe(0);
});

/** A campaign to the devices of two volunteers, which waits for the end of the night. */
async function duringTheNight() {
  const time = testClock(new Date("2026-11-21T21:00:00Z"));
  const provider = await startPushProvider({ clock: time.clock });
  const backend = await backendForTest({ clock: time.clock, limits: noLimits, push: provider.push });
  const { services } = backend;
  const admin = await signIn(backend, { role: "ADMIN" });
  const people = [await signIn(backend, { role: "VOLUNTEER" }), await signIn(backend, { role: "VOLUNTEER" })] as const;
  for (const { id, cookie } of people) {
    const json = { token: `phone:APA91b-${id.repeat(2)}` };
    expect((await backend.request("/api/account/push-devices", { method: "POST", cookie, json })).status).toBe(200);
  }
  const office = campaignOffice(backend, admin.cookie);
  const id = await office.create({ channels: ["push"] });
  expect((await office.start(id)).status).toBe(200);
  await runCampaigns(backend);
  const incompleteMails = and(eq(outgoingMails.topic, "sending_incomplete"), eq(outgoingMails.userId, admin.id));
  const outcome = async () => {
    await sendPushMessages(services, provider.sender);
    await endCampaigns(services);
    const states = (await noticesOf(backend, id, "push")).map(({ state }) => state).sort();
    return { state: (await storedCampaign(backend, id)).state, states, mails: await services.db.$count(outgoingMails, incompleteMails) };
  };
  expect((await outcome()).states).toEqual(["waiting", "waiting"]);
  return { time, backend, provider, people, outcome };
}

test.each([
  [
    "pauses",
    ({ services: { db } }: TestBackend, { id }: Person) =>
      db.insert(notificationPauses).values({ userId: id, topic: "all", until: "2026-12-01" }),
  ],
  [
    "logs out",
    (backend: TestBackend, { cookie }: Person) =>
      backend.request("/api/auth/logout", { cookie, headers: { "sec-fetch-site": "same-origin" } }),
  ],
  [
    "does not log in again, and whose session ends",
    ({ services: { db } }: TestBackend, { id }: Person) =>
      db
        .update(sessions)
        .set({ expiresAt: new Date("2026-11-22T01:00:00Z") })
        .where(eq(sessions.userId, id)),
  ],
] as const)("who %s before a campaign reaches their device is not counted as one whom it missed", async (_, act) => {
  const { time, backend, people, outcome } = await duringTheNight();
  await act(backend, people[0]);
  time.set("2026-11-22T07:30:00Z");
  expect(await outcome()).toEqual({ state: "sent", states: ["expired", "sent"], mails: 0 });
});

test("a campaign that devices did not get in time was not delivered, and its sender reads so", async () => {
  const { time, provider, outcome } = await duringTheNight();
  provider.answer = () => refusal(503);
  time.set("2026-11-22T07:30:00Z");
  expect(await outcome()).toEqual({ state: "sending", states: ["waiting", "waiting"], mails: 0 });
  time.set("2026-11-25T12:00:00Z");
  expect(await outcome()).toEqual({ state: "partly_failed", states: ["failed", "failed"], mails: 1 });
});

test("above two hundred people the number is asked again where somebody joins between the count and the start", async () => {
  const { backend, db, office } = await opened();
  const rows = Array.from({ length: confirmedAbove + 1 }, (_, at) => ({
    ...{ email: `volunteer-${at}@maillon.example`, firstName: "Lou", lastName: `N° ${at}`, role: "VOLUNTEER" as const },
    ...{ emailVerifiedAt: new Date("2026-01-01"), accountState: "validated" as const },
  }));
  await db.insert(users).values(rows);
  await addPerson(backend, { role: "VOLUNTEER", email: "late@maillon.example", accountState: "to_validate" });
  // The task is stored after the count, and before the people are fixed.
  await db.execute(sql`create function join_now() returns trigger language plpgsql as
    $$ begin update users set account_state = 'validated' where email = 'late@maillon.example'; return new; end $$`);
  await db.execute(sql`create trigger join_now before insert on tasks for each row execute function join_now()`);
  const id = await office.create();
  const refused = await office.start(id, confirmedAbove + 1);
  expect([refused.status, ((await refused.json()) as { fieldErrors: object }).fieldErrors]).toEqual([
    422,
    { confirmed: [`campaigns:error.confirm?people=${confirmedAbove + 2}`] },
  ]);
  expect((await storedCampaign(backend, id)).state).toBe("draft");
});

test("an administrator who becomes a coordinator while a newsletter is sent reaches, and reads the names of, their own sector alone", async () => {
  const { backend, db, admin, office, resultsFor } = await opened();
  const visitor = newsletterVisitor(backend);
  const zoe = await visitor.subscribe("zoe@example.org");
  await visitor.subscribe("yann@example.org");
  const [own, other] = [await teamOf(backend, "Ici"), await teamOf(backend, "Ailleurs")];
  const [mine, theirs] = [
    await addPerson(backend, { role: "VOLUNTEER", sectorId: own }),
    await addPerson(backend, { role: "VOLUNTEER", sectorId: other }),
  ];
  const agreed = { purpose: "newsletter" as const, given: true, textVersion: consentTexts.newsletter };
  await db.insert(consents).values([mine, theirs].map(({ id }) => ({ userId: id, ...agreed })));
  const letter: Partial<CampaignDraft> = { topic: "newsletter", subscribers: true, channels: ["email"] };
  const [done, begun] = [await office.create(letter), await office.create(letter)];
  await office.start(done);
  await runCampaigns(backend);
  // As if the first one was long ago.
  await db.execute(sql`update notices set created_at = created_at - interval '60 days'`);
  await office.start(begun);
  await signIn(backend, { role: "ADMIN" });
  await db.update(users).set({ role: "VOLUNTEER", sectorId: own }).where(eq(users.id, admin.id));
  await db.insert(permissionGrants).values({ userId: admin.id, permission: "NOTIFICATIONS_SEND", sectorId: own });
  await runCampaigns(backend);
  const { taskId } = await storedCampaign(backend, begun);
  const sent = await noticesOf(backend, begun, "email");
  expect(sent.map(({ userId }) => userId)).toEqual([mine.id]);
  const cookie = await cookiesOf(backend, admin.id);
  const shown = [`${mine.firstName} ${mine.lastName}`, `/dashboard/admin/users/${mine.id}/view`];
  const seen = await resultsFor(done, cookie);
  expect(seen).toHaveLength(4);
  expect(seen.filter(([name]) => name !== null)).toEqual([shown]);
  const task = (await (await backend.request(`/api/account/tasks/${taskId}`, { cookie })).json()) as {
    exceptions: { id: string; name: string | null; reason: string }[];
  };
  expect(task.exceptions).toHaveLength(3);
  expect(new Set(task.exceptions.map(({ name, reason }) => `${name} ${reason}`))).toEqual(new Set(["null campaigns:left.changed"]));
  expect(task.exceptions.map((one) => one.id)).toEqual(expect.arrayContaining([zoe.id, theirs.id]));
  const waiting = and(eq(outgoingMails.status, "waiting"), inArray(outgoingMails.recipient, ["zoe@example.org", "yann@example.org"]));
  expect(await db.$count(outgoingMails, waiting)).toBe(2);
});

test("two campaigns that wait for a device that is gone have both failed there", async () => {
  const provider = await startPushProvider();
  const { backend, office } = await opened({ push: provider.push });
  const reader = await signIn(backend, { role: "VOLUNTEER" });
  const json = { token: `phone:APA91b-${"x".repeat(40)}` };
  await backend.request("/api/account/push-devices", { method: "POST", cookie: reader.cookie, json });
  const ids = [await office.create({ channels: ["push"] }), await office.create({ channels: ["push"] })];
  for (const id of ids) {
    await office.start(id);
    await runCampaigns(backend);
  }
  provider.answer = () => refusal(404, "UNREGISTERED");
  await sendPushMessages(backend.services, provider.sender);
  await sendPushMessages(backend.services, provider.sender);
  await runCampaigns(backend);
  expect(provider.sent).toHaveLength(1);
  for (const id of ids) {
    expect((await noticesOf(backend, id, "push")).map(({ state }) => state)).toEqual(["failed"]);
    expect((await office.get(id)).campaign.state).toBe("partly_failed");
  }
});
