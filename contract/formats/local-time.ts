import * as z from "zod";
import { instantInFrance } from "./france-time.ts";
import { shortText } from "./validation.ts";

/** A day and an hour in French local time, as a `datetime-local` input writes them (YYYY-MM-DDTHH:MM), in this century. */
export function wallTime(message = "common:validation.moment") {
  return shortText(16, message)
    .check(z.iso.datetime({ local: true, precision: -1, abort: true, error: message }))
    .refine((time) => time.startsWith("20") && instantInFrance(time) !== null, message);
}
