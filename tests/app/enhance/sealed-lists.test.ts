import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DoorList } from "#contract/charity/door-list";
import { doorListsUntil } from "~/enhance/scan-events";
import { sealedLists } from "~/enhance/sealed-lists";

type Row = { eventId: string; key: CryptoKey; sealed: ArrayBuffer };

/** As much of a browser's database as these lists need: requests are answered in order, each after what is running. */
function databaseOf(rows: Map<string, Row>) {
  const answer = <T>(act: () => T) => {
    const request = { result: undefined as T | undefined, onsuccess: () => {} };
    queueMicrotask(() => {
      request.result = act();
      request.onsuccess();
    });
    return request;
  };
  const lists = {
    put: (row: Row) => answer(() => rows.set(row.eventId, row)),
    get: (id: string) => answer(() => rows.get(id)),
    delete: (id: string) => answer(() => rows.delete(id)),
    getAll: () => answer(() => [...rows.values()]),
    count: () => answer(() => rows.size),
    clear: () => answer(() => rows.clear()),
  };
  return { open: () => answer(() => ({ transaction: () => ({ objectStore: () => lists }), close: () => {} })) };
}

const rows = new Map<string, Row>();
const flags = new Map<string, string>();
beforeEach(() => {
  rows.clear();
  flags.clear();
  vi.stubGlobal("indexedDB", databaseOf(rows));
  vi.stubGlobal("localStorage", {
    setItem: (key: string, value: string) => flags.set(key, value),
    removeItem: (key: string) => flags.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const until = "2026-12-02T17:00:00.000Z";
const before = Date.parse(until) - 1;
const listOf = (id: string): DoorList => ({
  ...{ key: Buffer.alloc(32, 7).toString("base64url"), salt: "salt", until, at: "2026-12-01T14:00:00.000Z", whole: true, quotas: [] },
  event: { id, title: { fr: "Ici" }, startsAt: "2026-12-01T14:00:00.000Z", endsAt: "2026-12-01T17:00:00.000Z", isOn: true },
  entries: [
    {
      id: "one",
      codes: ["hash"],
      replaced: [],
      name: "Lina B.",
      partySize: 1,
      quotaId: "q",
      status: "confirmed",
      insideSince: null,
      accountOpen: true,
    },
  ],
});

test("what is stored of a list names nobody, and its key leaves the browser in no way", async () => {
  await sealedLists.save(listOf("here"), "person");
  const row = rows.get("here");
  const { sealed = new ArrayBuffer(0), key, ...readable } = row ?? {};
  expect(`${Buffer.from(sealed).toString("latin1")}${JSON.stringify(readable)}`).not.toMatch(/Lina|hash|Ici/);
  await expect(crypto.subtle.exportKey("raw", key as CryptoKey)).rejects.toThrow();
  expect((await sealedLists.open("here", "person", before))?.entries).toEqual(listOf("here").entries);
  expect(flags.get(doorListsUntil)).toBe(until);
});

test("a list that was opened is stored again under the key that it had", async () => {
  await sealedLists.save(listOf("here"), "person");
  const opened = await sealedLists.open("here", "person", before);
  if (opened) await sealedLists.save({ ...opened, at: until }, "person");
  expect((await sealedLists.open("here", "person", before))?.at).toBe(until);
});

test("a list is of one person, until a day after the event, and deleted then or with the next person", async () => {
  for (const id of ["here", "there"]) await sealedLists.save(listOf(id), "person");
  expect(await sealedLists.open("here", "other", before)).toBeNull();
  expect(await sealedLists.open("here", "person", Date.parse(until))).toBeNull();
  await sealedLists.expire(before, "person");
  expect(rows.size).toBe(2);
  await sealedLists.remove("there");
  await sealedLists.expire(before, "other");
  expect([rows.size, flags.size]).toEqual([0, 0]);
  await sealedLists.save(listOf("here"), "person");
  await sealedLists.expire(Date.parse(until), "person");
  expect(rows.size).toBe(0);
});
