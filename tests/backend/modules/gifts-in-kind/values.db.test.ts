import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenConstraint } from "#backend/db/broken-constraint";
import { auditLog } from "#backend/modules/audit/tables";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import type { GiftInKindRecord } from "#contract/giving/gifts-in-kind";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { mailsTo } from "#tests/support/outbox";
import { signIn } from "#tests/support/people";

const path = "/api/admin/gifts-in-kind";
let backend: TestBackend;
let recorder: { id: string; cookie: string };
let decider: { id: string; cookie: string };
let third: { id: string; cookie: string };

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2026-06-20T10:00:00Z")).clock });
  [recorder, decider, third] = [
    await signIn(backend, { role: "ADMIN" }),
    await signIn(backend, { role: "ADMIN" }),
    await signIn(backend, { role: "ADMIN" }),
  ];
});
afterAll(() => backend.close());

const goods = { receivedOn: "2026-06-01", category: "clothing", description: "Deux manteaux", name: "Lou Roy" };
const draft = { valueCents: 4_000, basis: "Prix d’occasion", street: "1 rue Haute", postcode: "69001", city: "Lyon", country: "FR" };
const post = (at: string, json: object, { cookie } = recorder) => backend.request(`${path}${at}`, { method: "POST", cookie, json });
let count = 0;
const add = async (more: object = {}) => {
  count += 1;
  return ((await (await post("", { ...goods, email: `giver-${count}@example.org`, ...more })).json()) as { id: string }).id;
};
const read = async (id: string, { cookie } = recorder) =>
  (await (await backend.request(`${path}/${id}`, { cookie })).json()) as GiftInKindRecord;
/** What is done with the value of a gift as it is now; answers the status. */
const act = async (id: string, what: string, more: object = {}, by = decider) =>
  (await post(`/${id}/value${what}`, { version: (await read(id)).version, ...more }, by)).status;
const held = (change: Partial<typeof giftsInKind.$inferInsert>, id: string) =>
  backend.services.db
    .update(giftsInKind)
    .set(change)
    .where(eq(giftsInKind.id, id))
    .then(() => "changed", brokenConstraint);

test("a value that the donor asked for is recorded with its basis and address, and approved by somebody else; the donor reads it", async () => {
  const id = await add();
  expect((await read(id)).value).toBeNull();
  expect(await act(id, "", draft, recorder)).toBe(200);
  expect([await act(id, "/approval", {}, recorder), (await read(id)).value?.isOwn]).toEqual([403, true]);
  expect((await read(id, decider)).value).toMatchObject({
    isOwn: false,
    basis: "Prix d’occasion",
    address: { city: "Lyon" },
    decidedBy: null,
  });
  expect(await act(id, "/approval")).toBe(200);
  expect(await read(id)).toMatchObject({
    valueState: "approved",
    valueCents: 4_000,
    value: { decidedAt: "2026-06-20T10:00:00.000Z", receipt: null },
  });
  const [mail, ...others] = await mailsTo(backend, (await read(id)).email ?? "");
  expect([mail?.topic, others, mail?.text.replaceAll(/[\u00a0\u202f]/g, " ")]).toEqual([
    "gift_value_approved",
    [],
    expect.stringContaining("valeur de 40 €"),
  ]);
  const logged = await backend.services.db.select({ changes: auditLog.changes }).from(auditLog).where(eq(auditLog.entityId, id));
  expect(JSON.stringify(logged)).not.toMatch(/Haute|occasion/);
});

test("one's own approval is refused by the database, and what was decided does not change", async () => {
  const id = await add();
  await act(id, "", draft, recorder);
  const decision = { valueState: "approved", valueDecidedAt: new Date() } as const;
  expect(await held({ ...decision, valueDeciderId: recorder.id }, id)).toBe("gifts_in_kind_decided_by_another");
  expect(await held({ ...decision, valueDeciderId: decider.id, valueCents: 5_000 }, id)).toBe("gifts_in_kind_stay");
  expect(await held({ street: null }, id)).toBe("gifts_in_kind_value");
  await act(id, "/approval");
  for (const change of [{ valueCents: 4_001 }, { name: "Autre" }, { valueDeciderId: third.id }, { city: "Paris" }])
    expect(await held(change, id)).toBe("gifts_in_kind_stay");
  expect([await act(id, "", draft, recorder), await act(id, "/approval", {}, third)]).toEqual([409, 409]);
});

test("of two people who decide at once, one does; the other reads that it has changed", async () => {
  const id = await add();
  await act(id, "", draft, recorder);
  const { version } = await read(id);
  const answers = await Promise.all([
    post(`/${id}/value/approval`, { version }, decider),
    post(`/${id}/value/refusal`, { version, reason: "Sans preuve" }, third),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { valueState, email } = await read(id);
  expect(valueState).toBe(answers[0]?.status === 200 ? "approved" : "declined");
  expect(await mailsTo(backend, email ?? "")).toHaveLength(1);
});

test("a declined value says why and is recorded again; an approved one is taken back before the gift is removed", async () => {
  const id = await add();
  await act(id, "", draft, recorder);
  expect([await act(id, "/refusal", { reason: " " }), await act(id, "/refusal", { reason: "Sans preuve" })]).toEqual([422, 200]);
  expect((await read(id)).value).toMatchObject({ reason: "Sans preuve" });
  // Whoever records the new value does not decide on it, and the one before may.
  expect(await act(id, "", { ...draft, valueCents: 3_000 }, decider)).toBe(200);
  expect([await act(id, "/approval", {}, decider), await act(id, "/approval", {}, recorder)]).toEqual([403, 200]);
  expect((await post(`/${id}/removal`, { version: (await read(id)).version })).status).toBe(409);
  expect(await act(id, "/withdrawal")).toBe(200);
  expect(await read(id)).toMatchObject({ valueState: null, valueCents: null, value: null });
  const [row] = await backend.services.db.select().from(giftsInKind).where(eq(giftsInKind.id, id));
  expect(row).toMatchObject({ street: null, valueBasis: null });
  expect((await mailsTo(backend, row?.email ?? "")).map(({ topic }) => topic).sort()).toEqual([
    "gift_value_approved",
    "gift_value_declined",
    "gift_value_withdrawn",
  ]);
  expect(await act(id, "/withdrawal")).toBe(409);
  expect((await post(`/${id}/removal`, { version: (await read(id)).version })).status).toBe(200);
});

test("what is missing is said at its field, who gave does not decide, and only administrators record values", async () => {
  const id = await add();
  const errorsOf = async (more: object) =>
    ((await (await post(`/${id}/value`, { ...draft, version: 1, ...more })).json()) as { fieldErrors: object }).fieldErrors;
  expect(await errorsOf({ valueCents: 0 })).toEqual({ valueCents: ["in-kind:error.value"] });
  expect(await errorsOf({ basis: " " })).toEqual({ basis: ["in-kind:error.basis"] });
  expect(await errorsOf({ postcode: "1" })).toEqual({ postcode: ["donate:error.postcode"] });
  const giver = await signIn(backend, { role: "ADMIN", email: "giver-admin@example.org" });
  const own = await add({ email: "Giver-Admin@example.org" });
  await act(own, "", draft, recorder);
  expect(await act(own, "/approval", {}, giver)).toBe(403);
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  expect(await act(own, "/approval", {}, volunteer)).toBe(403);
});

test("the list finds what waits to be approved, and the queue counts it for those who may decide", async () => {
  const id = await add({ name: "À décider" });
  await act(id, "", draft, third);
  const { items } = (await (await backend.request(`${path}?value=requested`, { cookie: recorder.cookie })).json()) as {
    items: GiftInKindRecord[];
  };
  expect(items.map((gift) => gift.id)).toContain(id);
  const waiting = async ({ cookie }: { cookie: string }) =>
    ((await (await backend.request("/api/work-queues", { cookie })).json()) as { queues: { giftValues?: { count: number } } }).queues
      .giftValues?.count ?? 0;
  expect([await waiting(recorder), await waiting(decider)]).toEqual([1, 2]);
});
