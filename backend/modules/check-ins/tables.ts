import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, oneOf } from "#backend/db/columns";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import { codeKinds, scanAnswers, scanKinds, scanModes } from "#contract/charity/check-ins";
import { registrationStatuses } from "#contract/charity/event-registrations";

/**
 * The versions of the codes that somebody has been shown: what stands for a registration, a person or an event. The highest version counts, and a code
 * of which there is no row is the first one. `lookup` is a keyed hash of the letters that are typed instead of the QR code; neither of them is stored.
 */
export const doorCodes = pgTable(
  "door_codes",
  {
    id: uuid().primaryKey().defaultRandom(),
    createdAt: instant().notNull().defaultNow(),
    kind: text({ enum: codeKinds }).notNull(),
    registrationId: uuid().references(() => eventRegistrations.id, { onDelete: "cascade" }),
    userId: uuid().references(() => users.id),
    eventId: uuid().references(() => events.id, { onDelete: "cascade" }),
    version: smallint().notNull(),
    lookup: text().notNull(),
  },
  (t) => [
    check("door_codes_kind", sql`${t.kind} in (${oneOf(codeKinds)})`),
    check("door_codes_version", sql`${t.version} > 0`),
    check(
      "door_codes_subject",
      sql`num_nonnulls(${t.registrationId}, ${t.userId}, ${t.eventId}) = 1 and (${t.kind} = 'ticket') = (${t.registrationId} is not null)
        and (${t.kind} = 'entrance') = (${t.eventId} is not null)`,
    ),
    unique("door_codes_once").on(t.lookup, t.registrationId, t.userId, t.eventId).nullsNotDistinct(),
    index("door_codes_of_registration").on(t.registrationId, t.version),
    index("door_codes_of_person").on(t.userId, t.kind, t.version),
    index("door_codes_of_event").on(t.eventId, t.version),
  ],
);

/** Who came in and who left. An entry is open until an exit closes it; nobody has two open ones, which the database refuses. */
export const checkIns = pgTable(
  "check_ins",
  {
    id: uuid().primaryKey().defaultRandom(),
    createdAt: instant().notNull().defaultNow(),
    registrationId: uuid()
      .notNull()
      .references(() => eventRegistrations.id, { onDelete: "cascade" }),
    kind: text({ enum: scanKinds }).notNull(),
    at: instant().notNull(),
    deviceId: uuid().notNull(),
    nonce: uuid().notNull(),
    byUserId: uuid()
      .notNull()
      .references(() => users.id),
    mode: text({ enum: scanModes }).notNull(),
    /** Of an entry: the exit that closed it. */
    closedBy: uuid().references((): AnyPgColumn => checkIns.id, { onDelete: "cascade" }),
    /** Of an entry that made somebody attend: the state that it changed. Undone, this comes back; what staff marked themselves stays. */
    statusBefore: text({ enum: registrationStatuses }),
    /** What that state had with it: when an absence was excused, when its person noted that they cannot come, and since when they looked for a replacement. */
    excusedBefore: instant(),
    awayBefore: instant(),
    replacementBefore: instant(),
    undoneAt: instant(),
    undoneBy: uuid().references(() => users.id),
  },
  (t) => [
    check("check_ins_kind", sql`${t.kind} in (${oneOf(scanKinds)})`),
    check("check_ins_mode", sql`${t.mode} in (${oneOf(scanModes)})`),
    check("check_ins_status_before", sql`${t.statusBefore} in (${oneOf(registrationStatuses)})`),
    check("check_ins_excused_before", sql`${t.excusedBefore} is null or ${t.statusBefore} is not distinct from 'no_show'`),
    check(
      "check_ins_confirmed_before",
      sql`num_nonnulls(${t.awayBefore}, ${t.replacementBefore}) = 0 or ${t.statusBefore} is not distinct from 'confirmed'`,
    ),
    check("check_ins_undone", sql`(${t.undoneAt} is null) = (${t.undoneBy} is null)`),
    check("check_ins_closed", sql`${t.closedBy} is null or (${t.kind} = 'entry' and ${t.undoneAt} is null)`),
    unique("check_ins_once").on(t.deviceId, t.nonce),
    uniqueIndex("check_ins_open").on(t.registrationId).where(sql`${t.kind} = 'entry' and ${t.undoneAt} is null and ${t.closedBy} is null`),
    index("check_ins_of_registration").on(t.registrationId, t.at),
    index("check_ins_closed_by").on(t.closedBy),
  ],
);

/** Every scan with its answer, those that changed nothing as well. An unknown code leaves nothing of what was in it. */
export const scanAttempts = pgTable(
  "scan_attempts",
  {
    id: uuid().primaryKey().defaultRandom(),
    createdAt: instant().notNull().defaultNow(),
    eventId: uuid()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    registrationId: uuid().references(() => eventRegistrations.id, { onDelete: "cascade" }),
    kind: text({ enum: scanKinds }).notNull(),
    mode: text({ enum: scanModes }).notNull(),
    answer: text({ enum: scanAnswers }).notNull(),
    /** The check-in that it made, or the one by which the person is already inside. */
    checkInId: uuid(),
    at: instant().notNull(),
    deviceId: uuid().notNull(),
    nonce: uuid().notNull(),
    byUserId: uuid()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    check("scan_attempts_answer", sql`${t.answer} in (${oneOf(scanAnswers)})`),
    check("scan_attempts_kind", sql`${t.kind} in (${oneOf(scanKinds)})`),
    check("scan_attempts_mode", sql`${t.mode} in (${oneOf(scanModes)})`),
    foreignKey({ name: "scan_attempts_check_in", columns: [t.checkInId], foreignColumns: [checkIns.id] }).onDelete("set null"),
    unique("scan_attempts_once").on(t.deviceId, t.nonce),
    index("scan_attempts_of_event").on(t.eventId, t.createdAt, t.id),
    index("scan_attempts_of_registration").on(t.registrationId),
    index("scan_attempts_of_check_in").on(t.checkInId),
    index("scan_attempts_by_age").on(t.createdAt),
  ],
);

/** Who stands at the door of one event without a right in its sector. */
export const eventDoorPeople = pgTable(
  "event_door_people",
  {
    eventId: uuid()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    addedBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.userId] }), index("event_door_people_of_person").on(t.userId)],
);
