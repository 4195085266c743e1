import type { ScanKind } from "#contract/charity/check-ins";
import { unsentScans } from "~/enhance/unsent-scans";

/** A scan that could not be sent: what it was, when, and at which page. It names nobody. */
export type WaitingScan = { nonce: string; deviceId: string; kind: ScanKind; code: string; at: string; page: string };

const name = "door";
const store = "scans";

/** Scans that wait in this browser for a connection, also after the page is closed. Logging out deletes them, with all that the site stores here. */
export const waitingScans = {
  async add(scan: WaitingScan): Promise<void> {
    await run("readwrite", (scans) => scans.put(scan));
    localStorage.setItem(unsentScans, "true");
  },
  async remove(nonce: string): Promise<void> {
    await run("readwrite", (scans) => scans.delete(nonce));
    if ((await run("readonly", (scans) => scans.count())) === 0) localStorage.removeItem(unsentScans);
  },
  /** The oldest first. */
  async all(): Promise<WaitingScan[]> {
    const found = (await run("readonly", (scans) => scans.getAll())) as WaitingScan[];
    return found.sort((a, b) => a.at.localeCompare(b.at));
  },
};

async function run<T>(mode: IDBTransactionMode, act: (scans: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await opened();
  try {
    return await resultOf(act(database.transaction(store, mode).objectStore(store)));
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: "nonce" });
  return resultOf(request);
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
