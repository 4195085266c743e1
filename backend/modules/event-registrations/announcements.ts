import type { Localized } from "#contract/formats/localized";
import type { EventRow, QuotaRow } from "./locking.ts";
import type { EventAnnouncement } from "./tables.ts";

/** What a change of an event is about, for those who are registered; a new link to join online, for those of them with a place. */
export const changedParts = ["time", "place", "link", "access"] as const;
export type ChangedPart = (typeof changedParts)[number];

type Slot = Pick<QuotaRow, "id" | "startsAt" | "endsAt">;

/** What people must know of an event, as it is now. */
export function announcementOf(event: EventRow, quotas: readonly Slot[]): EventAnnouncement {
  const { placeName, placeAddress, onlineUrl, accessNotes } = event;
  const slots = quotas.flatMap(({ id, startsAt, endsAt }) =>
    startsAt && endsAt ? [[id, { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }] as const] : [],
  );
  return {
    ...{ startsAt: event.startsAt.toISOString(), endsAt: event.endsAt.toISOString() },
    ...{ placeName, placeAddress, onlineUrl, accessNotes, slots: Object.fromEntries(slots) },
  };
}

/** The hours of those who are registered in a quota: its own, or the event's. */
export const hoursIn = ({ startsAt, endsAt, slots }: EventAnnouncement, quotaId: string) => slots[quotaId] ?? { startsAt, endsAt };

const sameText = (one: Localized, other: Localized) => one.fr === other.fr && (one.en ?? "") === (other.en ?? "");

/** What has changed for those who are registered in a quota. */
export function changesIn(quotaId: string, before: EventAnnouncement, after: EventAnnouncement): ChangedPart[] {
  const [former, now] = [hoursIn(before, quotaId), hoursIn(after, quotaId)];
  const has: Record<ChangedPart, boolean> = {
    time: former.startsAt !== now.startsAt || former.endsAt !== now.endsAt,
    place: before.placeName !== after.placeName || before.placeAddress !== after.placeAddress || !before.onlineUrl !== !after.onlineUrl,
    link: Boolean(before.onlineUrl && after.onlineUrl) && before.onlineUrl !== after.onlineUrl,
    access: !sameText(before.accessNotes, after.accessNotes),
  };
  return changedParts.filter((part) => has[part]);
}
