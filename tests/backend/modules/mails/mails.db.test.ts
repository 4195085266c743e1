import { setTimeout as pause } from "node:timers/promises";
import { eq, type SQL, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { openServer } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { mails } from "#backend/modules/mails/module";
import { queueMail, queueMailTo } from "#backend/modules/mails/outbox";
import { sendAgain } from "#backend/modules/mails/queries";
import { endOldMails, sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { openDatabaseProxy } from "#tests/support/database-proxy";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

async function opened() {
  const time = testClock();
  const database = await openTestDatabase();
  const backend = await backendForTest({ clock: time.clock, database });
  const { services } = backend;
  const person = await addPerson({ services }, { role: "VOLUNTEER", email: "reader@maillon.example" });
  const rows = () => services.db.select().from(outgoingMails).orderBy(outgoingMails.dedupeKey);
  return { time, backend, database, services, person, rows };
}

/** A mail with a link, as a forgotten password has one sent. */
async function askReset({ services }: Pick<TestBackend, "services">, userId: string, token = "a".repeat(43), endsIn = hour) {
  const link = { token, endsAt: new Date(services.clock().getTime() + endsIn * 1000) };
  await queueMail(services, userId, "password_reset", {}, "reset", { link });
}

test("a mail goes to the person once, in their language, as text and as HTML", async () => {
  const { services } = await backendForTest();
  const { received, mailer } = await postOffice();
  const person = await addPerson({ services }, { role: "VOLUNTEER", locale: "en", email: "reader@maillon.example" });
  await queueMail(services, person.id, "session_revoked", {}, "once");
  await queueMail(services, person.id, "session_revoked", {}, "once");
  expect(await sendWaitingMails(services, mailer)).toEqual({ sent: 1, more: false });
  const [mail] = received;
  expect(mail?.to).toEqual(["reader@maillon.example"]);
  expect(mail?.source).toMatch(/content-type: text\/plain/i);
  expect(mail?.source).toMatch(/content-type: text\/html/i);
  expect(mail?.source).toMatch(/Auto-Submitted: auto-generated/i);
  expect(mail?.source).toContain("/en/login");
});

test("a line break in a name starts no header", async () => {
  const { services } = await backendForTest();
  const { received, mailer } = await postOffice();
  const person = await addPerson({ services }, { role: "ADMIN", firstName: "Aya\r\nBcc: thief@evil.example", locale: "fr" });
  const values = { articleId: crypto.randomUUID(), title: "Un titre\r\nBcc: thief@evil.example" };
  await queueMail(services, person.id, "article_in_review", values, "one");
  await sendWaitingMails(services, mailer);
  expect(received).toHaveLength(1);
  const head = received[0]?.source.split("\r\n\r\n")[0];
  expect(head).not.toMatch(/^bcc:/im);
  expect(received[0]?.to).not.toContain("thief@evil.example");
});

test("the token of a link is encrypted until the mail is sent; then neither it nor the text is stored", async () => {
  const { backend, services, person, rows } = await opened();
  const token = "t0ken-".repeat(7);
  await askReset(backend, person.id, token);
  const [waiting] = await rows();
  expect(JSON.stringify(waiting)).not.toContain(token);
  expect(waiting?.sealedToken).not.toBeNull();
  const { received, mailer } = await postOffice();
  await sendWaitingMails(services, mailer);
  expect(received[0]?.source.replace(/=\r\n/g, "")).toContain(`/password/update?token=3D${token}`);
  const [sent] = await rows();
  expect(sent).toMatchObject({ status: "sent", subject: "", text: "", html: "", sealedToken: null, claimedUntil: null });
});

test("user input in a mail cannot insert its token", async () => {
  const { services } = await opened();
  const link = { token: "s3cret".repeat(6), endsAt: null };
  const values = { minorName: "https://evil.example/?{{token}} [token] token=", days: "30" };
  await queueMailTo(services, { email: "parent@maillon.example", locale: "fr" }, "guardian_consent", values, "one", { link });
  const { received, mailer } = await postOffice();
  await sendWaitingMails(services, mailer);
  expect(received[0]?.source.replace(/=\r\n/g, "")).not.toMatch(/evil\.example\/\S*s3cret/);
});

test("the database itself stores no token of a finished mail, and no text of a sent one", async () => {
  const { services, backend, person, rows } = await opened();
  await askReset(backend, person.id);
  await services.db.execute(sql`update outgoing_mails set status = 'failed'`);
  expect((await rows())[0]?.sealedToken).toBeNull();
  await services.db.execute(sql`update outgoing_mails set status = 'sent', text = 'https://maillon.example/password/update?token=x'`);
  expect((await rows())[0]).toMatchObject({ subject: "", text: "", html: "" });
});

test("a temporary failure is retried later, and the stored codes identify nobody", async () => {
  const { time, services, person, rows } = await opened();
  const { received, mailer } = await postOffice({
    refusals: 1,
    words: "4.7.1 reader@maillon.example, come back with a".concat("b".repeat(20)),
  });
  await queueMail(services, person.id, "session_revoked", {}, "one");
  expect(await sendWaitingMails(services, mailer)).toEqual({ sent: 0, more: false });
  expect(await rows()).toMatchObject([{ status: "waiting", attempts: 1, lastError: "EMESSAGE 451 4.7.1 DATA", claimedUntil: null }]);
  time.pass(minute);
  expect((await sendWaitingMails(services, mailer)).sent).toBe(0);
  time.pass(minute + 1);
  expect((await sendWaitingMails(services, mailer)).sent).toBe(1);
  expect(received).toHaveLength(1);
});

test("a mail with a link passes a batch of notices that were due before it", async () => {
  const { backend, services, person, time } = await opened();
  for (const at of [1, 2, 3]) await queueMail(services, person.id, "session_revoked", {}, `notice ${at}`);
  time.pass(minute);
  await askReset(backend, person.id);
  const { received, mailer } = await postOffice();
  expect(await sendWaitingMails(services, mailer)).toEqual({ sent: 4, more: false });
  expect(received.map(({ source }) => source.includes("/password/update"))).toEqual([true, false, false, false]);
});

test("two processes send a mail once, also when the server takes minutes to accept it", async () => {
  const { time, backend, database, services, person, rows } = await opened();
  const other = "url" in database ? await secondProcess(database.url) : services.db;
  const server = await postOffice({ hold: true });
  await queueMail(services, person.id, "session_revoked", {}, "one");
  const first = sendWaitingMails(services, server.mailer);
  await server.held();
  time.pass(5 * minute);
  expect(await sendWaitingMails({ ...backend.services, db: other }, server.mailer)).toEqual({ sent: 0, more: false });
  server.release();
  expect((await first).sent).toBe(1);
  expect([server.received.length, await rows()]).toMatchObject([1, [{ status: "sent", attempts: 1 }]]);
});

test("a send that the server leaves unanswered is given up before another process would take the mail", async () => {
  const { time, services, person, rows } = await opened();
  const { mailer, received } = await postOffice({ hold: true, longest: 300 });
  await queueMail(services, person.id, "session_revoked", {}, "one");
  expect(await sendWaitingMails(services, mailer)).toEqual({ sent: 0, more: false });
  expect(received).toHaveLength(1);
  const [mail] = await rows();
  expect(mail).toMatchObject({ status: "waiting", attempts: 1, claimedUntil: null });
  expect([mail?.lastError?.split(" ")[0], mail?.dueAt.getTime()]).toEqual(["EABORT", time.clock().getTime() + 5 * minute * 1000]);
});

test("a process that is about to end takes no further mail, and stores what the server has accepted", async () => {
  const { services, backend, person, rows } = await opened();
  const server = await postOffice({ hold: true });
  for (let at = 0; at < 5; at += 1) await queueMail(services, person.id, "session_revoked", {}, String(at));
  const stopping = new AbortController();
  const [job] = (await mails.parts?.({ ...backend.services, mailer: server.mailer }))?.jobs?.(services) ?? [];
  const run = job?.run(stopping.signal);
  await server.held();
  stopping.abort();
  // Whatever is taken after the stop is accepted at once.
  const accepting = setInterval(server.release, 20);
  onTestFinished(() => clearInterval(accepting));
  await run;
  expect(server.received).toHaveLength(1);
  expect((await rows()).map(({ status, attempts }) => `${status} ${attempts}`).sort()).toEqual([
    "sent 1",
    ...Array.from({ length: 4 }, () => "waiting 0"),
  ]);
});

test.runIf(serverUrl)("a mail accepted while the database is away for seconds is stored as sent, and sent once", async () => {
  const { time, database, services, person, rows } = await opened();
  const proxy = await openDatabaseProxy("url" in database ? database.url : "");
  const away = { ...services, db: await secondProcess(proxy.url) };
  await queueMail(services, person.id, "session_revoked", {}, "one");
  const server = await postOffice({ hold: true });
  const run = sendWaitingMails(away, server.mailer);
  await server.held();
  await proxy.set("refused");
  server.release();
  await pause(5_000);
  await proxy.set(null);
  expect((await run).sent).toBe(1);
  expect(await rows()).toMatchObject([{ status: "sent", attempts: 1, claimedUntil: null }]);
  time.pass(hour);
  expect([(await sendWaitingMails(services, server.mailer)).sent, server.received.length]).toEqual([0, 1]);
});

async function secondProcess(url: string) {
  const { db, close } = await openServer(url, 2);
  onTestFinished(close);
  return db;
}

test("each mail is claimed when its turn comes, and a run ends long before the queue would restart it", async () => {
  const { time, services, person, rows } = await opened();
  const server = await postOffice({ hold: true });
  for (const key of ["1", "2", "3"]) await queueMail(services, person.id, "session_revoked", {}, key);
  const run = sendWaitingMails(services, server.mailer);
  await server.held();
  time.pass(2 * minute);
  server.release();
  await server.held();
  const claimed = (await rows()).find(({ status, attempts }) => status === "waiting" && attempts === 1);
  expect(claimed?.claimedUntil?.getTime()).toBe(time.clock().getTime() + 12 * minute * 1000);
  time.pass(2 * minute);
  server.release();
  expect(await run).toEqual({ sent: 2, more: true });
  const sentAt = (await rows()).map((row) => row.sentAt?.toISOString() ?? null).sort();
  expect(sentAt).toEqual(["2026-11-21T10:02:00.000Z", "2026-11-21T10:04:00.000Z", null].sort());
});

test("the mail of a crashed process is sent by another once the claim has expired", async () => {
  const { time, services, person } = await opened();
  await queueMail(services, person.id, "session_revoked", {}, "one");
  const dead = new Date(time.clock().getTime() + 12 * minute * 1000);
  await services.db.update(outgoingMails).set({ attempts: 1, claimedUntil: dead });
  const { mailer } = await postOffice();
  time.pass(11 * minute);
  expect((await sendWaitingMails(services, mailer)).sent).toBe(0);
  time.pass(minute);
  expect((await sendWaitingMails(services, mailer)).sent).toBe(1);
});

test("a link that ends while other mails are being sent is not sent late", async () => {
  const { time, backend, services, person, rows } = await opened();
  const { received, mailer } = await postOffice();
  for (const [at, token] of ["a", "b"].entries()) {
    const link = { token: token.repeat(43), endsAt: new Date(services.clock().getTime() + minute * 1000) };
    await queueMail(backend.services, person.id, "password_reset", {}, `reset ${at}`, { link });
  }
  const slow = {
    ...mailer,
    async send(mail: Parameters<typeof mailer.send>[0]) {
      await mailer.send(mail);
      time.pass(minute + 1);
    },
  };
  expect((await sendWaitingMails(services, slow)).sent).toBe(1);
  await sendWaitingMails(services, mailer);
  expect([received.length, (await rows()).map(({ status }) => status).sort()]).toEqual([1, ["expired", "sent"]]);
});

test("a process whose claim has ended changes nothing of a mail that another one has taken since", async () => {
  const { services, person, rows } = await opened();
  await queueMail(services, person.id, "session_revoked", {}, "one");
  const claimedUntil = new Date(services.clock().getTime() + hour * 1000);
  const late = {
    send: async () => void (await services.db.update(outgoingMails).set({ attempts: 2, claimedUntil })),
    close: () => {},
  };
  await sendWaitingMails(services, late);
  expect(await rows()).toMatchObject([{ status: "waiting", attempts: 2, claimedUntil, sentAt: null }]);
});

test("a mail that is just being sent is not given up when its time ends, and no other process takes it", async () => {
  const { services, person, rows, time } = await opened();
  await queueMail(services, person.id, "session_revoked", {}, "one");
  const claimedUntil = new Date(services.clock().getTime() + hour * 1000);
  await services.db.update(outgoingMails).set({ claimedUntil, attempts: 1 });
  const { received, mailer } = await postOffice();
  await sendWaitingMails(services, mailer);
  await services.db.update(outgoingMails).set({ sendBefore: services.clock() });
  await endOldMails(services.db, time.clock());
  expect([received, await rows()]).toMatchObject([[], [{ status: "waiting", attempts: 1, claimedUntil }]]);
});

test.runIf(serverUrl)("a mail locked by another process is skipped, not waited for", async () => {
  const { database, services, person } = await opened();
  for (const key of ["first", "second"]) await queueMail(services, person.id, "session_revoked", {}, key);
  const { received, mailer } = await postOffice();
  const other = await secondProcess("url" in database ? database.url : "");
  const outcome = await other.transaction(async (tx) => {
    await tx.select().from(outgoingMails).where(eq(outgoingMails.dedupeKey, "first")).for("update");
    const run = sendWaitingMails(services, mailer).then(({ sent }) => sent);
    const blocked = new Promise((resolve) => setTimeout(resolve, 2_000, "waited for the other process"));
    return Promise.race([run, blocked]);
  });
  expect([outcome, received.length]).toEqual([1, 1]);
});

test.runIf(serverUrl)("ten processes send a hundred mails once each", async () => {
  const { database, services, person } = await opened();
  for (let at = 0; at < 100; at += 1) await queueMail(services, person.id, "session_revoked", {}, String(at));
  const { received, mailer } = await postOffice();
  const others = await Promise.all(Array.from({ length: 9 }, () => secondProcess("url" in database ? database.url : "")));
  await Promise.all([services.db, ...others].map((db) => sendWaitingMails({ ...services, db }, mailer)));
  const ids = received.map(({ source }) => /^message-id: (.*)$/im.exec(source)?.[1]);
  expect([ids.length, new Set(ids).size]).toEqual([100, 100]);
});

test("without a server a mail waits for days: one attempt a run, five minutes apart, and it is sent once the server is back", async () => {
  const { time, services, person, rows } = await opened();
  for (const key of ["1", "2"]) await queueMail(services, person.id, "session_revoked", {}, key);
  const away = await postOffice();
  await away.close();
  await sendWaitingMails(services, away.mailer);
  expect((await rows()).map(({ attempts }) => attempts).sort()).toEqual([0, 1]);
  expect((await rows()).find(({ attempts }) => attempts === 1)?.lastError).toMatch(/^E(SOCKET|CONNECTION) ECONNREFUSED CONN$/);
  for (let hours = 0; hours < 4 * 24; hours += 6) {
    time.pass(6 * hour);
    await sendWaitingMails(services, away.mailer);
  }
  expect((await rows()).map(({ status }) => status)).toEqual(["waiting", "waiting"]);
  time.pass(5 * minute);
  const { mailer } = await postOffice();
  expect((await sendWaitingMails(services, mailer)).sent).toBe(2);
});

test("a mail fails after five days; one with a link when the link expires, and it is never sent late", async () => {
  const { time, backend, services, person, rows } = await opened();
  await queueMail(services, person.id, "session_revoked", {}, "1 plain");
  await askReset(backend, person.id);
  time.pass(hour - 1);
  await sendWaitingMails(services, null);
  expect((await rows()).map(({ status }) => status)).toEqual(["waiting", "waiting"]);
  time.pass(1);
  const { received, mailer } = await postOffice({ refusals: 99 });
  await sendWaitingMails(services, mailer);
  expect(await rows()).toMatchObject([{ status: "waiting" }, { status: "expired", sealedToken: null, text: "" }]);
  time.pass(5 * day);
  await sendWaitingMails(services, mailer);
  expect((await rows()).map(({ status }) => status)).toEqual(["failed", "expired"]);
  expect([(await rows())[0]?.attempts, (await rows())[0]?.text.length, received.length]).toEqual([1, expect.any(Number), 0]);
});

test("expired mails are not sent when a server is configured", async () => {
  const { time, services, person, rows } = await opened();
  await queueMail(services, person.id, "session_revoked", {}, "old");
  time.pass(6 * day);
  await queueMail(services, person.id, "session_revoked", {}, "young");
  const { received, mailer } = await postOffice();
  await sendWaitingMails(services, mailer);
  expect([received.length, (await rows()).map(({ status }) => status)]).toEqual([1, ["failed", "sent"]]);
});

test("a waiting mail with a link is replaced by a newer one, and marked so", async () => {
  const { backend, services, person, rows } = await opened();
  const asReader = { method: "POST", json: { email: person.email } };
  for (const _ of [1, 2]) await backend.request("/api/password/request", asReader);
  await vi.waitFor(async () => expect(await rows()).toHaveLength(2));
  // The key of such a mail holds the hash of its token, so the two come in any order.
  const [replaced, newer] = (await rows()).sort((one, other) => one.status.localeCompare(other.status));
  expect([replaced?.status, replaced?.lastError, newer?.status]).toEqual(["expired", "REPLACED", "waiting"]);
  expect(newer && replaced && newer.createdAt > replaced.createdAt).toBe(true);
  const mailId = newer?.id ?? "";
  const admin = await signIn(backend, { role: "ADMIN" });
  const settings = { ...services.settings, missing: ["SMTP_URL"] as const };
  await expect(sendAgain({ ...services, settings }, admin as unknown as Actor, mailId)).rejects.toThrow("no_mail_server");
});

test("a mail whose secret was removed fails: its link cannot be decrypted", async () => {
  const { backend, services, person, rows } = await opened();
  await askReset(backend, person.id);
  const { received, mailer } = await postOffice();
  const settings = { ...services.settings, sessionSecrets: ["another secret, of more than thirty-two characters"] };
  await sendWaitingMails({ ...services, settings }, mailer);
  expect([received.length, await rows()]).toMatchObject([0, [{ status: "expired", lastError: "ESECRET" }]]);
});

test("staff see the topic and state of a mail, in list, search and record, and none of its text", async () => {
  const { backend, person } = await opened();
  await askReset(backend, person.id, "needle".repeat(7));
  const { cookie } = await signIn(backend, { role: "ADMIN", permissions: ["AUDIT_READ", "EXPORT_PERSONAL_DATA"] });
  const list = await (await backend.request("/api/admin/mails?q=reader@", { cookie })).json();
  expect(Object.keys(list.items[0]).sort()).toEqual(["attempts", "createdAt", "id", "reason", "recipient", "sentAt", "status", "topic"]);
  const record = await (await backend.request(`/api/admin/mails/${list.items[0].id}`, { cookie })).json();
  expect(record).toMatchObject({ topic: "password_reset", recipient: person.email, status: "waiting", canSend: true, lastError: null });
  expect(Object.keys(record)).toHaveLength(12);
  expect(await (await backend.request("/api/admin/mails?q=mot+de+passe", { cookie })).json()).toMatchObject({ total: 0 });
});

test("staff retry a failed mail, which is recorded; a sent one is refused, and one without its link", async () => {
  const { time, backend, services, person, rows } = await opened();
  const { id: adminId } = await addPerson(backend, { role: "ADMIN" });
  let cookie = "";
  const again = async (key: string) => {
    const id = (await rows()).find(({ dedupeKey }) => dedupeKey === key)?.id;
    const answer = await backend.request(`/api/admin/mails/${id}/send`, { method: "POST", cookie });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  await queueMail(services, person.id, "session_revoked", {}, "plain");
  await askReset(backend, person.id);
  time.pass(6 * day);
  await endOldMails(services.db, time.clock());
  cookie = await cookiesOf(backend, adminId);
  expect(await again("reset")).toEqual([409, "link_gone"]);
  expect(await again("plain")).toEqual([200, undefined]);
  const { received, mailer } = await postOffice();
  await sendWaitingMails(services, mailer);
  expect(received.map(({ to }) => to)).toEqual([[person.email]]);
  expect(await again("plain")).toEqual([409, "wrong_state"]);
  const { rows: logged } = await services.db.execute(sql`select actor_id, action, changes from audit_log where action like 'mail.%'`);
  expect(logged).toEqual([{ actor_id: adminId, action: "mail.send_again", changes: {} }]);
});

test("a mail that waits for its next attempt is tried at once on request", async () => {
  const { services, backend, person, rows } = await opened();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await queueMail(services, person.id, "session_revoked", {}, "one");
  const { mailer } = await postOffice({ refusals: 1 });
  expect((await sendWaitingMails(services, mailer)).sent).toBe(0);
  expect((await sendWaitingMails(services, mailer)).sent).toBe(0);
  await backend.request(`/api/admin/mails/${(await rows())[0]?.id}/send`, { method: "POST", cookie });
  expect((await sendWaitingMails(services, mailer)).sent).toBe(1);
});

test("a mail that is planned for later is not sent before its time, also on request", async () => {
  const { time, services, backend, person, rows } = await opened();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const notBefore = new Date(time.clock().getTime() + minute * 1000);
  await queueMail(services, person.id, "session_revoked", {}, "later", { notBefore });
  const path = `/api/admin/mails/${(await rows())[0]?.id}`;
  const canSend = async () => (await (await backend.request(path, { cookie })).json()).canSend;
  const send = async () => (await backend.request(`${path}/send`, { method: "POST", cookie })).status;
  expect([await canSend(), await send(), (await rows())[0]?.dueAt]).toEqual([false, 409, notBefore]);
  const { mailer } = await postOffice();
  expect((await sendWaitingMails(services, mailer)).sent).toBe(0);
  time.pass(minute);
  expect([await canSend(), await send(), (await rows())[0]?.dueAt]).toEqual([true, 200, notBefore]);
  expect((await sendWaitingMails(services, mailer)).sent).toBe(1);
});

test("the same mail is sent again three times an hour at most, and thirty mails by one person", async () => {
  const { services, backend, person, rows } = await opened();
  const [one, other] = [await signIn(backend, { role: "ADMIN" }), await signIn(backend, { role: "ADMIN" })];
  for (let at = 0; at < 32; at += 1) await queueMail(services, person.id, "session_revoked", {}, String(at));
  const [first = "", ...others] = (await rows()).map(({ id }) => id);
  const send = async (id: string, { cookie }: typeof one) =>
    (await backend.request(`/api/admin/mails/${id}/send`, { method: "POST", cookie })).status;
  const tried = [
    await send(first, one),
    await send(first, other),
    await send(first, one),
    await send(first, other),
    await send(first, one),
  ];
  expect(tried).toEqual([200, 200, 200, 429, 429]);
  const statuses: number[] = [];
  for (const id of others) statuses.push(await send(id, one));
  expect([statuses.indexOf(429), await send(others.at(-1) ?? "", other)]).toEqual([27, 200]);
});

test("a newer link withdraws mails that wait, and leaves those that were sent as they are", async () => {
  const { backend, services, person, rows } = await opened();
  const { mailer } = await postOffice();
  await askReset(backend, person.id);
  await sendWaitingMails(services, mailer);
  const link = { token: "b".repeat(43), endsAt: null };
  await queueMail(services, person.id, "password_reset", {}, "second", { link, replaces: ["password_reset"] });
  expect((await rows()).map(({ status, lastError }) => [status, lastError])).toEqual([
    ["sent", null],
    ["waiting", null],
  ]);
});

test("a mail with a link whose claim ends while old mails are ended is expired, never failed", async () => {
  const { time, backend, services, person, rows } = await opened();
  await askReset(backend, person.id);
  time.pass(6 * day);
  await services.db.update(outgoingMails).set({ claimedUntil: new Date(time.clock().getTime() + hour * 1000) });
  // why: the claim has to end between the two statements.
  const db = new Proxy(services.db, {
    get: (own, name) => {
      if (name !== "update") return Reflect.get(own, name).bind(own);
      return (table: typeof outgoingMails) => ({
        set: (values: object) => ({
          async where(which: SQL) {
            await own.update(table).set(values).where(which);
            await own.update(table).set({ claimedUntil: null });
          },
        }),
      });
    },
  });
  await endOldMails(db, time.clock());
  expect((await rows()).map(({ status }) => status)).not.toContain("failed");
  await endOldMails(services.db, time.clock());
  expect((await rows()).map(({ status }) => status)).toEqual(["expired"]);
});
