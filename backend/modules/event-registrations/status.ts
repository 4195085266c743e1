import { sql } from "drizzle-orm";
import { admittedStatuses, type RegistrationStatus } from "#contract/charity/event-registrations";
import { eventRegistrations } from "./tables.ts";

/** The values of a registration that moves to a state. */
export const movedTo = <Status extends RegistrationStatus>(status: Status, now: Date) => ({
  status,
  statusAt: now,
  excusedAt: null,
  replacementSince: null,
  replacedAt: null,
  awayAt: null,
  updatedAt: now,
  version: sql`${eventRegistrations.version} + 1`,
});

/** Whether a registration has a place, which opens what only those read who come: where an event is online. */
export const hasPlace = ({ status }: { status: RegistrationStatus }): boolean => admittedStatuses.some((one) => one === status);
