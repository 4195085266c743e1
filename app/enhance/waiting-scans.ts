import type { ScanAnswer, ScanKind } from "#contract/charity/check-ins";
import { longestOffline } from "#contract/charity/longest-offline";
import { resultOf, within } from "./door-database";
import { scansExpired, unsentScans } from "./scan-events";

/**
 * A scan that could not be sent: what it was, when, and at which page. It names nobody but by the id of the account that made it (`by`), which alone sends
 * it. `given` is the answer that the browser gave itself, if it could.
 */
export type WaitingScan = {
  nonce: string;
  deviceId: string;
  kind: ScanKind;
  code: string;
  at: string;
  page: string;
  by: string;
  given: ScanAnswer | null;
};

const longest = longestOffline * 3_600_000;

/**
 * Scans that wait in this browser for a connection, also after the page is closed and after a log-out: those of one person are sent when that person has
 * logged in again. Those that are too old to be taken are deleted when a page of the back-office is open.
 */
export const waitingScans = {
  async add(scan: WaitingScan): Promise<void> {
    await within("scans", "readwrite", (scans) => resultOf(scans.put(scan)));
    localStorage.setItem(unsentScans, "true");
  },
  remove: (nonce: string): Promise<void> =>
    within("scans", "readwrite", async (scans) => {
      await resultOf(scans.delete(nonce));
      await noteRest(scans);
    }),
  /** Those of a person, or of everybody, the oldest first. Pages before this one stored no `by`: whoever is logged in sends these. */
  async all(person?: string): Promise<WaitingScan[]> {
    const found = await within("scans", "readonly", (scans) => resultOf<WaitingScan[]>(scans.getAll()));
    return found.filter(({ by }) => !person || !by || by === person).sort((a, b) => a.at.localeCompare(b.at));
  },
  /** Deletes those that are too old, and says how many there were. */
  async expire(now: number): Promise<void> {
    const count = await within("scans", "readwrite", async (scans) => {
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
