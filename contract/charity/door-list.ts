import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { Localized } from "../formats/localized.ts";
import { registrationStatuses } from "./event-registrations.ts";

/** Hours around an event in which a door has its list: before its beginning, and after its end. */
export const doorListHours = { before: 12, after: 24 } as const;
/** Registrations in a list, those that are let in first. Who is not in it is not verified without connection. */
export const longestDoorList = 5_000;

const instant = z.iso.datetime();

/** Somebody of the event, as a door without connection needs it: no code, and no more of a name than is called out at a door. */
const DoorListEntry = z.object({
  id: z.uuid(),
  /** One-way hashes of the codes that count (`lookupOf`), and of those that others have replaced. */
  codes: z.array(z.string()),
  replaced: z.array(z.string()),
  /** First name and initial; null for who is not expected any more. */
  name: z.string().nullable(),
  partySize: z.int(),
  quotaId: z.uuid(),
  status: z.enum(registrationStatuses),
  /** Since when they are inside. */
  insideSince: instant.nullable(),
  accountOpen: z.boolean(),
});
export type DoorListEntry = z.infer<typeof DoorListEntry>;

export const DoorList = z.object({
  /** Seals the list in the browser: 32 bytes, of this session and this event alone. */
  key: z.string(),
  /** Goes into the hashes of codes. */
  salt: z.string(),
  /** When the browser deletes the list. */
  until: instant,
  /** As of when it is; a request for the changes since then names it. */
  at: instant,
  /** Whether these are all entries, or those that have changed. */
  whole: z.boolean(),
  event: z.object({ id: z.uuid(), title: Localized, startsAt: instant, endsAt: instant, isOn: z.boolean() }),
  quotas: z.array(z.object({ id: z.uuid(), label: Localized, startsAt: instant.nullable() })),
  entries: z.array(DoorListEntry),
});
export type DoorList = z.infer<typeof DoorList>;

export const doorListApi = {
  /** What a door needs to answer without connection; null too long before or after the event. Refused to who may not stand there. */
  get: endpoint({
    method: "GET",
    path: "/api/doors/:id/list",
    access: { roles: ["ADMIN", "VOLUNTEER"] },
    params: z.object({ id: z.uuid() }),
    query: z.object({ since: instant.optional().catch(undefined) }),
    response: z.object({ list: DoorList.nullable() }),
  }),
};
