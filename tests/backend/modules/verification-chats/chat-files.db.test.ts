import { and, eq, isNotNull } from "drizzle-orm";
import { unzipSync } from "fflate";
import { expect, test, vi } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { purgeLooseFiles } from "#backend/modules/documents/record-files";
import { documents } from "#backend/modules/documents/tables";
import { buildWaitingArchives } from "#backend/modules/privacy/archive";
import { erasePeople, finishErasures } from "#backend/modules/privacy/erasure";
import { sectors } from "#backend/modules/sectors/tables";
import { verificationChats, verificationMessages } from "#backend/modules/verification-chats/tables";
import type { Role } from "#contract/accounts/roles";
import { backendForTest, testClock } from "#tests/support/backend";
import { cookiesOf, signIn } from "#tests/support/people";

const day = 24 * 60 * 60;
const pdf = (name: string, text = `%PDF-1.4\n${name}\n%%EOF`) => new File([text], name, { type: "application/pdf" });

type Message = { body: string; file: { id: string; name: string; bytes: number } | null };

/** A person with a chat, and staff who may read it. */
async function chatWith(role: Role) {
  const time = testClock(new Date("2026-03-02T09:00:00Z"));
  const backend = await backendForTest({ clock: time.clock });
  const { db } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  const person = await signIn(backend, { role });
  const post = async (path: string, form: object, { cookie }: { cookie: string }) => {
    time.pass(10);
    return backend.request(path, { method: "POST", cookie, form });
  };
  const write = (body: string, attachment?: File) => post("/api/account/chat", { body, ...(attachment && { attachment }) }, person);
  const answer = (body: string, attachment: File, more = {}) =>
    post(`/api/admin/verification/${person.id}/messages`, { body, attachment, ...more }, admin);
  const read = async (path: string, { cookie }: { cookie: string }) =>
    ((await (await backend.request(path, { cookie })).json()) as { messages: Message[] }).messages;
  const own = () => read("/api/account/chat", person);
  const chatId = async () => (await db.select({ id: verificationChats.id }).from(verificationChats))[0]?.id ?? "";
  const forStaff = async () => read(`/api/admin/verification-chats/${await chatId()}`, admin);
  const ownFile = (id: string, cookie = person.cookie) => backend.request(`/api/account/chat/files/${id}`, { cookie });
  const staffFile = (id: string, cookie = admin.cookie) => backend.request(`/api/admin/verification-chats/files/${id}`, { cookie });
  const fileIds = async () => {
    const rows = await db
      .select({ id: verificationMessages.fileId })
      .from(verificationMessages)
      .where(isNotNull(verificationMessages.fileId))
      .orderBy(verificationMessages.at);
    return rows.map(({ id }) => id ?? "");
  };
  return { time, backend, db, admin, person, write, answer, own, forStaff, ownFile, staffFile, chatId, fileIds };
}

test("a shop sends a photo or a PDF with an answer and gets one back; the file of a note is of the team alone, and strangers get none", async () => {
  const { backend, db, admin, write, answer, own, forStaff, ownFile, staffFile, chatId, fileIds } = await chatWith("DONATOR_MERCHANT");
  expect((await write("Le voici.", pdf("extrait.pdf"))).status).toBe(201);
  expect((await answer("À voir.", pdf("note.pdf"), { internal: "true" })).status).toBe(201);
  expect((await answer("Merci, le nôtre.", pdf("convention.pdf"))).status).toBe(201);
  expect((await write("Bien reçu.")).status).toBe(201);
  const [sent = "", noted = "", answered = ""] = await fileIds();
  const ofBoth = [
    { body: "Le voici.", file: { id: sent, name: "extrait.pdf", bytes: 26 } },
    { body: "Merci, le nôtre.", file: { id: answered, name: "convention.pdf" } },
    { body: "Bien reçu.", file: null },
  ];
  expect(await own()).toMatchObject(ofBoth);
  expect(await forStaff()).toMatchObject([ofBoth[0], { body: "À voir.", file: { id: noted, name: "note.pdf" } }, ofBoth[1], ofBoth[2]]);
  const stranger = await signIn(backend, { role: "DONATOR_MERCHANT" });
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  for (const [id, forPerson] of [
    [sent, 200],
    [noted, 404],
    [answered, 200],
  ] as const) {
    const statuses = await Promise.all([staffFile(id), ownFile(id), ownFile(id, stranger.cookie), staffFile(id, volunteer.cookie)]);
    expect(statuses.map(({ status }) => status)).toEqual([200, forPerson, 404, 403]);
  }
  const file = await staffFile(sent);
  expect([file.headers.get("content-type"), await file.text()]).toEqual(["application/pdf", "%PDF-1.4\nextrait.pdf\n%%EOF"]);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
  const pageViews = and(
    eq(auditLog.action, "verification_chat.read_file"),
    eq(auditLog.actorId, admin.id),
    eq(auditLog.entityId, await chatId()),
  );
  expect(await db.$count(auditLog, pageViews)).toBe(4);
  for (const none of ["-".repeat(36), crypto.randomUUID()])
    expect([(await staffFile(none)).status, (await ownFile(none)).status]).toEqual([404, 404]);
});

test("a person fetches 120 files an hour", async () => {
  const { backend, person, write, ownFile, fileIds } = await chatWith("DONATOR_MERCHANT");
  await write("Le voici.", pdf("extrait.pdf"));
  const [id = ""] = await fileIds();
  for (let fetched = 0; fetched < 119; fetched++) await backend.services.limits.take("readFileByThread", person.id);
  expect([(await ownFile(id)).status, (await ownFile(id)).status]).toEqual([200, 429]);
});

test("the file of a student is for those who may read restricted data, and for who looks after the accounts of the team", async () => {
  const { backend, db, write, ownFile, staffFile, fileIds } = await chatWith("BENEFICIARY");
  expect((await write("Mon certificat.", pdf("certificat.pdf"))).status).toBe(201);
  const [id = ""] = await fileIds();
  const plain = await signIn(backend, { role: "ADMIN" });
  const [team] = await db.insert(sectors).values({ slug: "rouen", name: "Rouen", status: "published" }).returning();
  const sectorId = team?.id ?? "";
  const elsewhere = await signIn(backend, {
    role: "VOLUNTEER",
    sectorId,
    inSectors: [
      { permission: "ACCOUNTS_MANAGE", sectorId },
      { permission: "BENEFICIARY_READ_RESTRICTED", sectorId },
    ],
  });
  const answers = [await staffFile(id), await staffFile(id, plain.cookie), await staffFile(id, elsewhere.cookie), await ownFile(id)];
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 404, 200]);
});

test("what is no photo or PDF is refused at its field, and leaves nothing behind; so does a file from somebody who may not write", async () => {
  const { backend, db, person, write } = await chatWith("BENEFICIARY");
  const { files } = backend.services;
  const refused = await write("Voici.", new File(["MZ"], "jeu.exe", { type: "application/x-msdownload" }));
  expect([refused.status, (await refused.json()).fieldErrors]).toEqual([422, { attachment: ["threads:error.fileKind"] }]);
  const tooLarge = await write("Voici.", pdf("gros.pdf", `%PDF-1.4\n${"x".repeat(10 * 1024 * 1024)}`));
  expect([413, 422]).toContain(tooLarge.status);
  const [put, remove] = [vi.spyOn(files, "put"), vi.spyOn(files, "remove")];
  const plain = await signIn(backend, { role: "ADMIN" });
  const form = { body: "Voici.", attachment: pdf("plan.pdf") };
  const path = `/api/admin/verification/${person.id}/messages`;
  expect((await backend.request(path, { method: "POST", cookie: plain.cookie, form })).status).toBe(403);
  expect([put.mock.calls.length, remove.mock.calls.length]).toEqual([1, 1]);
  expect([await db.$count(documents), await db.$count(verificationMessages)]).toEqual([0, 0]);
});

test("fifteen files a day go into a chat", async () => {
  const { write } = await chatWith("VOLUNTEER");
  const statuses = [];
  for (let number = 1; number <= 16; number += 1) statuses.push((await write(`Photo ${number}`, pdf(`${number}.pdf`))).status);
  expect(statuses.slice(-2)).toEqual([201, 429]);
});

test("the copy of one's data has the files of the chat, without those of notes; an erasure removes them all", async () => {
  const { time, backend, db, person, write, answer, fileIds } = await chatWith("DONATOR_MERCHANT");
  const { services } = backend;
  await write("Le voici.", pdf("extrait.pdf"));
  await answer("À voir.", pdf("note.pdf"), { internal: "true" });
  await answer("Le nôtre.", pdf("convention.pdf"));
  const [sent, noted, answered] = await fileIds();
  const cookie = await cookiesOf(backend, person.id);
  const request = await backend.request("/api/account/data-requests", { method: "POST", cookie, json: { kind: "access" } });
  expect(request.status).toBe(201);
  await buildWaitingArchives(services);
  const { items } = await (await backend.request("/api/account/data-requests", { cookie })).json();
  const archive = await backend.request(`/api/account/data-requests/${items[0].id}/archive`, { cookie });
  const names = Object.keys(unzipSync(new Uint8Array(await archive.arrayBuffer()))).join(" ");
  expect([sent, noted, answered].map((id) => names.includes(id ?? "-"))).toEqual([true, false, true]);
  const keys = (await db.select().from(documents)).map(({ storageKey }) => storageKey);
  await erasePeople(services, null, [person.id], time.clock());
  await finishErasures(services);
  time.pass(2 * day);
  await purgeLooseFiles(services, time.clock());
  const left = await Promise.all(keys.map((key) => services.files.get(key)));
  expect([keys.length, left, await db.$count(documents), await db.$count(verificationMessages)]).toEqual([3, [null, null, null], 0, 0]);
});

test("a file goes with the chat that its retention ends, and not before", async () => {
  const { time, backend, db, write } = await chatWith("VOLUNTEER");
  await write("La voici.", pdf("photo.pdf"));
  const purge = () => purgeLooseFiles(backend.services, time.clock());
  time.pass(2 * day);
  await purge();
  expect(await db.$count(documents)).toBe(1);
  await db.delete(verificationChats);
  await purge();
  expect(await db.$count(documents)).toBe(0);
});
