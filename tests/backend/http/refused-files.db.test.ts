import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageReplies, messages } from "#backend/modules/contact/tables";
import { documents } from "#backend/modules/documents/tables";
import { applicationReplies, applications } from "#backend/modules/jobs/tables";
import { verificationChats } from "#backend/modules/verification-chats/tables";
import { hashOf } from "#backend/secrets";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { publishContent, smallPdf } from "#tests/support/content";
import { everyEndpoint } from "#tests/support/endpoints";
import { aProof } from "#tests/support/expenses";
import { filesInMemory } from "#tests/support/files-in-memory";
import { oldProof } from "#tests/support/form-proof";
import { noLimits } from "#tests/support/no-limits";
import { signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { fillIn } from "#tests/support/registration";

const pixels = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#cb1067" } })
  .png()
  .toBuffer();
const picture = () => new File([pixels as BlobPart], "photo.png", { type: "image/png" });
const pdf = () => new File([smallPdf], "lettre.pdf", { type: "application/pdf" });

type Sent = { cookie?: string; form: object; id?: string };

let backend: TestBackend;
/** What each endpoint that takes a file is sent, by its path. */
let sent: Record<string, Sent> = {};
const files = filesInMemory();
let puts = 0;

beforeAll(async () => {
  const time = testClock();
  const counted = {
    ...files,
    async put(key: string, bytes: Uint8Array, mime: string) {
      puts += 1;
      await files.put(key, bytes, mime);
    },
  };
  backend = await startBackend({ clock: time.clock, files: counted, limits: noLimits });
  const { db } = backend.services;
  await addReceiptFacts(backend);
  const proof = await oldProof(backend, time);
  const { id: adminId, cookie: admin } = await signIn(backend, { role: "ADMIN" });
  const { cookie: volunteer } = await signIn(backend, { role: "VOLUNTEER" });
  const { cookie: student } = await signIn(backend, { role: "BENEFICIARY", accountState: "waiting" });
  const draft = await fillIn(backend, "beneficiary");
  const { id: jobId } = await publishContent(backend, "jobs", admin, {});
  const expense = { kind: "cost", reason: "Péage", spentOn: "2026-11-02", amount: "12,50", waiver: "on", proof: aProof() };
  const saved = await backend.request("/api/own-expense-drafts", { method: "POST", cookie: volunteer, form: { reason: "Péage" } });
  const { id: draftId } = (await saved.json()) as { id: string };
  const writer = { name: "Noé", email: "noe@example.org", locale: "fr", dedupeKey: "one" } as const;
  const [message] = await db
    .insert(messages)
    .values({ ...writer, topic: "other", body: "Un texte" })
    .returning();
  const [application] = await db
    .insert(applications)
    .values({ ...writer, jobId, message: "Un texte", consentedAt: time.clock() })
    .returning();
  const answer = { body: "Un texte", authorId: adminId, at: time.clock() };
  await db.insert(messageReplies).values({ ...answer, threadId: message?.id ?? "", tokenHash: hashOf("a".repeat(43)) });
  await db.insert(applicationReplies).values({ ...answer, threadId: application?.id ?? "", tokenHash: hashOf("b".repeat(43)) });
  const reply = { body: "Un autre texte", version: 1, file: pdf() };
  const waiting = await signIn(backend, { role: "VOLUNTEER", accountState: "to_validate" });
  const [chat] = await db.insert(verificationChats).values({ userId: waiting.id, status: "open", lastMessageAt: time.clock() }).returning();
  const written = { body: "Le voici.", attachment: pdf() };
  const apply = { name: "Lou", email: "lou@example.org", message: "J’aime le vélo.", consent: "on", website: "", proof, cv: pdf() };
  sent = {
    "/api/admin/article-pictures": { cookie: admin, form: { file: picture() } },
    "/api/documents/public-media": { cookie: admin, form: { file: picture() } },
    "/api/admin/record-files": { cookie: admin, form: { file: pdf() } },
    "/api/account/avatar": { cookie: volunteer, form: { file: picture() } },
    "/api/account/papers": { cookie: student, form: { file: pdf(), kind: "PROOF_STUDIES" } },
    "/api/account/driving/papers": { cookie: volunteer, form: { file: pdf(), kind: "LICENCE" } },
    "/api/registration/papers": { cookie: draft, form: { file: pdf(), kind: "PROOF_STUDIES" } },
    "/api/own-expense-claims": { cookie: volunteer, form: expense },
    "/api/own-expense-drafts": { cookie: volunteer, form: expense },
    "/api/own-expense-drafts/:id": { cookie: volunteer, form: expense, id: draftId },
    "/api/admin/messages/:id/replies": { cookie: admin, form: reply, id: message?.id },
    "/api/admin/applications/:id/replies": { cookie: admin, form: reply, id: application?.id },
    "/api/account/chat": { cookie: waiting.cookie, form: written },
    "/api/admin/verification-chats/:id/messages": { cookie: admin, form: written, id: chat?.id },
    "/api/admin/verification/:id/messages": { cookie: admin, form: written, id: waiting.id },
    "/api/own-messages/replies": { form: { token: "a".repeat(43), body: "Merci", file: pdf() } },
    "/api/own-applications/replies": { form: { token: "b".repeat(43), body: "Merci", file: pdf() } },
    "/api/jobs/:id/applications": { form: apply, id: jobId },
  };
  // The row of a file is refused, whoever writes it.
  await db.execute(sql`create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
  for (const table of ["documents", "registration_papers"])
    await db.execute(sql.raw(`create trigger refuse_row before insert on ${table} for each row execute function refuse_row()`));
});
afterAll(() => backend.close());

const withFile = (await everyEndpoint()).filter(({ bodyType }) => bodyType === "multipart");

test.each(withFile.map(({ path, method }) => [path, method]))(
  "a file whose row is refused is not left in the store: %s",
  async (path, method) => {
    const { cookie, form, id } = sent[path] ?? { form: {} };
    for (const key of [undefined, crypto.randomUUID()]) {
      const before = puts;
      const headers = key ? { "idempotency-key": key } : undefined;
      const answer = await backend.request(path.replace(":id", id ?? ""), { method, cookie, form, headers });
      expect([answer.status, puts - before]).toEqual([500, 1]);
      expect([files.stored.size, await backend.services.db.$count(documents)]).toEqual([0, 0]);
    }
  },
);
