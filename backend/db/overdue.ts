import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { overdueSince, type ResponseDeadline } from "#contract/accounts/answer-days";
import { franceDay, instantInFrance } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";

/** Whether what came at a time has waited for longer than a promise. */
export const waitsLongerThan = (column: AnyPgColumn, promise: ResponseDeadline, now: Date): SQL =>
  sql`${column} < ${firstMomentInTime(promise, now)}::timestamptz`;

/** What arrived after this time is not overdue. */
export function firstMomentInTime(promise: ResponseDeadline, now: Date): string {
  const day = addDays(overdueSince(franceDay(now), promise), 1);
  return (instantInFrance(`${day}T00:00`) ?? now).toISOString();
}
