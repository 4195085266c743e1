import { expect, test } from "vitest";
import type { DoorList, DoorListEntry } from "#contract/charity/door-list";
import { lookupOf } from "#contract/charity/door-lookup";
import { answerFrom, countsOf, fits, listAfter, merged } from "~/subjects/check-ins/offline-answers";

const salt = "salt";
const code = "0123456789ABCDEFGHJKMNPQRSTVWXYZ0123456789ABCDEFGH";
const scan = (more: Partial<Parameters<typeof answerFrom>[1]> = {}) => ({
  ...{ nonce: "nonce", kind: "entry" as const, code, at: "2026-12-01T15:00:00.000Z" },
  ...more,
});
const entryOf = async (more: Partial<DoorListEntry> = {}, codes = [code, "ABCDEFGH"]): Promise<DoorListEntry> => ({
  ...{ id: "one", name: "Lina B.", partySize: 2, quotaId: "quota", status: "confirmed", insideSince: null, accountOpen: true },
  ...{ codes: await Promise.all(codes.map((one) => lookupOf(salt, one))), replaced: [await lookupOf(salt, "HGFEDCBA")] },
  ...more,
});
const listOf = (...entries: DoorListEntry[]): DoorList => ({
  ...{ key: "key", salt, until: "2026-12-02T17:00:00.000Z", at: "2026-12-01T14:00:00.000Z", whole: true, entries },
  event: { id: "here", title: { fr: "Ici" }, startsAt: "2026-12-01T14:00:00.000Z", endsAt: "2026-12-01T17:00:00.000Z", isOn: true },
  quotas: [{ id: "quota", label: { fr: "Places" }, startsAt: null }],
});
const answer = async (list: DoorList, more: Parameters<typeof scan>[0] = {}) => (await answerFrom(list, scan(more)))?.scan.answer ?? null;

test("a code and its letters, however they are typed, get the answer that the server would give", async () => {
  const list = listOf(await entryOf());
  expect(await Promise.all([answer(list), answer(list, { code: " abcd-efgh " })])).toEqual(["ok", "ok"]);
  expect(await answer(list, { code: "HGFE DCBA" })).toBe("revoked");
  expect(await answer(listOf(await entryOf({ status: "cancelled_by_user" })))).toBe("cancelled");
  expect(await answer(listOf(await entryOf({ status: "waiting" })))).toBe("not_confirmed");
  expect(await answer(listOf(await entryOf({ accountOpen: false })))).toBe("needs_attention");
  expect(await answer(list, { at: "2026-12-01T11:59:00.000Z" })).toBe("too_early");
  expect(await answer(list, { kind: "exit" })).toBe("not_inside");
  expect(await answerFrom(list, scan())).toMatchObject({
    scan: { name: "Lina B.", partySize: 2, quota: { fr: "Places" } },
    entryId: "one",
  });
});

test("a code that the list does not have, or that two people have in it, has no answer", async () => {
  const list = listOf(await entryOf(), await entryOf({ id: "two", codes: [await lookupOf(salt, "ABCDEFGH")], replaced: [] }));
  expect([await answer(list, { code: "ZZZZZZZZ" }), await answer(list, { code: "ABCDEFGH" }), await answer(list)]).toEqual([
    null,
    null,
    "ok",
  ]);
});

test("who has entered without connection is inside, until they leave", async () => {
  const list = listOf(await entryOf());
  const entered = await answerFrom(list, scan());
  const after = entered ? listAfter(list, entered) : list;
  expect(countsOf(after)).toEqual({ expected: 2, entered: 2, inside: 2 });
  expect((await answerFrom(after, scan()))?.scan).toMatchObject({ answer: "already", first: { at: "2026-12-01T15:00:00.000Z", by: null } });
  const left = await answerFrom(after, scan({ kind: "exit" }));
  expect([left?.scan.answer, left && countsOf(listAfter(after, left)).inside]).toEqual(["left", 0]);
});

test("changes take the place of the entries that they are about, and a whole list that of all", async () => {
  const before = listOf(await entryOf(), await entryOf({ id: "two" }));
  const change = { ...listOf(await entryOf({ status: "attended" })), whole: false };
  expect(merged(before, change).entries.map(({ id, status }) => [id, status])).toEqual([
    ["one", "attended"],
    ["two", "confirmed"],
  ]);
  expect(merged(before, { ...change, whole: true }).entries).toHaveLength(1);
});

test("changes fit the list that they change, not one of another login, in whose place only a whole one comes", async () => {
  const before = listOf(await entryOf());
  const change = { ...before, whole: false };
  expect([fits(before, change), fits(null, change)]).toEqual([true, true]);
  expect([fits(before, { ...change, salt: "other" }), fits(before, { ...change, salt: "other", whole: true })]).toEqual([false, true]);
});
