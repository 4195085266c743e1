import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startDueCampaigns } from "#backend/modules/campaigns/starting";
import { campaigns } from "#backend/modules/campaigns/tables";
import { documents } from "#backend/modules/documents/tables";
import { fileNameOf } from "#backend/modules/mails/attachments";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { press } from "#backend/modules/press/tables";
import type { FileStore } from "#backend/ports/files";
import { maxAttachedBytes } from "#contract/accounts/campaign-drafts";
import { campaignsApi } from "#contract/accounts/campaigns";
import { backendForTest, testClock } from "#tests/support/backend";
import { aCampaign, campaignOffice, runCampaigns, storedCampaign } from "#tests/support/campaigns";
import { addContent, addRecordFile, publishContent, smallPdf } from "#tests/support/content";
import { addPerson, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

const title = { fr: "Rentrée : l’été / la suite", en: "Back to school" };

/** An office with a published piece of the press whose file can be attached, and two volunteers. */
async function opened() {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { db, files } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN", locale: "fr" });
  const published = async () => {
    const fileId = await addRecordFile(backend, admin.cookie);
    return { fileId, ...(await publishContent(backend, "press", admin.cookie, { fileId, title })) };
  };
  await addPerson(backend, { role: "VOLUNTEER", locale: "fr" });
  await addPerson(backend, { role: "VOLUNTEER", locale: "en" });
  const office = campaignOffice(backend, admin.cookie);
  const piece = await published();
  const withdraw = () => db.update(press).set({ status: "draft" }).where(eq(press.id, piece.id));
  const refused = async (attachmentIds: string[], more: object = {}) => {
    const answer = await office.post(campaignsApi.create.path, { ...aCampaign, attachmentIds, ...more });
    return [answer.status, ((await answer.json()) as { fieldErrors?: Record<string, string[]> }).fieldErrors?.attachmentIds];
  };
  return { time, backend, db, files, admin, office, published, piece, withdraw, refused };
}

/** The attachments of a mail as it came: name, type and bytes. */
function attached(source: string) {
  return source
    .split(/\r\n--[^\r\n]+/)
    .filter((part) => /content-disposition: attachment/i.test(part))
    .map((part) => {
      const [head = "", body = ""] = part.trimStart().split("\r\n\r\n");
      const names = [...head.replace(/\r\n\s+/g, " ").matchAll(/filename(?:\*\d*\*?)?=(?:utf-8'')?"?([^";]+)"?/g)].map(
        ([, name = ""]) => name,
      );
      return {
        name: decodeURIComponent(names.join("")),
        type: /content-type: ([\w/]+)/i.exec(head)?.[1],
        content: Buffer.from(body, "base64").toString(),
      };
    });
}

test("the mails of a campaign bring its files intact, under a name in the reader's language; the outbox has their ids only", async () => {
  const { backend, db, files, admin, office, piece } = await opened();
  const choices = (await (await backend.request("/api/admin/campaign-choices", { cookie: admin.cookie })).json()) as { documents: unknown };
  expect(choices.documents).toEqual([{ id: piece.fileId, title, mime: "application/pdf", bytes: smallPdf.length }]);
  const id = await office.create({ attachmentIds: [piece.fileId] });
  expect((await office.get(id)).campaign.attachments).toEqual(choices.documents);
  expect((await office.start(id)).status).toBe(200);
  await runCampaigns(backend);
  const mails = await db.select().from(outgoingMails);
  expect(mails.map(({ attachmentIds }) => attachmentIds)).toEqual([[piece.fileId], [piece.fileId]]);
  expect(JSON.stringify(mails)).not.toContain(Buffer.from(smallPdf).toString("base64").slice(0, 30));
  let reads = 0;
  const counted: FileStore = {
    ...files,
    get: (key) => {
      reads += 1;
      return files.get(key);
    },
  };
  const { mailer, received } = await postOffice();
  expect((await sendWaitingMails({ ...backend.services, files: counted }, mailer)).sent).toBe(2);
  const file = { type: "application/pdf", content: smallPdf };
  expect(received.flatMap(({ source }) => attached(source)).sort((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: "Back to school.pdf", ...file },
    { name: "Rentrée l’été la suite.pdf", ...file },
  ]);
  // However many mails have it, a run reads it once.
  expect(reads).toBe(1);
  await runCampaigns(backend);
  expect((await office.get(id)).results).toMatchObject([{ channel: "inbox" }, { channel: "email", sent: 2, failed: 0 }]);
  const copy = await (await office.post(campaignsApi.copy.path.replace(":id", id))).json();
  expect((await storedCampaign(backend, (copy as { id: string }).id)).attachmentIds).toEqual([piece.fileId]);
});

test("only files that the site hands out to everyone are attached, three at most, of 5 MB together, and by mail", async () => {
  const { backend, db, admin, published, piece, refused } = await opened();
  const draft = await addRecordFile(backend, admin.cookie);
  await addContent(backend, "press", admin.cookie, { fileId: draft });
  const loose = await addRecordFile(backend, admin.cookie);
  const person = await addPerson(backend, { role: "BENEFICIARY" });
  const proof = { kind: "IDENTITY", visibility: "owner", mime: "application/pdf", bytes: 10, sha256: "x" } as const;
  const [identity] = await db
    .insert(documents)
    .values({ ...proof, ownerId: person.id, storageKey: "papers/x", verification: "accepted" })
    .returning();
  for (const id of [draft, loose, identity?.id ?? "", crypto.randomUUID()])
    expect(await refused([id])).toEqual([422, ["campaigns:error.attachment"]]);
  expect(await refused([piece.fileId], { channels: ["inbox"] })).toEqual([422, ["campaigns:error.attachmentsByMail"]]);
  expect(await refused([piece.fileId, piece.fileId])).toEqual([422, ["campaigns:error.attachmentTwice"]]);
  const all = [piece, await published(), await published(), await published()].map(({ fileId }) => fileId);
  expect(await refused(all)).toEqual([422, ["campaigns:error.attachments"]]);
  const sized = (bytes: number) => db.update(documents).set({ bytes }).where(eq(documents.id, piece.fileId));
  await sized(maxAttachedBytes);
  expect(await refused(all.slice(0, 2))).toEqual([422, ["campaigns:error.attachedBytes"]]);
  expect((await refused([piece.fileId]))[0]).toBe(201);
  // The file of a message, and one that is erased, whatever refers to them.
  for (const values of [{ kind: "MESSAGE_FILE" as const }, { kind: "RECORD_FILE" as const, purgedAt: new Date() }]) {
    await db.update(documents).set(values).where(eq(documents.id, piece.fileId));
    expect(await refused([piece.fileId])).toEqual([422, ["campaigns:error.attachment"]]);
  }
  await expect(db.update(campaigns).set({ attachmentIds: all })).rejects.toThrow();
});

test("a file that is withdrawn refuses the start, and stays out of mails that wait", async () => {
  const { backend, db, office, piece, withdraw } = await opened();
  const [draft, sent] = [await office.create({ attachmentIds: [piece.fileId] }), await office.create({ attachmentIds: [piece.fileId] })];
  expect((await office.start(sent)).status).toBe(200);
  await runCampaigns(backend);
  await withdraw();
  const refusal = await office.start(draft);
  expect([refusal.status, ((await refusal.json()) as { fieldErrors: object }).fieldErrors]).toEqual([
    422,
    { attachmentIds: ["campaigns:error.attachment"] },
  ]);
  const { mailer, received } = await postOffice();
  expect((await sendWaitingMails(backend.services, mailer)).sent).toBe(2);
  expect(received.flatMap(({ source }) => attached(source))).toEqual([]);
  expect((await db.select().from(outgoingMails)).map(({ status }) => status)).toEqual(["sent", "sent"]);
});

test("a scheduled campaign whose file is withdrawn is cancelled, and says why", async () => {
  const { time, backend, office, piece, withdraw } = await opened();
  const id = await office.create({ attachmentIds: [piece.fileId], when: "later", at: "2026-11-23T09:00" });
  expect((await office.start(id)).status).toBe(200);
  await withdraw();
  time.set("2026-11-23T08:00:00Z");
  await startDueCampaigns(backend.services);
  expect(await storedCampaign(backend, id)).toMatchObject({ state: "cancelled", reason: "attachment" });
});

test("files that cannot be read now put the mail off, with a reason", async () => {
  const { backend, db, files, office, piece } = await opened();
  const id = await office.create({ attachmentIds: [piece.fileId] });
  await office.start(id);
  await runCampaigns(backend);
  const away: FileStore = { ...files, get: () => Promise.reject(new Error("bucket answered 503")) };
  const { mailer, received } = await postOffice();
  await sendWaitingMails({ ...backend.services, files: away }, mailer);
  const mails = await db.select().from(outgoingMails);
  expect(mails.map(({ status, lastError }) => [status, lastError])).toEqual(Array(2).fill(["waiting", "EATTACHMENT"]));
  expect(received).toEqual([]);
});

test.each([
  ["Rentrée : l’été / la suite", "Rentrée l’été la suite.pdf"],
  ["..\\..\\etc/passwd\r\nBcc: x", "etc passwd Bcc x.pdf"],
  ["???", "document.pdf"],
  ["é".repeat(100), `${"é".repeat(80)}.pdf`],
])("the title %j is the file %s", (name, file) => {
  expect(fileNameOf(name, "application/pdf")).toBe(file);
});
