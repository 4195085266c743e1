import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { forgetOthers, openStored, purgeStoredForms, storeForm } from "#backend/modules/stored-forms/storing";
import { storedForms } from "#backend/modules/stored-forms/tables";
import { storedFormLifetime } from "#contract/accounts/stored-forms";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addPerson } from "#tests/support/people";

const now = new Date("2026-11-24T10:00:00Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(() => db().delete(storedForms));

const db = () => backend.services.db;
const person = async () => (await addPerson(backend, { role: "VOLUNTEER" })).id;

async function store(userId: string, path: string, { token = null, at = now }: { token?: string | null; at?: Date } = {}) {
  const content = { path, form: "record", fields: [["title", path]] as [string, string][], files: false, secrets: false, cut: false };
  const key = await storeForm(db(), at, { token, userId, content });
  if (!key) throw new Error("the form was not stored");
  return key;
}

const pathsOf = async (token: string, userId: string, at = now) =>
  (await openStored(db(), at, { token, userId })).opened.map(({ content }) => content.path);

/** Two forms of one account under a key, the second of which is then another account's. */
async function sharedKey() {
  const [ana, bob] = [await person(), await person()];
  const key = await store(ana, "/one");
  expect(await store(ana, "/two", { token: key, at: later(1) })).toBe(key);
  await db()
    .update(storedForms)
    .set({ userId: bob })
    .where(eq(storedForms.createdAt, later(1)));
  return { ana, bob, key };
}

test("a key under which another account has a form is used for no further one, and opens nothing more", async () => {
  const { ana, bob, key } = await sharedKey();
  const next = await store(ana, "/three", { token: key, at: later(2) });
  expect(next).not.toBe(key);
  expect([await pathsOf(key, ana), await pathsOf(key, bob), await pathsOf(next, ana)]).toEqual([[], [], ["/three"]]);
});

test("what others have under a key is erased without what is one's own", async () => {
  const { ana, bob, key } = await sharedKey();
  await forgetOthers(db(), { token: key, userId: ana });
  expect([await pathsOf(key, ana), await db().$count(storedForms, eq(storedForms.userId, bob))]).toEqual([["/one"], 0]);
});

test("of more than five forms of an account, the newest stay", async () => {
  const ana = await person();
  let key: string | null = null;
  for (let at = 1; at <= 7; at += 1) key = await store(ana, `/${at}`, { token: key, at: later(at) });
  expect(await pathsOf(key ?? "", ana)).toEqual(["/7", "/6", "/5", "/4", "/3"]);
});

test("a form is purged when its half hour is over, and not before", async () => {
  const ana = await person();
  const left = () => db().$count(storedForms, sql`true`);
  await store(ana, "/one");
  await purgeStoredForms(db(), later(storedFormLifetime - 1));
  expect(await left()).toBe(1);
  await purgeStoredForms(db(), later(storedFormLifetime));
  expect(await left()).toBe(0);
});
