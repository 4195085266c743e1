import type { ScanKind } from "#contract/charity/check-ins";
import { longestOffline } from "#contract/charity/longest-offline";

/** A scan that could not be sent: what it was, when, and at which page. It names nobody. */
export type WaitingScan = { nonce: string; deviceId: string; kind: ScanKind; code: string; at: string; page: string };

/** The name in the browser's storage under which is noted that scans at a door wait for a connection. */
export const unsentScans = "unsent-scans";
/** Fired on the document with the number of scans that were deleted, since the server takes them no more. */
export const scansExpired = "maillon:scans-expired";

const name = "door";
const store = "scans";
const longest = longestOffline * 3_600_000;

/**
 * Scans that wait in this browser for a connection, also after the page is closed. Those that are too old to be taken are deleted when a page of the
 * back-office is open. Logging out deletes all, with everything that the site stores here.
 */
export const waitingScans = {
  async add(scan: WaitingScan): Promise<void> {
    await within("readwrite", (scans) => resultOf(scans.put(scan)));
    localStorage.setItem(unsentScans, "true");
  },
  remove: (nonce: string): Promise<void> =>
    within("readwrite", async (scans) => {
      await resultOf(scans.delete(nonce));
      await noteRest(scans);
    }),
  /** The oldest first. */
  async all(): Promise<WaitingScan[]> {
    const found = await within("readonly", (scans) => resultOf<WaitingScan[]>(scans.getAll()));
    return found.sort((a, b) => a.at.localeCompare(b.at));
  },
  /** Deletes those that are too old, and says how many there were. */
  async expire(now: number): Promise<void> {
    const count = await within("readwrite", async (scans) => {
      const all = await resultOf<WaitingScan[]>(scans.getAll());
      const old = all.filter(({ at }) => now - new Date(at).getTime() > longest);
      for (const { nonce } of old) await resultOf(scans.delete(nonce));
      await noteRest(scans);
      return old.length;
    });
    if (count > 0) document.dispatchEvent(new CustomEvent(scansExpired, { detail: count }));
  },
};

async function noteRest(scans: IDBObjectStore): Promise<void> {
  if ((await resultOf(scans.count())) === 0) localStorage.removeItem(unsentScans);
}

/** Acts in one transaction: it lasts as long as each request follows the answer of the one before. */
async function within<T>(mode: IDBTransactionMode, act: (scans: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await opened();
  try {
    return await act(database.transaction(store, mode).objectStore(store));
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
