import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { events } from "#backend/modules/events/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import type { HoursRow } from "#contract/charity/volunteer-hours";
import { correctUntil } from "./rejected.ts";
import { hourPeriods, volunteerHours } from "./tables.ts";
import { isOfPeriod } from "./year.ts";

const validators = alias(users, "validators");

/** Hours with the names that they refer to. */
export const hoursWithNames = (db: Db) =>
  db
    .select({ row: volunteerHours, sector: sectors.name, event: events.title, validator: validators.firstName, periodId: hourPeriods.id })
    .from(volunteerHours)
    .leftJoin(sectors, eq(sectors.id, volunteerHours.sectorId))
    .leftJoin(events, eq(events.id, volunteerHours.eventId))
    .leftJoin(validators, eq(validators.id, volunteerHours.validatorId))
    .leftJoin(hourPeriods, isOfPeriod);

type Named = Awaited<ReturnType<typeof hoursWithNames>>[number];

export const shapeOfHours = ({ row, periodId, ...names }: Named): HoursRow => ({
  ...row,
  ...names,
  isCorrection: row.correctsId !== null,
  correctUntil: row.rejectedAt && periodId === null ? correctUntil(Number(row.date.slice(0, 4)), row.rejectedAt) : null,
});
