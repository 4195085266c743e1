import * as z from "zod";

/** A day as people write it in a form (YYYY-MM-DD). The year 0000, which ISO knows and PostgreSQL does not, is none. */
export function calendarDay(message = "common:validation.day") {
  return z.iso.date({ error: message, abort: true }).refine((day) => !day.startsWith("0000"), { error: message, abort: true });
}
