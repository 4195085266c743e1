import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { verificationChats, verificationMessages } from "#backend/modules/verification-chats/tables";
import { backendForTest, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";

test.runIf(serverUrl)("of many who take a chat at once, each is in the log with whom it was taken from", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  const person = await signIn(backend, { role: "BENEFICIARY", accountState: "to_validate" });
  const written = await backend.request("/api/account/chat", { method: "POST", cookie: person.cookie, form: { body: "Bonjour" } });
  expect(written.status).toBe(201);
  const [chat] = await db.select({ id: verificationChats.id }).from(verificationChats);
  const id = chat?.id ?? "";
  const staff = await Promise.all(Array.from({ length: 8 }, () => signIn(backend, { role: "ADMIN" })));
  const take = ({ cookie }: { cookie: string }) =>
    backend.request(`/api/admin/verification-chats/${id}/owner`, { method: "POST", cookie, json: { mine: true } });
  const answers = await Promise.all(staff.map(take));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const rows = await db.select({ changes: auditLog.changes }).from(auditLog).where(eq(auditLog.entityId, id)).orderBy(asc(auditLog.seq));
  const owners = rows.map(({ changes }) => (changes as Record<string, { before: unknown; after: unknown }>).ownerId);
  expect(owners).toHaveLength(staff.length);
  expect(owners.map((owner) => owner?.before)).toEqual([null, ...owners.slice(0, -1).map((owner) => owner?.after)]);
});

test("messages of the team in a row are told once an hour, and again after an answer, a notice that was read and a decision", async () => {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { db } = backend.services;
  const signInStaff = () => signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  const admin = await signInStaff();
  const person = await signIn(backend, { role: "BENEFICIARY", accountState: "to_validate" });
  const notified = async () => {
    const ofPerson = and(eq(notices.userId, person.id), eq(notices.topic, "team_message"), eq(notices.channel, "inbox"));
    const mails = await db.$count(outgoingMails, and(eq(outgoingMails.userId, person.id), eq(outgoingMails.topic, "team_message")));
    return [mails, await db.$count(notices, ofPerson)];
  };
  const post = async (path: string, json: unknown, { cookie } = admin) => {
    time.pass(60);
    expect((await backend.request(path, { method: "POST", cookie, json })).ok).toBe(true);
  };
  const send = async (path: string, form: object, { cookie }: { cookie: string }) => {
    time.pass(60);
    expect((await backend.request(path, { method: "POST", cookie, form })).ok).toBe(true);
  };
  const answer = (body: string, by = admin) => send(`/api/admin/verification/${person.id}/messages`, { body }, by);
  const write = (body: string) => send("/api/account/chat", { body }, person);
  await answer("Il manque un papier.");
  await answer("Le certificat.");
  expect(await notified()).toEqual([1, 1]);
  await write("Lequel ?");
  await answer("De scolarité.");
  expect(await notified()).toEqual([2, 2]);
  await post("/api/account/inbox/read", {}, person);
  await answer("De cette année.");
  expect(await notified()).toEqual([3, 3]);
  await post(`/api/admin/verification/${person.id}/decision`, { verdict: "ask", reason: "Une page manque." });
  // The decision has a mail of its own, with the question.
  expect(await notified()).toEqual([3, 3]);
  await answer("La deuxième.");
  expect(await notified()).toEqual([4, 4]);
  time.pass(3_600);
  await answer("Bonjour ?", await signInStaff());
  expect(await notified()).toEqual([5, 5]);
});

test("each message of a long conversation is reached by pages of a hundred, by the team and by the person, who sees no note", async () => {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { db } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  const person = await signIn(backend, { role: "BENEFICIARY", accountState: "to_validate" });
  await backend.request("/api/account/chat", { method: "POST", cookie: person.cookie, form: { body: "Bonjour" } });
  const [chat] = await db.select({ id: verificationChats.id }).from(verificationChats);
  const chatId = chat?.id ?? "";
  const written = Array.from({ length: 220 }, (_, at) => ({
    ...{ chatId, fromId: at % 2 ? admin.id : person.id, internal: at % 10 === 1, body: `Suite ${at}` },
    at: new Date(time.clock().getTime() + (at + 1) * 1000),
  }));
  await db.insert(verificationMessages).values(written);
  type Page = { messages: { id: string; body: string }[]; hasEarlier: boolean };
  const whole = async (path: string, { cookie }: { cookie: string }) => {
    const read = async (before = "") => (await (await backend.request(`${path}?before=${before}`, { cookie })).json()) as Page;
    const pages = [await read()];
    while (pages[0]?.hasEarlier) pages.unshift(await read(pages[0].messages[0]?.id));
    return [pages.map(({ messages }) => messages.length), pages.flatMap(({ messages }) => messages.map(({ body }) => body))];
  };
  const bodies = (rows: typeof written) => ["Bonjour", ...rows.map(({ body }) => body)];
  expect(await whole(`/api/admin/verification-chats/${chatId}`, admin)).toEqual([[21, 100, 100], bodies(written)]);
  expect(await whole("/api/account/chat", person)).toEqual([[99, 100], bodies(written.filter(({ internal }) => !internal))]);
});

test("a chat in which the person has written since it was read is not closed from the old page", async () => {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  const person = await signIn(backend, { role: "BENEFICIARY", accountState: "to_validate" });
  const write = async (body: string) => {
    time.pass(60);
    expect((await backend.request("/api/account/chat", { method: "POST", cookie: person.cookie, form: { body } })).status).toBe(201);
  };
  const chat = async () => (await backend.services.db.select().from(verificationChats))[0];
  await write("Bonjour");
  const path = `/api/admin/verification-chats/${(await chat())?.id}`;
  const read = async () => (await (await backend.request(path, { cookie: admin.cookie })).json()) as { lastMessageAt: string };
  const close = async (seen?: string) =>
    (await backend.request(`${path}/closing`, { method: "POST", cookie: admin.cookie, json: { seen } })).status;
  const old = await read();
  await write("Encore une question");
  expect([await close(old.lastMessageAt), await close(), (await chat())?.status]).toEqual([409, 409, "waiting_staff"]);
  const { lastMessageAt } = await read();
  expect([await close(lastMessageAt), await close(lastMessageAt), (await chat())?.status]).toEqual([200, 200, "closed"]);
});
