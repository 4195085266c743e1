import type { DoorList } from "#contract/charity/door-list";
import { resultOf, within } from "./door-database";
import { doorListsUntil } from "./scan-events";

/**
 * What the browser stores of the list of a door: encrypted under a key that the server gave, which the browser hands to nobody, script of this site included.
 * Of the event, only its id and the end of this list can be read.
 */
type Sealed = { eventId: string; person: string; until: string; key: CryptoKey; nonce: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer };

/** The lists of doors in this browser, for the time without connection. */
export const sealedLists = {
  /** Stores a list in place of the one before; one that was opened here stays under the key that it had. */
  async save(list: DoorList, person: string): Promise<void> {
    const key = list.key ? await keyFrom(list.key) : (await rowOf(list.event.id))?.key;
    if (!key) return;
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const content = new TextEncoder().encode(JSON.stringify({ ...list, key: "" }));
    const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, key, content);
    const row: Sealed = { eventId: list.event.id, person, until: list.until, key, nonce, sealed };
    await within("lists", "readwrite", (lists) => resultOf(lists.put(row)));
    localStorage.setItem(doorListsUntil, list.until);
  },
  /** The list of an event that was stored for a person; null where there is none, or its time is over. */
  async open(eventId: string, person: string, now: number): Promise<DoorList | null> {
    const found = await sealedLists.opened(eventId, now);
    return found?.person === person ? found.list : null;
  },
  /** The list of an event with the person for whom it was stored: nobody else has logged in here since. */
  async opened(eventId: string, now: number): Promise<{ list: DoorList; person: string } | null> {
    const row = await rowOf(eventId);
    if (!row || Date.parse(row.until) <= now) return null;
    const content = await crypto.subtle.decrypt({ name: "AES-GCM", iv: row.nonce }, row.key, row.sealed);
    return { list: JSON.parse(new TextDecoder().decode(content)) as DoorList, person: row.person };
  },
  remove: (eventId: string): Promise<void> => within("lists", "readwrite", (lists) => resultOf(lists.delete(eventId))),
  /** Deletes those whose time is over, and those of other people. */
  async expire(now: number, person: string): Promise<void> {
    await within("lists", "readwrite", async (lists) => {
      const all = await resultOf<Sealed[]>(lists.getAll());
      for (const row of all) if (row.person !== person || Date.parse(row.until) <= now) await resultOf(lists.delete(row.eventId));
      if ((await resultOf(lists.count())) === 0) localStorage.removeItem(doorListsUntil);
    });
  },
  clear: (): Promise<void> => within("lists", "readwrite", (lists) => resultOf(lists.clear())),
};

const rowOf = (eventId: string) => within("lists", "readonly", (lists) => resultOf<Sealed | undefined>(lists.get(eventId)));

function keyFrom(text: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}
