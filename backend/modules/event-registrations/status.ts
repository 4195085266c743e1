import { sql } from "drizzle-orm";
import type { RegistrationStatus } from "#contract/charity/event-registrations";
import { eventRegistrations } from "./tables.ts";

/** The values of a registration that moves to a state. */
export const movedTo = <Status extends RegistrationStatus>(status: Status, now: Date) => ({
  status,
  statusAt: now,
  excusedAt: null,
  replacementSince: null,
  replacedAt: null,
  updatedAt: now,
  version: sql`${eventRegistrations.version} + 1`,
});
