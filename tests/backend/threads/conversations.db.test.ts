import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { messageReplies, messages } from "#backend/modules/contact/tables";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { oldProof } from "#tests/support/form-proof";
import { addPerson, cookiesOf } from "#tests/support/people";
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
    return json(await backend.request(`${path}/replies`, { method: "POST", cookie: await cookie(), json: { version, ...body } }));
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
  const write = async (token: string, body: string) =>
    json(await backend.request("/api/own-messages/replies", { method: "POST", json: { token, body } }));
  const stored = async () => (await services.db.select().from(messages).where(eq(messages.id, id)))[0];
  return { time, services, id, get, reply, deliver, tokenFromMail, own, write, stored };
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
