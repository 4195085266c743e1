import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { idempotencyKeys } from "#backend/http/tables";
import { documents } from "#backend/modules/documents/tables";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { publishContent, smallPdf } from "#tests/support/content";
import { serverUrl } from "#tests/support/database";
import { filesInMemory } from "#tests/support/files-in-memory";
import { oldProof } from "#tests/support/form-proof";
import { noLimits } from "#tests/support/no-limits";
import { signIn } from "#tests/support/people";

/** A store that takes a file once it is released. */
function slowFiles() {
  const files = filesInMemory();
  const { promise, resolve: release } = Promise.withResolvers<void>();
  let waiting = 0;
  const store = {
    ...files,
    async put(key: string, bytes: Uint8Array, mime: string) {
      waiting += 1;
      await promise;
      await files.put(key, bytes, mime);
    },
  };
  return { files, store, release, waiting: () => waiting };
}

const pdf = (name = "lettre.pdf") => new File([smallPdf], name, { type: "application/pdf" });
const upload = (backend: TestBackend, cookie: string, key: string, file = pdf()) =>
  backend.request("/api/admin/record-files", { method: "POST", cookie, form: { file }, headers: { "idempotency-key": key } });

test.runIf(serverUrl)("a slow store of files leaves the connections to others: applications, and forms with a key", async () => {
  const { files, store, release, waiting } = slowFiles();
  const time = testClock();
  const backend = await backendForTest({ files: store, clock: time.clock, limits: noLimits });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { id } = await publishContent(backend, "jobs", cookie, {});
  const proof = await oldProof(backend, time);
  const apply = (at: number) => {
    const form = { name: "Lou", email: `lou-${at}@example.org`, message: "Bonjour", consent: "on", website: "", proof, cv: pdf() };
    return backend.request(`/api/jobs/${id}/applications`, { method: "POST", form });
  };
  const many = Array.from({ length: 15 }, (_, at) => at);
  const sent = [...many.map(apply), ...many.map((at) => upload(backend, cookie, `a-key-of-form-${at}`))];
  await expect.poll(waiting, { timeout: 20_000 }).toBe(sent.length);
  const { rows } = await backend.services.db.execute<{ open: string }>(
    sql`select count(*) as open from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  );
  expect(Number(rows[0]?.open)).toBe(0);
  expect((await backend.request("/api/user/me", { cookie })).status).toBe(200);
  release();
  expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([201]));
  expect([files.stored.size, await backend.services.db.$count(documents)]).toEqual([sent.length, sent.length]);
});

test.runIf(serverUrl)(
  "a form with a key whose change is not committed leaves no file, and is sent again",
  { timeout: 60_000 },
  async () => {
    const files = filesInMemory();
    const backend = await backendForTest({ files });
    const { db } = backend.services;
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    // The entry of the audit log waits for this lock when the change is committed.
    const held = db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('audit_log'))`);
      locked.resolve();
      await promise;
    });
    await locked.promise;
    const refused = await upload(backend, cookie, "a-key-of-one-form");
    release();
    await held;
    expect([refused.status, files.stored.size, await db.$count(documents)]).toEqual([503, 0, 0]);
    const again = [await upload(backend, cookie, "a-key-of-one-form"), await upload(backend, cookie, "a-key-of-one-form")];
    expect(again.map(({ status }) => status)).toEqual([201, 201]);
    expect([files.stored.size, await db.$count(documents)]).toEqual([1, 1]);
  },
);

test("the same form with a file at the same time waits for the first, and gets its answer", async () => {
  const { files, store, release, waiting } = slowFiles();
  const backend = await backendForTest({ files: store });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const sent = [1, 2, 3].map(() => upload(backend, cookie, "a-key-of-one-form"));
  await expect.poll(waiting).toBe(1);
  const other = await upload(backend, cookie, "a-key-of-one-form", pdf("autre.pdf"));
  expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([422, "already_sent"]);
  release();
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  expect([waiting(), files.stored.size, await backend.services.db.$count(documents)]).toEqual([1, 1, 1]);
});

test("a form whose process died before it answered is sent again after two minutes", async () => {
  const backend = await backendForTest();
  const { db } = backend.services;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await upload(backend, cookie, "a-key-of-one-form");
  const mine = eq(idempotencyKeys.key, "a-key-of-one-form POST /api/admin/record-files");
  await db.update(idempotencyKeys).set({ answer: sql`null`, createdAt: sql`now() - interval '3 minutes'` }).where(mine);
  expect((await upload(backend, cookie, "a-key-of-one-form")).status).toBe(201);
  const [row] = await db.select().from(idempotencyKeys).where(mine);
  expect(row?.answer).toMatchObject({ mime: "application/pdf" });
});
