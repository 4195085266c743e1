import * as z from "zod";
import { TimelineQuery } from "../accounts/own-timeline.ts";
import { endpoint } from "../api/endpoint.ts";
import { registrationStatuses } from "./event-registrations.ts";

const params = z.object({ id: z.uuid() });

/** Who reads somebody's hours on their page: coordinators those of the sectors in which they validate hours too. */
export const hoursOfPersonReaders = { roles: ["ADMIN"], inSector: ["ACCOUNTS_MANAGE", "HOURS_VALIDATE"] } as const;

/** Rows of such a page: of hours and gifts, the lists have all of them. */
export const shownRecords = 20;

const count = z.int().nullable();

/** How many records of each kind a person has; `inKind` are gifts in kind with their address. Null for who may not read it. */
const RecordCounts = z.object({ events: count, hours: count, gifts: count, inKind: count });
export type RecordCounts = z.infer<typeof RecordCounts>;

/** A registration for an event: `at` is when that begins. */
const RegistrationOfPerson = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  eventId: z.uuid(),
  title: z.object({ fr: z.string(), en: z.string().nullish() }),
  cancelled: z.boolean(),
  status: z.enum(registrationStatuses),
  partySize: z.int(),
});
export type RegistrationOfPerson = z.infer<typeof RegistrationOfPerson>;

export const personRecordsApi = {
  counts: endpoint({
    method: "GET",
    path: "/api/admin/people/:id/records",
    access: hoursOfPersonReaders,
    params,
    response: RecordCounts,
  }),
  /** The latest first. `withheld` says that none is shown to this reader: where somebody is helped is restricted. */
  events: endpoint({
    method: "GET",
    path: "/api/admin/people/:id/events",
    access: { roles: ["ADMIN"] },
    params,
    query: TimelineQuery,
    response: z.object({ items: z.array(RegistrationOfPerson), more: z.boolean(), withheld: z.boolean() }),
  }),
};
