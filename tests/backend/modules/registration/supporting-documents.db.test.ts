import { readdirSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documents } from "#backend/modules/documents/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { applyRetention } from "#backend/modules/privacy/retention";
import { registrationDocuments, registrationDrafts } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import { localFiles } from "#backend/ports/files";
import type { RegistrationKind } from "#contract/accounts/registration-steps";
import { franceDay } from "#contract/formats/france-time";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addPerson } from "#tests/support/people";
import { fillIn, makeAccount } from "#tests/support/registration";

let backend: TestBackend;
let folder = "";
let picture: Buffer<ArrayBuffer>;
const time = testClock(new Date());
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "papers-"));
  backend = await startBackend({ clock: time.clock, files: localFiles(folder) });
  picture = Buffer.from(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: "#c16" } })
      .jpeg()
      .toBuffer(),
  );
});
afterAll(() => backend.close());

const stored = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
const photo = (name = "photo.jpg") => new File([picture], name, { type: "image/jpeg" });
const pdf = (words = "") => new File([`%PDF-1.4\n% ${words}${" ".repeat(100)}\n%%EOF`], "certificat.pdf", { type: "application/pdf" });

let people = 0;
const newEmail = () => `papiers-${++people}@maillon.example`;
function send(cookie: string, file: File, kind = "PROOF_STUDIES") {
  const body = new FormData();
  body.set("file", file);
  body.set("kind", kind);
  return backend.request("/api/registration/papers", { method: "POST", cookie, body });
}
const draftOf = async (cookie: string) => (await (await backend.request("/api/registration", { cookie })).json()).draft;
async function documentsOfAccount(email: string) {
  const rows = await backend.services.db
    .select({ document: documents })
    .from(documents)
    .innerJoin(users, eq(users.id, documents.ownerId))
    .where(eq(users.email, email));
  return rows.map(({ document }) => document);
}

test("documents belong to the draft of one browser, and to the account once it is created", async () => {
  const cookie = await fillIn(backend, "beneficiary");
  const other = await fillIn(backend, "beneficiary");
  expect([(await send(cookie, photo())).status, (await send(cookie, pdf(), "PROOF_INCOME")).status]).toEqual([201, 201]);
  const { documents } = await draftOf(cookie);
  expect(documents.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
    ["PROOF_STUDIES", "photo.jpg"],
    ["PROOF_INCOME", "certificat.pdf"],
  ]);
  expect((await draftOf(other)).documents).toEqual([]);
  const taken = await backend.request(`/api/registration/papers/${documents[0].id}`, { method: "DELETE", cookie: other });
  expect(taken.status).toBe(404);
  const email = newEmail();
  await makeAccount(backend, cookie, email);
  const stored = await documentsOfAccount(email);
  expect(stored.map(({ kind, mime, visibility, verification }) => [kind, mime, visibility, verification]).sort()).toEqual([
    ["PROOF_INCOME", "application/pdf", "owner", "pending"],
    ["PROOF_STUDIES", "image/webp", "owner", "pending"],
  ]);
  for (const { storageKey, bytes } of stored) expect((await backend.services.files.get(storageKey))?.byteLength).toBe(bytes);
  expect(await backend.services.db.$count(registrationDocuments)).toBe(0);
});

test("a file of another type, too large, not requested, or above the limit is refused and leaves no file", async () => {
  const cookie = await fillIn(backend, "beneficiary");
  const before = stored();
  const refused = [
    await send(cookie, new File(["<svg onload=alert(1)>"], "photo.png", { type: "image/png" })),
    await send(cookie, new File([new Uint8Array(10 * 1024 * 1024 + 1)], "grand.jpg", { type: "image/jpeg" })),
    await send(cookie, photo(), "LICENCE"),
    await send(cookie, photo(), "AVATAR"),
    await send("", photo()),
  ];
  expect(refused.map(({ status }) => status)).toEqual([422, 413, 409, 422, 409]);
  expect(stored()).toBe(before);
  const statuses = await Promise.all(Array.from({ length: 8 }, async (_, page) => (await send(cookie, pdf(`page ${page}`))).status));
  expect(statuses.sort()).toEqual([201, 201, 201, 201, 201, 201, 409, 409]);
  expect(stored()).toBe(before + 6);
});

test("a document sent twice is stored once, also concurrently; under another kind it is another one", async () => {
  const cookie = await fillIn(backend, "volunteer");
  const before = stored();
  const ids = await Promise.all([1, 2, 3].map(async () => (await (await send(cookie, photo(), "LICENCE")).json()).id));
  expect([new Set(ids).size, (await draftOf(cookie)).documents.length, stored() - before]).toEqual([1, 1, 1]);
  await send(cookie, photo(), "INSURANCE");
  expect([(await draftOf(cookie)).documents.length, stored() - before]).toEqual([2, 2]);
});

test("a document is deleted with its bytes", async () => {
  const cookie = await fillIn(backend, "volunteer");
  const before = stored();
  const { id } = await (await send(cookie, photo(), "LICENCE")).json();
  expect(stored()).toBe(before + 1);
  expect((await backend.request(`/api/registration/papers/${id}`, { method: "DELETE", cookie })).status).toBe(200);
  expect([stored(), (await draftOf(cookie)).documents]).toEqual([before, []]);
});

test("an abandoned draft is deleted with its documents, in the nightly run", async () => {
  const cookie = await fillIn(backend, "volunteer");
  await send(cookie, photo(), "INSURANCE");
  const before = stored();
  await applyRetention(backend.services);
  expect(stored()).toBe(before);
  time.pass(31 * 86_400);
  await applyRetention(backend.services);
  expect([await backend.services.db.$count(registrationDrafts), await backend.services.db.$count(registrationDocuments)]).toEqual([0, 0]);
  expect(stored()).toBeLessThan(before);
});

test.each<[string, RegistrationKind, Record<string, Record<string, unknown>>]>([
  ["of an address that has an account", "volunteer", {}],
  [
    "of a minor, who does not drive",
    "volunteer",
    {
      identity: {
        birthDate: franceDay(new Date(Date.now() - 16.5 * 365.25 * 86_400_000)),
        guardianName: "Claude",
        guardianEmail: "c@maillon.example",
      },
    },
  ],
])("the documents %s reach nobody, and go in the next nightly run", async (what, kind, changes) => {
  const email = newEmail();
  if (what.includes("account")) await addPerson(backend, { role: "VOLUNTEER", email });
  const before = stored();
  const cookie = await fillIn(backend, kind, { driving: { vehicle: "car" }, ...changes });
  await send(cookie, photo(), "LICENCE");
  expect((await makeAccount(backend, cookie, email)).status).toBe(201);
  expect([await documentsOfAccount(email), await draftOf(cookie)]).toEqual([[], null]);
  await applyRetention(backend.services);
  expect([stored(), await backend.services.db.$count(registrationDrafts)]).toEqual([before, 0]);
});

test("a driver is on the list of drivers with their answers, and a cyclist is not", async () => {
  const { db } = backend.services;
  const register = async (driving: Record<string, unknown>) => {
    const email = newEmail();
    const cookie = await fillIn(backend, "volunteer", { driving });
    await send(cookie, photo(), "LICENCE");
    await makeAccount(backend, cookie, email);
    const [profile] = await db
      .select({ driver: driverProfiles })
      .from(users)
      .leftJoin(driverProfiles, eq(driverProfiles.userId, users.id))
      .where(eq(users.email, email));
    return { ...profile?.driver, email };
  };
  const driver = await register({ vehicle: "car", licenceExpiry: "2031-02-03" });
  const rider = await register({ vehicle: "bike" });
  expect([driver.vehicle, driver.licenceExpiry, driver.status, rider.vehicle]).toEqual(["car", "2031-02-03", "pending", "bike"]);
  expect((await documentsOfAccount(driver.email)).map(({ kind }) => kind)).toEqual(["LICENCE"]);
});
