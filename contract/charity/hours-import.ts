import * as z from "zod";
import { importApi } from "../accounts/imports.ts";
import { validEmail } from "../formats/validation.ts";
import { HoursDraft } from "./volunteer-hours.ts";

/** Hours as a row of a file says them, of somebody who has an account. */
export const ImportedHours = HoursDraft.pick({ date: true, activity: true, sectorId: true, description: true }).extend({
  email: validEmail("hours:error.email", "hours:error.email"),
  /** In hours, as a number. */
  hours: z.coerce
    .number("hours:error.minutes")
    .min(5 / 60, "hours:error.minutes")
    .max(16, "hours:error.minutes"),
});
export type ImportedHours = z.output<typeof ImportedHours>;

export const hoursImportApi = importApi("/api/admin/volunteer-hours", { roles: ["ADMIN"] });
