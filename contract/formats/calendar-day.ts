import * as z from "zod";

/** A day as people write it in a form (YYYY-MM-DD). The year 0000, which ISO knows and PostgreSQL does not, is none. */
export function calendarDay(message = "common:validation.day") {
  return z.iso.date({ error: message, abort: true }).refine((day) => !day.startsWith("0000"), { error: message, abort: true });
}

/** The last day of an accounting year as people write it (DD/MM); 29/02 is the last day of February in each year. */
export function lastDayOfYear(message: string) {
  return z
    .string(message)
    .trim()
    .regex(/^(0[1-9]|[12]\d|3[01])\/(0[1-9]|1[0-2])$/, { error: message, abort: true })
    .refine((day) => !/^(30|31)\/02|31\/(04|06|09|11)$/.test(day), message);
}
