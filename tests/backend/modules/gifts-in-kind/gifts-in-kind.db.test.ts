import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import type { GiftInKind } from "#contract/giving/gifts-in-kind";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { mailsTo } from "#tests/support/outbox";
import { readPdf } from "#tests/support/pdf-text";
import { addPerson, signIn } from "#tests/support/people";

const path = "/api/admin/gifts-in-kind";
let backend: TestBackend;
let cookie: string;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2026-06-20T10:00:00Z")).clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const aGift = {
  receivedOn: "2026-06-01",
  category: "clothing",
  description: "Deux sacs de manteaux",
  name: "Lou Roy",
  email: "lou@example.org",
};
const post = (at: string, json: object, by = cookie) => backend.request(`${path}${at}`, { method: "POST", cookie: by, json });
const correct = (id: string, json: object, by = cookie) => backend.request(`${path}/${id}`, { method: "PUT", cookie: by, json });
const add = async (more: object = {}) => ((await (await post("", { ...aGift, ...more })).json()) as { id: string }).id;
const read = async (id: string) => (await (await backend.request(`${path}/${id}`, { cookie })).json()) as GiftInKind;

test("a gift is thanked for once, with what came and without a value", async () => {
  const id = await add();
  expect((await post(`/${id}/thanks`, { version: 1 })).status).toBe(200);
  const [mail, ...others] = await mailsTo(backend, "lou@example.org");
  expect(others).toEqual([]);
  expect(mail?.text).toContain("Deux sacs de manteaux");
  expect(mail?.text).not.toContain("€");
  expect((await read(id)).thankedAt).toBe("2026-06-20T10:00:00.000Z");
  expect([(await post(`/${id}/thanks`, { version: 1 })).status, (await post(`/${id}/thanks`, { version: 2 })).status]).toEqual([409, 409]);
  const pdf = await backend.request(`${path}/${id}/pdf`, { cookie });
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const { text } = readPdf(Buffer.from(await pdf.arrayBuffer()));
  for (const words of ["Lou Roy", "1er juin 2026", "Deux sacs de manteaux", "pas un reçu fiscal"]) expect(text).toContain(words);
});

test("the page of a gift has its mails with their state, also when one comes back, without name or address", async () => {
  const id = await add({ email: "back@example.org" });
  await post(`/${id}/thanks`, { version: 1 });
  const { db } = backend.services;
  await db.update(outgoingMails).set({ status: "failed" }).where(eq(outgoingMails.recipient, "back@example.org"));
  const answer = await backend.request(`/api/admin/notices/about/${id}`, { cookie });
  expect(await answer.json()).toMatchObject({
    subject: "gift_in_kind",
    items: [{ topic: "gift_in_kind_thanks", channel: "email", state: "failed", reader: null }],
  });
  const stored = await db.select().from(notices).where(eq(notices.subjectId, id));
  expect(stored.map(({ values, userId }) => [values, userId])).toEqual([[{}, null]]);
});

test("a gift is corrected; another e-mail address is thanked once more, and the log has no name or address", async () => {
  const email = "typo@example.org";
  const id = await add({ email });
  await post(`/${id}/thanks`, { version: 1 });
  const right = { ...aGift, name: "Marie Dupont", description: "Un manteau", locale: "en", receivedOn: "2026-06-02" };
  expect((await correct(id, { ...right, email: email.toUpperCase(), version: 2 })).status).toBe(200);
  expect(await read(id)).toMatchObject({ ...right, email: email.toUpperCase(), thankedAt: "2026-06-20T10:00:00.000Z", version: 3 });
  expect((await correct(id, { ...right, email: "marie@example.org", version: 3 })).status).toBe(200);
  expect(await read(id)).toMatchObject({ email: "marie@example.org", thankedAt: null });
  expect((await post(`/${id}/thanks`, { version: 4 })).status).toBe(200);
  expect((await mailsTo(backend, "marie@example.org"))[0]?.text).toContain("Un manteau");
  expect((await correct(id, { ...right, version: 4 })).status).toBe(409);
  expect((await correct(id, { ...right, receivedOn: "2026-06-21", version: 5 })).status).toBe(422);
  const { cookie: volunteer } = await signIn(backend, { role: "VOLUNTEER" });
  expect((await correct(id, { ...right, version: 5 }, volunteer)).status).toBe(403);
  const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, id));
  expect(log.filter(({ action }) => action === "gift_in_kind.update")).toHaveLength(2);
  for (const personal of ["Marie", "@example.org", "manteau"]) expect(JSON.stringify(log)).not.toContain(personal);
});

test("a gift whose donor was erased is not corrected", async () => {
  const id = await add();
  const name = id.slice(0, 8);
  const erased = { erasedAt: backend.services.clock(), name, email: null };
  await backend.services.db.update(giftsInKind).set(erased).where(eq(giftsInKind.id, id));
  expect((await correct(id, { ...aGift, version: 1 })).status).toBe(409);
  expect(await read(id)).toMatchObject({ name, email: null });
});

test("without an e-mail address there is no mail, and a mistake is removed", async () => {
  const id = await add({ email: undefined, name: "Sans adresse" });
  expect((await post(`/${id}/thanks`, { version: 1 })).status).toBe(409);
  expect((await post(`/${id}/removal`, { version: 1 })).status).toBe(200);
  expect((await backend.request(`${path}/${id}`, { cookie })).status).toBe(404);
});

test("a gift of tomorrow, or of nothing, is refused; only administrators record gifts", async () => {
  const errorsOf = async (more: object) => ((await (await post("", { ...aGift, ...more })).json()) as { fieldErrors: object }).fieldErrors;
  expect(await errorsOf({ receivedOn: "2026-06-21" })).toEqual({ receivedOn: ["payments:error.future"] });
  expect(await errorsOf({ description: " " })).toEqual({ description: ["in-kind:error.description"] });
  const { cookie: volunteer } = await signIn(backend, { role: "VOLUNTEER" });
  expect([(await post("", aGift, volunteer)).status, (await backend.request(path, { cookie: volunteer })).status]).toEqual([403, 403]);
});

test("the list finds gifts by name, category and day, and an erasure takes those of an address", async () => {
  const person = await addPerson(backend, { role: "DONATOR_INDIVIDUAL", email: "zoe@example.org" });
  const id = await add({ name: "Zoé Zimmer", email: "zoe@example.org", category: "toys", receivedOn: "2026-05-02" });
  const found = async (query: string) =>
    ((await (await backend.request(`${path}?${query}`, { cookie })).json()) as { items: GiftInKind[] }).items.map((gift) => gift.id);
  for (const query of ["q=zimmer", "category=toys", "receivedOnFrom=2026-05-01&receivedOnTo=2026-05-31"])
    expect(await found(query)).toEqual([id]);
  await erasePeople(backend.services, null, [person.id], backend.services.clock());
  expect(await backend.services.db.$count(giftsInKind, eq(giftsInKind.id, id))).toBe(0);
});
