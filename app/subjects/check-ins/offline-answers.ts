import type { Scan } from "#contract/charity/check-ins";
import { judge } from "#contract/charity/door-judging";
import type { DoorList, DoorListEntry } from "#contract/charity/door-list";
import { lookupOf } from "#contract/charity/door-lookup";
import { admittedStatuses } from "#contract/charity/event-registrations";
import type { WaitingScan } from "~/enhance/waiting-scans";

/** A scan that the browser has answered, and whom of the list it is about. */
export type OfflineScan = { scan: Scan; entryId: string };

type ScannedCode = Pick<WaitingScan, "code" | "kind" | "at" | "nonce">;

/**
 * The answer to a scan by the list of the door, by the server's own rule; null for who is not in it, as a card or somebody who has just registered is, and
 * for letters that two people have in it.
 */
export async function answerFrom(list: DoorList, { code, kind, at, nonce }: ScannedCode): Promise<OfflineScan | null> {
  const lookup = await lookupOf(list.salt, code);
  const [entry, ...others] = list.entries.filter(({ codes, replaced }) => codes.includes(lookup) || replaced.includes(lookup));
  if (!entry || others.length > 0) return null;
  const quota = list.quotas.find(({ id }) => id === entry.quotaId);
  const { startsAt, endsAt, ...event } = list.event;
  const answer = judge(
    {
      ...{ replaced: !entry.codes.includes(lookup), expired: false, isEntrance: false, accountOpen: entry.accountOpen },
      event: { ...event, startsAt: new Date(startsAt), endsAt: new Date(endsAt) },
      registration: {
        ...{ eventId: event.id, status: entry.status, inside: entry.insideSince !== null },
        slotStartsAt: quota?.startsAt ? new Date(quota.startsAt) : null,
      },
    },
    kind,
    new Date(at),
  );
  const scan: Scan = {
    ...{ id: nonce, answer, kind, mode: "offline", at, name: entry.name, partySize: entry.partySize, status: entry.status },
    ...{ quota: quota?.label ?? null, slot: quota?.startsAt ?? null, elsewhere: null, checkInId: null, undone: false, mayUndo: false },
    first: answer === "already" && entry.insideSince ? { at: entry.insideSince, by: null } : null,
  };
  return { scan, entryId: entry.id };
}

/** The list after a scan that let somebody in or out. */
export function listAfter(list: DoorList, { scan: { answer, at }, entryId }: OfflineScan): DoorList {
  const change = changes[answer as keyof typeof changes]?.(at);
  if (!change) return list;
  return { ...list, entries: list.entries.map((entry) => (entry.id === entryId ? { ...entry, ...change } : entry)) };
}

const changes = {
  ok: (at: string): Partial<DoorListEntry> => ({ status: "attended", insideSince: at }),
  left: (_: string): Partial<DoorListEntry> => ({ insideSince: null }),
};

/** Whether changes fit the list of before: under another salt, as after a new login, the codes of the two are hashed differently. */
export const fits = (before: DoorList | null, next: DoorList) => next.whole || !before || before.salt === next.salt;

/** A list with what has changed since. */
export function merged(before: DoorList | null, next: DoorList): DoorList {
  if (next.whole || !before) return next;
  const entries = new Map([...before.entries, ...next.entries].map((entry) => [entry.id, entry]));
  return { ...next, entries: [...entries.values()] };
}

/** People, as the door counts them. */
export function countsOf({ entries }: DoorList) {
  const sum = (which: (entry: DoorListEntry) => boolean) =>
    entries.reduce((total, entry) => total + (isAdmitted(entry) && which(entry) ? entry.partySize : 0), 0);
  return {
    expected: sum(() => true),
    entered: sum(({ status }) => status === "attended"),
    inside: sum(({ insideSince }) => insideSince !== null),
  };
}

const isAdmitted = ({ status }: DoorListEntry) => admittedStatuses.some((one) => one === status);
