import * as z from "zod";
import { calendarDay } from "../formats/calendar-day.ts";

/** Filters of lists other than one value of a choice. An invalid value in a URL is ignored. */
type Between<Name extends string, Value> = { [Key in `${Name}From` | `${Name}To`]: z.ZodCatch<z.ZodOptional<z.ZodType<Value>>> };

const between = <Name extends string, Value>(name: Name, value: z.ZodType<Value>) => {
  const end = value.optional().catch(undefined);
  return { [`${name}From`]: end, [`${name}To`]: end } as Between<Name, Value>;
};

/** No record is older; days around the year 1 are outside the range of the database. */
const firstDay = "1900-01-01";

/** Days in France, both included, of a day or of a moment. */
export const daysBetween = <Name extends string>(name: Name) =>
  between(
    name,
    calendarDay().refine((day) => day >= firstDay),
  );

/** Whole numbers, both included. */
export const numbersBetween = <Name extends string>(name: Name) =>
  between(
    name,
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  );

/** Only rows that the reader decides on: nobody decides on their own. */
export const decidable = z.literal("yes").optional().catch(undefined);

export const yesOrNo = z.enum(["yes", "no"]).optional().catch(undefined);
