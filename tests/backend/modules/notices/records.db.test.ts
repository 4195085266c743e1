import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { notices } from "#backend/modules/notices/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { inboxApi, latestOfRecord, type RecordNotice } from "#contract/accounts/inbox";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { membershipsOf } from "#tests/support/memberships";
import { addPerson, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

const time = testClock();
let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN" });
});
afterAll(() => backend.close());

type Notified = { subject: string | null; items: RecordNotice[]; more: boolean };

const ask = (id: string, query = "", cookie = admin.cookie) =>
  backend.request(`${inboxApi.ofRecord.path.replace(":id", id)}${query}`, { cookie });
const notifiedOf = async (id: string, query = "") => (await (await ask(id, query)).json()) as Notified;

test("the page of an account says what its owner was notified of a decision, by each channel, and only administrators read it", async () => {
  const person = await addPerson(backend, { role: "DONATOR_MERCHANT", accountState: "to_validate" });
  const moved = await backend.request(`/api/admin/people/${person.id}/steps`, {
    method: "POST",
    cookie: admin.cookie,
    json: { step: "approve" },
  });
  expect(moved.status).toBe(200);
  const { subject, items, more } = await notifiedOf(person.id);
  expect([subject, more]).toEqual(["person", false]);
  const reader = { id: person.id, name: `${person.firstName} ${person.lastName}` };
  expect(items.map(({ topic, channel, state }) => [topic, channel, state]).sort()).toEqual([
    ["account_accepted", "email", "waiting"],
    ["account_accepted", "inbox", "sent"],
  ]);
  expect(items.map((one) => one.reader)).toEqual([reader, reader]);
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  expect((await ask(person.id, "", volunteer.cookie)).status).toBe(403);
});

test("a pledge says that its donor, who has no account, was written to, and with what result; nothing of it is theirs", async () => {
  const { proof } = (await (await backend.request("/api/form-proof")).json()) as { proof: string };
  time.pass(10);
  const donor = { name: "Ana Pont", email: "ana.pont@example.org", donor: "person", rhythm: "one_off", allocation: "any" };
  const json = { ...donor, method: "transfer", amountCents: 5_000, receipt: false, proof };
  expect((await backend.request("/api/pledges", { method: "POST", json })).status).toBe(201);
  const [pledge] = await backend.services.db.select().from(pledges).where(eq(pledges.email, "ana.pont@example.org"));
  const id = pledge?.id ?? "";
  expect(await notifiedOf(id)).toMatchObject({
    subject: "pledge",
    items: [{ topic: "pledge_transfer", channel: "email", state: "waiting", reader: null }],
  });
  const { mailer } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  expect((await notifiedOf(id)).items.map(({ state }) => state)).toEqual(["sent"]);
  const rows = await backend.services.db.select().from(notices).where(eq(notices.subjectId, id));
  expect(JSON.stringify(rows)).not.toContain("Pont");
});

test("a membership names its member, and an event everybody who was notified, the latest few on its page and all on another", async () => {
  const member = await signIn(backend, { role: "VOLUNTEER" });
  const memberships = membershipsOf(backend, () => admin.cookie);
  const membership = await memberships.ask(await memberships.addPlan(), member.cookie);
  expect((await memberships.pay(membership)).status).toBe(201);
  const notified = await notifiedOf(membership);
  expect([notified.subject, new Set(notified.items.map(({ reader }) => reader?.id))]).toEqual(["membership", new Set([member.id])]);
  const inHours = (hours: number) => new Date(time.clock().getTime() + (hours + 1) * 3_600_000).toISOString().slice(0, 16);
  const event = { startsAt: inHours(100), endsAt: inHours(102) };
  const { id, quotas } = await addEvent(backend, admin.cookie, { event, quotas: [{ capacity: 10 }] });
  for (let at = 0; at < 4; at += 1) {
    const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
    const json = { quotaId: quotas[0], partySize: 1 };
    expect((await backend.request(`/api/my-events/${id}/registration`, { method: "POST", cookie, json })).status).toBeLessThan(300);
  }
  const latest = await notifiedOf(id, "?latest=true");
  expect([latest.subject, latest.items.length, latest.more]).toEqual(["event", latestOfRecord, true]);
  const all = await notifiedOf(id);
  expect([all.items.length, all.more]).toEqual([8, false]);
  const rest = await notifiedOf(id, `?after=${latest.items.at(-1)?.id}`);
  expect([...latest.items, ...rest.items].map((one) => one.id)).toEqual(all.items.map((one) => one.id));
});

test("a notice without a reader is a mail about a record, and nothing else", async () => {
  const { db } = backend.services;
  const at = new Date("2026-11-20");
  const one = { topic: "pledge_transfer", createdAt: at, stateAt: at, state: "sent" as const, dedupeKey: "without" };
  await expect(db.insert(notices).values({ ...one, channel: "email" })).rejects.toThrow();
  const about = { subject: "pledge" as const, subjectId: crypto.randomUUID() };
  await expect(db.insert(notices).values({ ...one, ...about, channel: "inbox" })).rejects.toThrow();
  await db.insert(notices).values({ ...one, ...about, channel: "email" });
});
