import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { messages } from "#backend/modules/contact/tables";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { notificationChoices } from "#backend/modules/privacy/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { backendForTest, testClock, testSettings } from "#tests/support/backend";
import { oldProof } from "#tests/support/form-proof";
import { addPerson, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

const draft = { topic: "press", name: "Noé Martin", email: "noe@example.org", message: "Bonjour,\nune question." };

async function open(settings = testSettings) {
  const time = testClock(new Date());
  const backend = await backendForTest({ clock: time.clock, settings });
  const proof = await oldProof(backend, time);
  const send = (json: object) => backend.request("/api/contact", { method: "POST", json: { ...draft, proof, ...json } });
  const mails = async () => (await backend.services.db.select().from(outgoingMails)).map(({ topic, recipient }) => [topic, recipient]);
  const stored = () => backend.services.db.select().from(messages).orderBy(asc(messages.number));
  return { backend, time, send, mails, stored };
}

test("a message is stored with a number, and announced to its topic's mailbox; another topic goes to the general one", async () => {
  const { send, stored, mails } = await open();
  const answer = await send({});
  expect([answer.status, await answer.json()]).toEqual([201, { ticket: "M-00001" }]);
  expect(await stored()).toMatchObject([{ topic: "press", name: "Noé Martin", body: draft.message, status: "new", locale: "fr" }]);
  await send({ topic: "other" });
  expect(await mails()).toEqual([
    ["message_received", "presse@maillon.example"],
    ["message_received", "bonjour@maillon.example"],
  ]);
});

test("a message for a local team goes to its coordinators, each in their language, and to nobody else", async () => {
  const { backend, send, mails } = await open();
  const [team] = await backend.services.db.insert(sectors).values({ name: "Lyon", slug: "lyon", status: "published" }).returning();
  await addPerson(backend, { role: "ADMIN", sectorId: team?.id, email: "lyon@maillon.example" });
  await addPerson(backend, { role: "VOLUNTEER", sectorId: team?.id });
  await send({ team: team?.id });
  expect(await mails()).toEqual([["message_received", "lyon@maillon.example"]]);
  expect((await send({ team: crypto.randomUUID() })).status).toBe(422);
});

test("without a mailbox, a message is announced to the administrators, each as they chose", async () => {
  const { backend, send, mails } = await open({ ...testSettings, contactEmail: null, mailboxes: {} });
  await addPerson(backend, { role: "ADMIN", email: "samira@maillon.example" });
  const daily = await addPerson(backend, { role: "ADMIN" });
  await addPerson(backend, { role: "VOLUNTEER" });
  const choice = { userId: daily.id, topic: "messages", channel: "email", frequency: "daily" } as const;
  await backend.services.db.insert(notificationChoices).values(choice);
  await send({});
  expect(await mails()).toEqual([["message_received", "samira@maillon.example"]]);
  const seen = await backend.services.db.select({ userId: notices.userId, channel: notices.channel }).from(notices);
  expect(
    seen
      .filter(({ userId }) => userId === daily.id)
      .map(({ channel }) => channel)
      .sort(),
  ).toEqual(["digest", "inbox"]);
});

test("sent twice, a message is stored once and keeps its number", async () => {
  const { send, stored, mails } = await open();
  const numbers = await Promise.all([send({ copy: true }), send({ copy: true })].map(async (answer) => (await answer).json()));
  expect(numbers).toEqual([{ ticket: "M-00001" }, { ticket: "M-00001" }]);
  expect([(await stored()).length, (await mails()).length]).toEqual([1, 2]);
});

test("a bot is refused: a proof that is missing, forged, too young or too old, and the hidden field", async () => {
  const { backend, time, send, stored } = await open();
  const young = ((await (await backend.request("/api/form-proof")).json()) as { proof: string }).proof;
  const [made = ""] = young.split(".");
  for (const json of [
    { proof: undefined },
    { proof: `${Number(made) - 60_000}.${young.split(".")[1]}` },
    { proof: young },
    { website: "x" },
  ])
    expect([json, (await send(json)).status]).toEqual([json, 422]);
  time.pass(25 * 60 * 60);
  expect((await send({})).status).toBe(422);
  expect(await stored()).toEqual([]);
});

test("one IP sends twenty messages an hour, not more", async () => {
  const { send } = await open();
  const statuses = [];
  for (let number = 1; number <= 21; number += 1) statuses.push((await send({ message: `Message ${number}` })).status);
  expect(statuses.slice(-2)).toEqual([201, 429]);
});

test("an answer reaches the writer over SMTP, in their language, and is stored with its author; a second one based on the old thread is refused", async () => {
  const { backend, time, send } = await open();
  await send({});
  const { cookie } = await signIn(backend, { role: "ADMIN", firstName: "Samira" });
  const ask = async (method: string, path: string, json?: unknown, form?: object) => {
    const answer = await backend.request(`/api/admin/messages${path}`, { method, cookie, json, form });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const [row] = (await ask("GET", "?q=noe")).body.items as { id: string }[];
  const before = (await ask("GET", `/${row?.id}`)).body;
  const replied = await ask("POST", `/${row?.id}/replies`, undefined, { body: "Merci pour votre question.", version: before.version });
  expect([replied.status, replied.body.status]).toEqual([201, "answered"]);
  expect(replied.body.replies).toMatchObject([{ body: "Merci pour votre question." }]);
  expect((await ask("POST", `/${row?.id}/replies`, undefined, { body: "Encore.", version: before.version })).status).toBe(409);
  expect((await ask("POST", `/${row?.id}/status`, { status: "closed", version: replied.body.version })).body.status).toBe("closed");
  const { received, mailer } = await postOffice();
  time.pass(60);
  const [mail] = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.recipient, "noe@example.org"));
  await sendWaitingMails(backend.services, mailer);
  expect(received.map(({ to }) => to)).toContainEqual(["noe@example.org"]);
  expect(mail?.text).toMatch(/Bonjour Noé Martin,.*Merci pour votre question\..*Samira/s);
  const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityType, "message")).orderBy(auditLog.seq);
  expect(log.map(({ action }) => action)).toEqual(["message.reply", "message.status"]);
});
