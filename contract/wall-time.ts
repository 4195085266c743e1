import * as z from "zod";
import { instantInFrance } from "./france-time.ts";

/** A day and an hour as clocks in France show them, the way a `datetime-local` input writes them (YYYY-MM-DDTHH:MM), in this century. */
export function wallTime() {
  return z.iso.datetime({ local: true, precision: -1 }).refine((time) => time.startsWith("20") && instantInFrance(time) !== null);
}
