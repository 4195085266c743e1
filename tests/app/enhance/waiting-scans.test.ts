import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { scansExpired, unsentScans } from "~/enhance/scan-events";
import { type WaitingScan, waitingScans } from "~/enhance/waiting-scans";

/** As much of a browser's database as these scans need: requests are answered in order, each after what is running. */
function databaseOf(rows: Map<string, WaitingScan>) {
  const answer = <T>(act: () => T) => {
    const request = { result: undefined as T | undefined, onsuccess: () => {} };
    queueMicrotask(() => {
      request.result = act();
      request.onsuccess();
    });
    return request;
  };
  const scans = {
    put: (scan: WaitingScan) => answer(() => rows.set(scan.nonce, scan)),
    delete: (nonce: string) => answer(() => rows.delete(nonce)),
    getAll: () => answer(() => [...rows.values()]),
    count: () => answer(() => rows.size),
  };
  return { open: () => answer(() => ({ transaction: () => ({ objectStore: () => scans }), close: () => {} })) };
}

const rows = new Map<string, WaitingScan>();
const flags = new Map<string, string>();
const events = new EventTarget();
beforeEach(() => {
  vi.stubGlobal("indexedDB", databaseOf(rows));
  vi.stubGlobal("document", events);
  vi.stubGlobal("localStorage", {
    setItem: (key: string, value: string) => flags.set(key, value),
    removeItem: (key: string) => flags.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const now = new Date("2026-11-21T12:00:00Z").getTime();
const scan = (nonce: string, at: string, by = "person"): WaitingScan => ({
  ...{ nonce, at, by, deviceId: "device", kind: "entry", code: "code", page: "/door", given: null },
});

test("scans that the server takes no more leave the browser, which says how many, and the others wait", async () => {
  const counts: number[] = [];
  events.addEventListener(scansExpired, (event) => counts.push((event as CustomEvent<number>).detail));
  await waitingScans.add(scan("new", "2026-11-20T12:00:00Z"));
  await waitingScans.add(scan("old", "2026-11-20T11:59:59Z"));
  await waitingScans.add(scan("older", "2026-11-01T10:00:00Z"));
  await waitingScans.expire(now);
  expect([[...rows.keys()], counts, flags.has(unsentScans)]).toEqual([["new"], [2], true]);
  await waitingScans.expire(now);
  expect(counts).toEqual([2]);
  await waitingScans.expire(now + 1_000);
  expect([rows.size, counts, flags.has(unsentScans)]).toEqual([0, [2, 1], false]);
});

test("the scans of a person are theirs alone", async () => {
  await waitingScans.add(scan("theirs", "2026-11-21T11:00:00Z", "other"));
  await waitingScans.add(scan("own", "2026-11-21T11:30:00Z"));
  const noncesOf = async (person?: string) => (await waitingScans.all(person)).map(({ nonce }) => nonce);
  expect([await noncesOf("person"), await noncesOf("other"), await noncesOf()]).toEqual([["own"], ["theirs"], ["theirs", "own"]]);
});

test("scans of a page that stored no person are sent by whoever is logged in", async () => {
  rows.clear();
  const { by: _, ...old } = scan("before", "2026-11-21T11:00:00Z");
  rows.set("before", old as WaitingScan);
  await waitingScans.add(scan("theirs", "2026-11-21T11:30:00Z", "other"));
  expect((await waitingScans.all("person")).map(({ nonce }) => nonce)).toEqual(["before"]);
});
