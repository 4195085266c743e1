import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { messageReplies, messages } from "#backend/modules/contact/tables";
import { documents } from "#backend/modules/documents/tables";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants } from "#backend/modules/users/tables";
import type { PageOf } from "#contract/api/endpoint";
import type { MessageRow } from "#contract/charity/contact";
import type { WorkQueues } from "#contract/charity/work-queues";
import { franceDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { backendForTest, testClock } from "#tests/support/backend";
import { oldProof } from "#tests/support/form-proof";
import { addPerson, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

const draft = { topic: "press", name: "Noé Martin", email: "noe@example.org" };

/** Two teams with a message each and one to the whole charity, and a volunteer who answers for the first team. */
async function open() {
  const time = testClock(new Date());
  const backend = await backendForTest({ clock: time.clock });
  const { db } = backend.services;
  const rows = await db
    .insert(sectors)
    .values(["lyon", "lille"].map((slug) => ({ name: slug, slug, status: "published" as const })))
    .returning();
  const [lyon = "", lille = ""] = rows.map(({ id }) => id);
  const volunteer = await signIn(backend, { role: "VOLUNTEER", inSectors: [{ permission: "MESSAGES_ANSWER", sectorId: lyon }] });
  const proof = await oldProof(backend, time);
  const send = (json: object) => backend.request("/api/contact", { method: "POST", json: { ...draft, proof, ...json } });
  for (const [message, team] of [["À Lyon", lyon], ["À Lille", lille], ["À toutes et tous"]]) await send({ message, team });
  const idOf = async (body = "") => (await db.select().from(messages).where(eq(messages.body, body)))[0]?.id ?? "";
  const call = (method: string, path: string, json?: object) =>
    backend.request(`/api/admin/messages${path}`, { method, cookie: volunteer.cookie, json });
  const answer = (id: string, version = 1) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ body: "Merci.", version: String(version) })) form.append(name, value);
    return backend.request(`/api/admin/messages/${id}/replies`, { method: "POST", cookie: volunteer.cookie, body: form });
  };
  return { backend, db, time, lyon, lille, volunteer, send, idOf, call, answer };
}

test("a message to a local team is announced to who holds the right in that team, as long as it counts, and to no other holder", async () => {
  const { backend, db, time, lyon, lille, volunteer, send } = await open();
  const recipients = async () => (await db.select().from(outgoingMails)).map(({ recipient }) => recipient);
  expect((await recipients()).filter((one) => one === volunteer.email)).toHaveLength(1);
  const expired = { permission: "MESSAGES_ANSWER", grantedBy: (await addPerson(backend, { role: "ADMIN" })).id } as const;
  const other = await addPerson(backend, { role: "VOLUNTEER" });
  await db
    .insert(permissionGrants)
    .values({ ...expired, userId: other.id, sectorId: lyon, expiresOn: addDays(franceDay(time.clock()), -1) });
  const closed = await addPerson(backend, { role: "VOLUNTEER", accountState: "suspended" });
  await db.insert(permissionGrants).values({ ...expired, userId: closed.id, sectorId: lyon });
  await db.delete(outgoingMails);
  await send({ message: "Encore à Lyon", team: lyon });
  expect(await recipients()).toEqual([volunteer.email]);
  await db.delete(outgoingMails);
  await send({ message: "Encore à Lille", team: lille });
  expect(await recipients()).not.toContain(volunteer.email);
});

test("the mail about a message is sent to the holder, and not once the right has ended", async () => {
  const { backend, db, time, lyon, volunteer, send } = await open();
  const { received, mailer } = await postOffice();
  const arrived = async () => {
    time.pass(60);
    await sendWaitingMails(backend.services, mailer);
    return received.filter(({ to }) => to.includes(volunteer.email)).length;
  };
  expect(await arrived()).toBe(1);
  await send({ message: "Encore à Lyon", team: lyon });
  await db.delete(permissionGrants).where(eq(permissionGrants.userId, volunteer.id));
  expect(await arrived()).toBe(1);
});

test("the holder sees, counts, answers and closes the messages to their team alone", async () => {
  const { backend, volunteer, idOf, call, answer } = await open();
  const [own, other, national] = [await idOf("À Lyon"), await idOf("À Lille"), await idOf("À toutes et tous")];
  const { items } = (await (await call("GET", "")).json()) as PageOf<MessageRow>;
  expect(items.map(({ id }) => id)).toEqual([own]);
  const { queues } = (await (await backend.request("/api/work-queues", { cookie: volunteer.cookie })).json()) as WorkQueues;
  expect(queues.messages?.count).toBe(1);
  for (const id of [other, national]) {
    const closing = await call("POST", `/${id}/status`, { status: "closed", version: 1 });
    expect([(await call("GET", `/${id}`)).status, (await answer(id)).status, closing.status]).toEqual([404, 404, 404]);
  }
  expect((await call("GET", `/${own}`)).status).toBe(200);
  expect((await answer(own)).status).toBe(201);
  expect((await call("POST", `/${own}/status`, { status: "closed", version: 2 })).status).toBe(200);
});

test("the file of a message is as open as its message", async () => {
  const { backend, db, time, idOf, call } = await open();
  const storageKey = "messages/carte";
  await backend.services.files.put(storageKey, new TextEncoder().encode("%PDF"), "application/pdf");
  for (const [body, status] of [
    ["À Lyon", 200],
    ["À Lille", 404],
  ] as const) {
    const file = {
      kind: "MESSAGE_FILE",
      visibility: "owner",
      mime: "application/pdf",
      bytes: 4,
      sha256: "",
      createdAt: time.clock(),
    } as const;
    const [stored] = await db
      .insert(documents)
      .values({ ...file, storageKey: `${storageKey}${status === 200 ? "" : "-2"}` })
      .returning();
    await backend.services.files.put(`${storageKey}-2`, new TextEncoder().encode("%PDF"), "application/pdf");
    await db.insert(messageReplies).values({ threadId: await idOf(body), body: "Voici.", fileId: stored?.id, at: time.clock() });
    expect([body, (await call("GET", `/files/${stored?.id}`)).status]).toEqual([body, status]);
  }
});

test("volunteers without the right, and whoever lost it, open no message", async () => {
  const { backend, db, volunteer, idOf, call, answer } = await open();
  const own = await idOf("À Lyon");
  const nobody = await signIn(backend, { role: "VOLUNTEER" });
  for (const path of ["/api/admin/messages", `/api/admin/messages/${own}`])
    expect((await backend.request(path, { cookie: nobody.cookie })).status).toBe(403);
  await db.delete(permissionGrants).where(eq(permissionGrants.userId, volunteer.id));
  expect([(await call("GET", "")).status, (await call("GET", `/${own}`)).status, (await answer(own)).status]).toEqual([403, 403, 403]);
});
