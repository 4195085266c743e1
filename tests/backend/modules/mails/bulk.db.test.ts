import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { events } from "#backend/modules/events/tables";
import { queueMail } from "#backend/modules/mails/outbox";
import { endOldMails, sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { pledges } from "#backend/modules/pledges/tables";
import type { BulkResult } from "#contract/api/bulk";
import { type MailBulk, mailBulkApi } from "#contract/api/mail-bulk";
import { type PledgeBulk, pledgeBulkApi } from "#contract/giving/pledge-bulk";
import { backendForTest, startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { addGift } from "#tests/support/gifts";
import { cookiesOf, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";
import { runDue, storedTask } from "#tests/support/tasks";

const time = testClock();
let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
let cookie: string;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN" });
  ({ cookie } = admin);
});
afterAll(() => backend.close());

const db = () => backend.services.db;
const ask = (path: string, json: MailBulk | PledgeBulk, by = cookie) => backend.request(path, { method: "POST", cookie: by, json });
const moveMails = async (json: MailBulk) => (await (await ask(mailBulkApi.move.path, json)).json()) as BulkResult;
const movePledges = async (json: PledgeBulk) => (await (await ask(pledgeBulkApi.move.path, json)).json()) as BulkResult;

type NewMail = Partial<typeof outgoingMails.$inferInsert>;
/** Mails about an account that nobody's link waits for, each with some values changed. */
async function addMails(...some: NewMail[]) {
  const now = time.clock();
  const words = (status: NewMail["status"]) => (status === "sent" || status === "expired" ? "" : "Bonjour");
  const rows = some.map((more, at) => ({
    ...{
      topic: "retention_month",
      recipient: `mail-${at}-${crypto.randomUUID().slice(0, 8)}@maillon.example`,
      dedupeKey: crypto.randomUUID(),
    },
    ...{ subject: words(more.status), text: words(more.status), html: words(more.status), dueAt: now, createdAt: now },
    ...{ sendBefore: new Date(now.getTime() + 86_400_000), ...more },
  }));
  return db().insert(outgoingMails).values(rows).returning();
}
const statesOf = async (ids: string[]) => {
  const rows = await db().select().from(outgoingMails).where(inArray(outgoingMails.id, ids));
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};

test("selected mails that failed are sent again; what cannot be is named, and said before as after", async () => {
  const later = new Date(time.clock().getTime() + 3_600_000);
  const mails = await addMails(
    { status: "failed" },
    { status: "sent", sentAt: time.clock() },
    { status: "failed", topic: "password_reset" },
    { dueAt: later },
    { status: "expired" },
  );
  const ids = mails.map(({ id }) => id);
  const dry = await moveMails({ step: "send", selection: { ids }, dryRun: true });
  expect(dry).toMatchObject({ count: 5, changed: 1, names: [mails[0]?.recipient], leftCount: 4, task: null });
  expect(dry.left.map(({ obstacle }) => obstacle).sort()).toEqual(["ended", "linkGone", "planned", "sent"]);
  expect(await moveMails({ step: "send", selection: { ids }, dryRun: false })).toEqual(dry);
  expect(await statesOf(ids)).toEqual(["waiting", "sent", "failed", "waiting", "expired"]);
  const { mailer, received } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  expect(received.map(({ to }) => to)).toEqual([[mails[0]?.recipient]]);
  const logged = await db().select().from(auditLog).where(inArray(auditLog.entityId, ids));
  expect(logged.map(({ action, entityId }) => [action, entityId])).toEqual([["mail.send_again", ids[0]]]);
});

test("a failed mail that had an end is sent again until then, and not after it", async () => {
  const now = time.clock().getTime();
  const [over, soon] = [new Date(now - 1_000), new Date(now + 3_600_000)];
  const given = { status: "failed", topic: "event_help", endsWithLink: true } as const;
  const until = (end: Date) => ({ ...given, sendBefore: end, endsAt: end });
  const mails = await addMails(until(over), until(soon), until(soon));
  const [ended = "", alone = "", other = ""] = mails.map(({ id }) => id);
  const show = async (id: string) => (await backend.request(`/api/admin/mails/${id}`, { cookie })).json();
  expect(await Promise.all([ended, alone].map(show))).toMatchObject([{ canSend: false }, { canSend: true }]);
  const send = async (id: string) => (await backend.request(`/api/admin/mails/${id}/send`, { method: "POST", cookie })).status;
  expect([await send(ended), await send(alone)]).toEqual([409, 200]);
  const moved = await moveMails({ step: "send", selection: { ids: [ended, other] }, dryRun: false });
  expect(moved).toMatchObject({ changed: 1, left: [{ obstacle: "ended" }] });
  expect(await statesOf([ended, alone, other])).toEqual(["failed", "waiting", "waiting"]);
  const rows = await db()
    .select({ sendBefore: outgoingMails.sendBefore })
    .from(outgoingMails)
    .where(inArray(outgoingMails.id, [alone, other]));
  expect(rows).toEqual([{ sendBefore: soon }, { sendBefore: soon }]);
});

test("a failed mail whose end was far away when it was written is tried until then at most, alone or with others", async () => {
  const day = 86_400;
  const early = testClock(new Date("2026-06-01T10:00:00Z"));
  const own = await backendForTest({ clock: early.clock });
  const admin = await signIn(own, { role: "ADMIN" });
  const until = new Date("2026-06-21T10:00:00Z");
  const values = { eventId: crypto.randomUUID(), eventTitle: "Tri", date: "21 juin", startTime: "10 h", endTime: "12 h", place: "Lyon" };
  for (const key of ["alone", "bulk"]) await queueMail(own.services, admin.id, "event_help", values, key, { until });
  const { id, dedupeKey, sendBefore, status } = outgoingMails;
  const both = inArray(dedupeKey, ["alone", "bulk"]);
  const found = () => own.services.db.select({ id, sendBefore, status }).from(outgoingMails).where(both).orderBy(dedupeKey);
  const [alone = "", other = ""] = (await found()).map((mail) => mail.id);
  /** Sends each again a few days later, one by itself and one with others, and says what came of it. */
  const again = async (days: number) => {
    await own.services.db.update(outgoingMails).set({ status: "failed" }).where(both);
    early.pass(days * day);
    const by = await cookiesOf(own, admin.id);
    const [shown, sent, moved] = [
      await own.request(`/api/admin/mails/${alone}`, { cookie: by }),
      await own.request(`/api/admin/mails/${alone}/send`, { method: "POST", cookie: by }),
      await own.request(mailBulkApi.move.path, {
        ...{ method: "POST", cookie: by, json: { step: "send", selection: { ids: [other] }, dryRun: false } },
      }),
    ];
    const { canSend } = (await shown.json()) as { canSend: boolean };
    return [canSend, sent.status, ((await moved.json()) as BulkResult).left.map(({ obstacle }) => obstacle)];
  };
  expect(await again(10)).toEqual([true, 200, []]);
  const inFiveDays = new Date("2026-06-16T10:00:00Z");
  expect((await found()).map((mail) => mail.sendBefore)).toEqual([inFiveDays, inFiveDays]);
  expect(await again(9)).toEqual([true, 200, []]);
  expect((await found()).map((mail) => mail.sendBefore)).toEqual([until, until]);
  early.pass(2 * day);
  await endOldMails(own.services.db, early.clock());
  expect((await found()).map((mail) => mail.status)).toEqual(["expired", "expired"]);
});

test("a failed mail whose end was far away when it was written is not sent again once that is over", async () => {
  const early = testClock(new Date("2026-06-01T10:00:00Z"));
  const own = await backendForTest({ clock: early.clock });
  const admin = await signIn(own, { role: "ADMIN" });
  const values = { eventId: crypto.randomUUID(), eventTitle: "Tri", date: "21 juin", startTime: "10 h", endTime: "12 h", place: "Lyon" };
  await queueMail(own.services, admin.id, "event_help", values, "over", { until: new Date("2026-06-21T10:00:00Z") });
  const [mail] = await own.services.db
    .update(outgoingMails)
    .set({ status: "failed" })
    .where(eq(outgoingMails.dedupeKey, "over"))
    .returning();
  early.set("2026-06-22T10:00:00Z");
  const by = await cookiesOf(own, admin.id);
  const path = `/api/admin/mails/${mail?.id}`;
  expect(await (await own.request(path, { cookie: by })).json()).toMatchObject({ canSend: false });
  expect((await own.request(`${path}/send`, { method: "POST", cookie: by })).status).toBe(409);
  const json = { step: "send", selection: { ids: [mail?.id] }, dryRun: false };
  const moved = await own.request(mailBulkApi.move.path, { method: "POST", cookie: by, json });
  expect(await moved.json()).toMatchObject({ changed: 0, left: [{ obstacle: "ended" }] });
});

test.each([
  // [topic, hours until the event begins; it lasts two hours]
  ["event_confirmed", -3, true],
  ["event_confirmed", -1, false],
  ["event_reminder", -1, true],
  ["event_reminder", 1, false],
  ["retention_month", -3, false],
] as const)("a failed %s without an end of its own, %i h from the beginning of its event, is over: %s", async (topic, hours, isOver) => {
  const { id: eventId } = await addEvent(backend, cookie);
  const startsAt = new Date(time.clock().getTime() + hours * 3_600_000);
  const endsAt = new Date(startsAt.getTime() + 2 * 3_600_000);
  await db().update(events).set({ startsAt, endsAt }).where(eq(events.id, eventId));
  const given = { status: "failed", topic, aboutId: eventId, userId: admin.id } as const;
  const [one, other] = await addMails(given, given);
  const path = `/api/admin/mails/${one?.id}`;
  expect(await (await backend.request(path, { cookie })).json()).toMatchObject({ canSend: !isOver });
  expect((await backend.request(`${path}/send`, { method: "POST", cookie })).status).toBe(isOver ? 409 : 200);
  const moved = await moveMails({ step: "send", selection: { ids: [other?.id ?? ""] }, dryRun: false });
  expect([moved.changed, moved.left.map(({ obstacle }) => obstacle)]).toEqual(isOver ? [0, ["ended"]] : [1, []]);
});

test("one mail is sent again three times in an hour, alone or with others, and each request counts for its person", async () => {
  const [mail, other] = await addMails({ status: "failed" }, { status: "failed" });
  const send = (by: string) =>
    ask(mailBulkApi.move.path, { step: "send", selection: { ids: [mail?.id ?? ""] }, dryRun: false }, by).then((answer) => answer.json());
  const fail = () =>
    db()
      .update(outgoingMails)
      .set({ status: "failed" })
      .where(eq(outgoingMails.id, mail?.id ?? ""));
  const alone = (id: string | undefined) => backend.request(`/api/admin/mails/${id}/send`, { method: "POST", cookie });
  expect((await alone(mail?.id)).status).toBe(200);
  for (const _ of [2, 3]) {
    await fail();
    expect(await send(cookie)).toMatchObject({ changed: 1 });
  }
  await fail();
  expect(await send(cookie)).toMatchObject({ changed: 0, left: [{ obstacle: "tooOften" }] });
  expect((await alone(mail?.id)).status).toBe(429);
  expect((await alone(other?.id)).status).toBe(200);
  const busy = await signIn(backend, { role: "ADMIN" });
  for (let at = 0; at < 30; at += 1) await backend.services.limits.take("mailOnRequestByPerson", busy.id);
  expect(await send(busy.cookie)).toMatchObject({ code: "too_many_requests" });
});

test("mails that wait are withdrawn and never sent, without their text; one that somebody requested stays, and so does one under way", async () => {
  const soon = new Date(time.clock().getTime() + 60_000);
  const sealedToken = "sealed";
  const mails = await addMails({}, { topic: "password_reset", sealedToken }, { claimedUntil: soon }, { status: "failed" });
  const ids = mails.map(({ id }) => id);
  const result = await moveMails({ step: "withdraw", selection: { ids }, dryRun: false });
  expect([result.changed, result.left.map(({ obstacle }) => obstacle).sort()]).toEqual([1, ["over", "requested", "underWay"]]);
  expect(await statesOf(ids)).toEqual(["expired", "waiting", "waiting", "failed"]);
  const [withdrawn] = await db()
    .select()
    .from(outgoingMails)
    .where(eq(outgoingMails.id, ids[0] ?? ""));
  expect([withdrawn?.text, withdrawn?.lastError]).toEqual(["", "WITHDRAWN"]);
  const shown = await backend.request(`/api/admin/mails/${ids[0]}`, { cookie });
  expect(await shown.json()).toMatchObject({ status: "expired", reason: "withdrawn", canSend: false });
});

test("all that match are a task above two hundred, whose count and exceptions are those that were said", async () => {
  const domain = `many-${crypto.randomUUID().slice(0, 8)}.example`;
  await addMails(
    ...Array.from({ length: 230 }, (_, at) => ({ recipient: `r${at}@${domain}`, ...(at < 10 && { status: "failed" as const }) })),
  );
  const selection = { all: true as const, query: { q: domain } };
  const dry = await moveMails({ step: "withdraw", selection, dryRun: true });
  expect([dry.count, dry.changed, dry.leftCount]).toEqual([230, 220, 10]);
  const { task } = await moveMails({ step: "withdraw", selection, dryRun: false });
  await runDue(backend);
  expect(await storedTask(backend, task ?? "")).toMatchObject({ state: "done", total: 230, done: 220, leftOut: 10, failed: 0 });
});

test("selected pledges are received with a payment each, or cancelled; those of the provider and those that are over stay", async () => {
  const gift = (method: "transfer" | "card") => addGift(backend, { email: "bulk@example.org", method });
  const [first, second, card] = [await gift("transfer"), await gift("transfer"), await gift("card")];
  const ids = [first.id, second.id, card.id];
  const selection = { ids };
  const dry = await movePledges({ step: "received", selection, dryRun: true });
  expect(dry).toMatchObject({ count: 3, changed: 2, leftCount: 1, left: [{ obstacle: "provider" }] });
  expect(await movePledges({ step: "received", selection: { ids: [first.id, card.id] }, dryRun: false })).toMatchObject({ changed: 1 });
  expect(await movePledges({ step: "cancelled", selection, dryRun: false })).toMatchObject({ changed: 1, leftCount: 2 });
  const rows = await db().select().from(pledges).where(inArray(pledges.id, ids));
  expect(ids.map((id) => rows.find((row) => row.id === id)?.status)).toEqual(["received", "cancelled", "promised"]);
  const shown = await backend.request(`/api/admin/pledges/${first.id}`, { cookie });
  expect(await shown.json()).toMatchObject({ receivedCents: first.amountCents });
});

test("cancelling pledges writes to the monthly donors alone", async () => {
  const email = `${crypto.randomUUID()}@example.org`;
  const gifts = [await addGift(backend, { email }), await addGift(backend, { email, rhythm: "monthly" })];
  await movePledges({ step: "cancelled", selection: { ids: gifts.map(({ id }) => id) }, dryRun: false });
  const mails = await db().select().from(outgoingMails).where(eq(outgoingMails.recipient, email));
  expect(mails.map(({ topic }) => topic)).toEqual(["pledge_order_stopped"]);
});

test("only administrators move mails or pledges", async () => {
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  const selection = { ids: [crypto.randomUUID()] };
  const answers = [
    await ask(mailBulkApi.move.path, { step: "withdraw", selection, dryRun: true }, volunteer.cookie),
    await ask(pledgeBulkApi.move.path, { step: "cancelled", selection, dryRun: true }, volunteer.cookie),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
});
