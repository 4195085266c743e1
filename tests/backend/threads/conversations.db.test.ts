import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { Db } from "#backend/db/client";
import { auditLog } from "#backend/modules/audit/tables";
import { messageReplies, messages } from "#backend/modules/contact/tables";
import { purgeLooseFiles } from "#backend/modules/documents/record-files";
import { documents } from "#backend/modules/documents/tables";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { bouncedMailboxes, outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { eraseEmail } from "#backend/modules/privacy/erasure";
import { users } from "#backend/modules/users/tables";
import { hashOf } from "#backend/secrets";
import { backendForTest, testClock } from "#tests/support/backend";
import { addDeadMailbox } from "#tests/support/dead-mailbox";
import { oldProof } from "#tests/support/form-proof";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

const minute = 60;
const day = 24 * 60 * minute;

/** A message of a visitor, with what staff and the visitor do about it. */
async function openThread() {
  const time = testClock(new Date("2026-03-02T09:00:00Z"));
  const backend = await backendForTest({ clock: time.clock });
  const { services } = backend;
  const draft = { topic: "press", name: "Noé Martin", email: "noe@example.org", message: "Une question." };
  await backend.request("/api/contact", { method: "POST", json: { ...draft, proof: await oldProof(backend, time) } });
  const [message] = await services.db.select().from(messages);
  const id = message?.id ?? "";
  const staff = await addPerson(backend, { role: "ADMIN", firstName: "Samira", lastName: "Benali", email: "samira@maillon.example" });
  const { received, mailer } = await postOffice();
  const path = `/api/admin/messages/${id}`;
  const json = async (answer: Response) => ({ status: answer.status, body: (await answer.json()) as Record<string, never> });
  // A login does not last for the days that pass here.
  const cookie = () => cookiesOf(backend, staff.id);
  const get = async (query = "") => (await json(await backend.request(query || path, { cookie: await cookie() }))).body;
  const reply = async (body: object) => {
    const { version } = await get();
    return json(await backend.request(`${path}/replies`, { method: "POST", cookie: await cookie(), form: { version, ...body } }));
  };
  const deliver = async () => {
    time.pass(minute);
    await sendWaitingMails(services, mailer);
    const whole = (source: string) => source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
    return received.splice(0).map(({ to, source }) => ({ to: to[0], text: whole(source) }));
  };
  /** Sends what waits and returns the token of the link in the last mail to the visitor. */
  const tokenFromMail = async () => {
    const mails = await deliver();
    const text = mails.findLast(({ to }) => to === draft.email)?.text ?? "";
    return /\/contact\/conversation\?token=([\w-]+)/.exec(text)?.[1] ?? "";
  };
  const own = async (token: string, kind = "messages") =>
    json(await backend.request(`/api/own-${kind}`, { method: "POST", json: { token } }));
  const write = async (token: string, body: string, file?: File) =>
    json(await backend.request("/api/own-messages/replies", { method: "POST", form: { token, body, ...(file && { file }) } }));
  const ownFile = (token: string, fileId: string, kind = "messages") =>
    backend.request(`/api/own-${kind}/files`, { method: "POST", json: { token, id: fileId } });
  const staffFile = (fileId: string, by: string) => backend.request(`/api/admin/messages/files/${fileId}`, { cookie: by });
  const stored = async () => (await services.db.select().from(messages).where(eq(messages.id, id)))[0];
  const inbox = async () => (await json(await backend.request("/api/account/inbox", { cookie: await cookie() }))).body;
  return { time, backend, services, id, staff, cookie, inbox, get, reply, deliver, tokenFromMail, own, write, ownFile, staffFile, stored };
}

test("the link of an answer opens the conversation: without the notes of the team, and with first names alone", async () => {
  const { reply, tokenFromMail, own } = await openThread();
  await reply({ body: "À rappeler avant de répondre.", internal: true });
  await reply({ body: "Bonjour, oui." });
  const { status, body } = await own(await tokenFromMail());
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ticket: "M-00001",
    message: "Une question.",
    replies: [{ body: "Bonjour, oui.", from: "Samira", fromStaff: true }],
  });
  expect(JSON.stringify(body)).not.toMatch(/rappeler|Benali|internal|noe@/);
});

test("who writes from the link of an answer shows that the address works", async () => {
  const { backend, reply, tokenFromMail, own, write } = await openThread();
  await reply({ body: "Bonjour, oui." });
  const token = await tokenFromMail();
  const isDead = await addDeadMailbox(backend, "noe@example.org");
  await own(token);
  expect(await isDead()).toBe(true);
  await write(token, "Merci.");
  expect(await isDead()).toBe(false);
});

test("a note is sent to nobody and leaves the thread waiting; alone, it is no answer", async () => {
  const { reply, deliver, get, services, id } = await openThread();
  await deliver();
  const noted = await reply({ body: "Je m’en occupe.", internal: true });
  expect([noted.status, noted.body.status, await deliver()]).toEqual([201, "new", []]);
  expect(await get()).toMatchObject({ replies: [{ body: "Je m’en occupe.", internal: true, from: "Samira Benali" }] });
  await expect(services.db.update(messages).set({ status: "answered" }).where(eq(messages.id, id))).rejects.toThrow();
});

test("who wrote answers from the link: the thread waits again since then, the team and who answered are notified once each", async () => {
  const { time, reply, tokenFromMail, write, own, stored, get, deliver } = await openThread();
  await reply({ body: "Bonjour, oui." });
  const token = await tokenFromMail();
  time.pass(20 * day);
  const before = await get();
  const written = await write(token, "Merci. Et demain ?");
  expect([written.status, (await own(token)).body]).toMatchObject([
    201,
    { replies: [{ fromStaff: true }, { body: "Merci. Et demain ?", fromStaff: false }] },
  ]);
  expect(await stored()).toMatchObject({ status: "new", version: Number(before.version) + 1, waitingSince: time.clock() });
  expect(await get()).toMatchObject({ late: false, dueOn: "2026-03-25", replies: [{}, { from: "Noé Martin", fromStaff: false }] });
  const notified = await deliver();
  expect(notified.map(({ to }) => to).sort()).toEqual(["presse@maillon.example", "samira@maillon.example"]);
  expect(notified[0]?.text).toMatch(/Martin.*\/dashboard\/admin\/messages\//s);
  const stale = await reply({ body: "Trop tard.", version: before.version });
  expect(stale.status).toBe(409);
});

test("the same text twice in a row is one message, and notifies once", async () => {
  const { reply, tokenFromMail, write, deliver, services } = await openThread();
  await reply({ body: "Bonjour, oui." });
  const token = await tokenFromMail();
  const answers = await Promise.all([write(token, "Merci."), write(token, "Merci.")]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect([await services.db.$count(messageReplies), (await deliver()).length]).toEqual([2, 2]);
});

test("the wait counts from the first message that was not answered, and a closed thread opens again", async () => {
  const { time, reply, tokenFromMail, write, stored, get, services } = await openThread();
  await reply({ body: "Bonjour, oui." });
  const token = await tokenFromMail();
  await services.db.update(messages).set({ status: "closed" });
  await write(token, "Un.");
  const since = (await stored())?.waitingSince;
  time.pass(2 * day);
  await write(token, "Deux.");
  expect(await stored()).toMatchObject({ status: "new", waitingSince: since });
  time.pass(5 * day);
  expect(await get("/api/admin/messages?due=late")).toMatchObject({ items: [{ late: true }] });
  await reply({ body: "Pardon du retard." });
  expect(await get("/api/admin/messages?due=late")).toMatchObject({ items: [] });
});

test("each answer has its own link, and earlier ones go on working; no table or mail has a token", async () => {
  const { reply, tokenFromMail, own, services } = await openThread();
  await reply({ body: "Un." });
  const first = await tokenFromMail();
  await reply({ body: "Deux." });
  const second = await tokenFromMail();
  expect(first).not.toBe(second);
  for (const token of [first, second]) expect((await own(token)).body).toMatchObject({ ticket: "M-00001" });
  const tables = JSON.stringify([await services.db.select().from(messageReplies), await services.db.select().from(outgoingMails)]);
  expect([tables.includes(first), tables.includes(second)]).toEqual([false, false]);
});

test("a link that is unknown, or of another kind of thread, opens nothing and writes nothing", async () => {
  const { reply, tokenFromMail, own, write, services } = await openThread();
  await reply({ body: "Un." });
  const token = await tokenFromMail();
  expect(await own(token, "applications")).toEqual({ status: 200, body: null });
  expect(await own("a".repeat(43))).toEqual({ status: 200, body: null });
  expect((await write("a".repeat(43), "Bonjour")).status).toBe(404);
  expect((await write(token, "   ")).status).toBe(422);
  expect(await services.db.$count(messageReplies)).toBe(1);
});

test("twenty messages an hour reach a thread, not more", async () => {
  const { reply, tokenFromMail, write } = await openThread();
  await reply({ body: "Un." });
  const token = await tokenFromMail();
  const statuses = [];
  for (let number = 1; number <= 21; number += 1) statuses.push((await write(token, `Message ${number}`)).status);
  expect(statuses.slice(-2)).toEqual([201, 429]);
});

const pdf = (name = "plan.pdf", text = "%PDF-1.4\n%%EOF") => new File([text], name, { type: "application/pdf" });
const fileOf = ({ body }: { body: Record<string, unknown> }, at: number) =>
  (body.replies as { file: { id: string; name: string } | null }[])[at]?.file;

test("files go with answers, notes and messages: staff read all, who wrote reads none of a note, and nobody else any", async () => {
  const { time, backend, services, cookie, reply, deliver, own, write, ownFile, staffFile } = await openThread();
  const noted = fileOf(await reply({ body: "À lire avant.", internal: true, file: pdf("note.pdf") }), 0);
  time.pass(minute);
  const answered = fileOf(await reply({ body: "Voici le plan.", file: pdf() }), 1);
  expect([noted?.name, answered?.name]).toEqual(["note.pdf", "plan.pdf"]);
  const answer = (await deliver()).find(({ text }) => text.includes("/contact/conversation?token="))?.text ?? "";
  expect(answer).toMatch(/Un fichier accompagne cette r.*: plan\.pdf/s);
  const token = /\/contact\/conversation\?token=([\w-]+)/.exec(answer)?.[1] ?? "";
  time.pass(minute);
  const sent = fileOf(await write(token, "Merci, le mien.", pdf("le mien.pdf", "%PDF-1.4\nle mien\n%%EOF")), 1);
  expect((await own(token)).body).toMatchObject({ replies: [{ file: answered }, { file: { id: sent?.id, name: "le mien.pdf" } }] });
  const staff = await cookie();
  for (const [file, forWriter] of [
    [noted, 404],
    [answered, 200],
    [sent, 200],
  ] as const) {
    const id = file?.id ?? "";
    const others = await signIn(backend, { role: "VOLUNTEER" });
    const read = [
      await staffFile(id, staff),
      await ownFile(token, id),
      await staffFile(id, others.cookie),
      await ownFile("a".repeat(43), id),
    ];
    expect(read.map(({ status }) => status)).toEqual([200, forWriter, 403, 404]);
    expect((await ownFile(token, id, "applications")).status).toBe(404);
  }
  for (const none of ["-".repeat(36), "0".repeat(36), crypto.randomUUID()]) expect((await staffFile(none, staff)).status).toBe(404);
  const content = await ownFile(token, sent?.id ?? "");
  expect([content.headers.get("content-type"), await content.text()]).toEqual(["application/pdf", "%PDF-1.4\nle mien\n%%EOF"]);
  expect(content.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(await services.db.$count(auditLog, eq(auditLog.action, "message.read_file"))).toBe(3);
});

test("the link of one conversation reads no file of another one", async () => {
  const { services, staff, reply, ownFile } = await openThread();
  const file = fileOf(await reply({ body: "Voici.", file: pdf() }), 0);
  const [{ id: _, number: __, ...values } = { id: "", number: 0 }] = await services.db.select().from(messages);
  const [other] = await services.db
    .insert(messages)
    .values({ ...(values as typeof messages.$inferInsert), status: "new", dedupeKey: "another" })
    .returning();
  const token = "b".repeat(43);
  const answer = { authorId: staff.id, body: "Bonjour.", at: services.clock(), tokenHash: hashOf(token) };
  await services.db.insert(messageReplies).values({ ...answer, threadId: other?.id ?? "" });
  expect((await ownFile(token, file?.id ?? "")).status).toBe(404);
});

test("an answer over a colleague's leaves no file behind", async () => {
  const { services, reply } = await openThread();
  const put = vi.spyOn(services.files, "put");
  const remove = vi.spyOn(services.files, "remove");
  expect((await reply({ body: "Voici.", file: pdf(), version: 7 })).status).toBe(409);
  expect([put.mock.calls.length, remove.mock.calls.length, await services.db.$count(documents)]).toEqual([1, 1, 0]);
  expect(remove.mock.calls[0]?.[0]).toBe(put.mock.calls[0]?.[0]);
});

test("a state that is set twice, also at once, is one change; a closed thread that is taken up again waits from then on", async () => {
  const { time, backend, services, id, cookie, stored } = await openThread();
  const staff = await cookie();
  const set = async (status: string, version: number) => {
    const answer = await backend.request(`/api/admin/messages/${id}/status`, { method: "POST", cookie: staff, json: { status, version } });
    return answer.status;
  };
  expect(await Promise.all(Array.from({ length: 10 }, () => set("closed", 1)))).toEqual(Array(10).fill(200));
  expect(await stored()).toMatchObject({ status: "closed", version: 2 });
  time.pass(10 * minute);
  expect(await set("new", 2)).toBe(200);
  expect(await stored()).toMatchObject({ status: "new", version: 3, waitingSince: time.clock() });
  expect(await services.db.$count(auditLog, eq(auditLog.action, "message.status"))).toBe(2);
});

test("a thread in which its writer has written since it was read is not closed from the old page, and a second press is none", async () => {
  const { backend, id, cookie, stored, reply, tokenFromMail, write } = await openThread();
  const staff = await cookie();
  await reply({ body: "Oui." });
  const read = (await (await backend.request(`/api/admin/messages/${id}`, { cookie: staff })).json()) as { version: number };
  const close = async (version?: number) => {
    const json = { status: "closed", version };
    const answer = await backend.request(`/api/admin/messages/${id}/status`, { method: "POST", cookie: staff, json });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  await write(await tokenFromMail(), "Une autre question.");
  expect(await close(read.version)).toEqual([409, "written_since"]);
  expect(await close()).toEqual([422, "invalid"]);
  expect(await reply({ body: "Non.", version: read.version })).toMatchObject({ status: 409, body: { code: "written_since" } });
  expect(await stored()).toMatchObject({ status: "new" });
  const version = (await stored())?.version ?? 0;
  expect([(await close(version))[0], (await close(version))[0]]).toEqual([200, 200]);
  expect(await stored()).toMatchObject({ status: "closed" });
});

test("a file that is no photo and no PDF is refused and nothing is stored; the same message twice leaves one file", async () => {
  const { services, reply, tokenFromMail, write } = await openThread();
  await reply({ body: "Un." });
  const token = await tokenFromMail();
  const refused = await write(token, "Voici.", new File(["MZ"], "facture.pdf", { type: "application/pdf" }));
  expect([refused.status, refused.body.fieldErrors]).toEqual([422, { file: ["threads:error.fileKind"] }]);
  expect([await services.db.$count(documents), await services.db.$count(messageReplies)]).toEqual([0, 1]);
  const put = vi.spyOn(services.files, "put");
  const remove = vi.spyOn(services.files, "remove");
  for (const status of [201, 201]) expect((await write(token, "Voici.", pdf())).status).toBe(status);
  expect([put.mock.calls.length, remove.mock.calls.length, await services.db.$count(documents)]).toEqual([2, 1, 1]);
  expect((await write(token, "Voici.", pdf("autre.pdf", "%PDF-1.4\nautre\n%%EOF"))).status).toBe(201);
  expect(await services.db.$count(messageReplies)).toBe(3);
});

test("fifteen files a day reach a thread from a link, not more, and then messages still do", async () => {
  const { services, reply, tokenFromMail, write } = await openThread();
  await reply({ body: "Un." });
  const token = await tokenFromMail();
  const statuses = [];
  for (let number = 1; number <= 16; number += 1) statuses.push((await write(token, `Fichier ${number}`, pdf(`${number}.pdf`))).status);
  expect([...statuses.slice(-2), (await write(token, "Sans fichier")).status]).toEqual([201, 429, 201]);
  expect(await services.db.$count(documents)).toBe(15);
});

test("the files of answers count among the uploads of who writes them, and the sixty-first of an hour is refused with its answer", async () => {
  const { services, staff, reply } = await openThread();
  for (let times = 0; times < 59; times += 1) await services.limits.take("uploadByPerson", staff.id);
  const sent = [await reply({ body: "Un.", file: pdf() }), await reply({ body: "Deux.", file: pdf() }), await reply({ body: "Trois." })];
  expect(sent.map(({ status }) => status)).toEqual([201, 429, 201]);
  expect([await services.db.$count(documents), await services.db.$count(messageReplies)]).toEqual([1, 2]);
});

test("a link reads a hundred and twenty files an hour, not more; staff and other conversations are not concerned", async () => {
  const { cookie, reply, tokenFromMail, own, ownFile, staffFile } = await openThread();
  const file = fileOf(await reply({ body: "Voici.", file: pdf() }), 0);
  const token = await tokenFromMail();
  const read = async () => (await ownFile(token, file?.id ?? "")).status;
  const statuses = [];
  for (let times = 1; times <= 6; times += 1) statuses.push(...(await Promise.all(Array.from({ length: 20 }, read))));
  expect([...new Set(statuses), await read(), (await own(token)).status]).toEqual([200, 429, 200]);
  expect((await staffFile(file?.id ?? "", await cookie())).status).toBe(200);
});

test("the files of a deleted conversation go with the nightly run", async () => {
  const { time, services, id, reply } = await openThread();
  const file = fileOf(await reply({ body: "Voici.", file: pdf() }), 0);
  const [row] = await services.db.select().from(documents);
  await purgeLooseFiles(services, new Date(time.clock().getTime() + 2 * day * 1_000));
  expect(await services.db.$count(documents)).toBe(1);
  await services.db.delete(messages).where(eq(messages.id, id));
  await purgeLooseFiles(services, new Date(time.clock().getTime() + 2 * day * 1_000));
  expect([file?.id, await services.db.$count(documents), await services.files.get(row?.storageKey ?? "")]).toEqual([row?.id, 0, null]);
});

test("who wrote again is named in no notice of the team, where an erasure would leave the name", async () => {
  const { time, services, reply, deliver, tokenFromMail, write, inbox } = await openThread();
  await reply({ body: "Bonjour, oui." });
  const token = await tokenFromMail();
  await write(token, "Merci.");
  expect((await deliver()).length).toBeGreaterThan(0);
  const title = "Une personne vous a réécrit\u00a0: M-00001";
  expect(await inbox()).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ title })]) });
  await eraseEmail(services, "noe@example.org", time.clock());
  const left = await services.db.select().from(notices);
  expect([left.length > 0, /Noé|Martin|noe@/.test(JSON.stringify(left))]).toEqual([true, false]);
});

test("who answered is notified of what comes next while they read such messages, and not afterwards", async () => {
  const { services, staff, reply, deliver, tokenFromMail, write } = await openThread();
  await reply({ body: "Bonjour, oui." });
  const token = await tokenFromMail();
  const isNotified = async (body: string) => {
    expect((await write(token, body)).status).toBe(201);
    return (await deliver()).map(({ to }) => to).includes(staff.email);
  };
  const before = await isNotified("Merci.");
  await services.db.update(users).set({ role: "VOLUNTEER" }).where(eq(users.id, staff.id));
  expect([before, await isNotified("Encore une question.")]).toEqual([true, false]);
  await services.db.update(users).set({ role: "ADMIN", accountState: "suspended" }).where(eq(users.id, staff.id));
  expect(await isNotified("Et encore une.")).toBe(false);
});

test("an answer that could not be sent in five days has failed; who wrote it reads so in the conversation and the inbox, in good time", async () => {
  const { reply, get, services, time, inbox, own, deliver } = await openThread();
  await reply({ body: "À rappeler.", internal: true });
  time.pass(minute);
  await reply({ body: "Bonjour, oui." });
  time.pass(5 * day - minute);
  await sendWaitingMails(services, null);
  expect(await get()).toMatchObject({ replies: [{ undelivered: false }, { undelivered: false }] });
  time.pass(2 * minute);
  await sendWaitingMails(services, null);
  const rows = await services.db.select().from(outgoingMails).where(eq(outgoingMails.topic, "message_reply"));
  expect(rows).toMatchObject([{ status: "failed", sealedToken: null }]);
  expect(await get()).toMatchObject({
    replies: [
      { internal: true, undelivered: false },
      { body: "Bonjour, oui.", undelivered: true },
    ],
  });
  expect(await inbox()).toMatchObject({
    items: [
      {
        topic: "answer_undelivered",
        title: expect.stringContaining("M-00001"),
        path: expect.stringMatching(/^\/dashboard\/admin\/messages\//),
      },
    ],
  });
  // Later mails of the thread arrive, and the mail being purged changes nothing.
  await services.db.delete(outgoingMails);
  await reply({ body: "Encore une fois." });
  const [mail] = await deliver();
  const token = /\/contact\/conversation\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(await get()).toMatchObject({ replies: [{}, { undelivered: true }, { undelivered: false }] });
  expect(JSON.stringify((await own(token)).body)).not.toContain("undelivered");
});

test("an answer to a dead address has failed at once", async () => {
  const { reply, get, services, deliver } = await openThread();
  const at = new Date("2026-03-02T09:00:00Z");
  await deliver();
  await services.db
    .insert(bouncedMailboxes)
    .values({ email: "Noe@example.org", deadSince: at, reason: "hard", createdAt: at, lastReportAt: at });
  await reply({ body: "Bonjour, oui." });
  expect(await deliver()).toEqual([]);
  expect(await get()).toMatchObject({ replies: [{ undelivered: true }] });
});

test("each message of a long conversation is reached by pages of a hundred, by staff and from the link of a mail", async () => {
  const { time, backend, services, id, staff, get, reply, tokenFromMail } = await openThread();
  await reply({ body: "Bonjour, oui." });
  const token = await tokenFromMail();
  // Every third is a note, and pairs were written in one moment.
  const written = Array.from({ length: 250 }, (_, at) => ({
    ...{ threadId: id, authorId: at % 2 ? staff.id : null, internal: at % 3 === 1 && at % 2 === 1, body: `Suite ${at}` },
    at: new Date(time.clock().getTime() + Math.floor(at / 2) * 1000),
  }));
  await services.db.insert(messageReplies).values(written);
  type Page = { replies: { id: string; body: string; at: string }[]; hasEarlier: boolean };
  const whole = async (read: (before?: string) => Promise<Page>) => {
    const pages = [await read()];
    while (pages[0]?.hasEarlier) pages.unshift(await read(pages[0].replies[0]?.id));
    return { sizes: pages.map(({ replies }) => replies.length), replies: pages.flatMap(({ replies }) => replies) };
  };
  const own = async (before?: string) =>
    (await (await backend.request("/api/own-messages", { method: "POST", json: { token, before } })).json()) as Page;
  const forStaff = await whole(async (before) => (await get(`/api/admin/messages/${id}${before ? `?before=${before}` : ""}`)) as never);
  const forWriter = await whole(own);
  expect([forStaff.sizes, forWriter.sizes]).toEqual([
    [51, 100, 100],
    [9, 100, 100],
  ]);
  const bodies = (rows: { body: string }[]) => rows.map(({ body }) => body).sort();
  expect(bodies(forStaff.replies)).toEqual(bodies([{ body: "Bonjour, oui." }, ...written]));
  expect(bodies(forWriter.replies)).toEqual(bodies([{ body: "Bonjour, oui." }, ...written.filter(({ internal }) => !internal)]));
  for (const { replies } of [forStaff, forWriter]) expect(replies.map(({ at }) => at)).toEqual(replies.map(({ at }) => at).sort());
  // A message of another conversation names no page of this one.
  const [other] = await services.db
    .insert(messages)
    .values({ ...(await otherThread(services.db)), status: "new", dedupeKey: "other" })
    .returning();
  const [elsewhere] = await services.db
    .insert(messageReplies)
    .values({ threadId: other?.id ?? "", body: "Ailleurs", at: new Date(time.clock().getTime() + 3_600_000) })
    .returning();
  expect((await own(elsewhere?.id)).replies).toEqual([]);
});

/** What is stored of the first message, as another one. */
async function otherThread(db: Db) {
  const [{ id: _, number: __, ...row } = {}] = await db.select().from(messages);
  return row as typeof messages.$inferInsert;
}
