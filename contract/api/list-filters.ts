import * as z from "zod";
import { calendarDay } from "../formats/calendar-day.ts";

/** What lists are narrowed to besides one value of a choice. Nonsense in an address narrows to nothing. */
type Between<Name extends string, Value> = { [Key in `${Name}From` | `${Name}To`]: z.ZodCatch<z.ZodOptional<z.ZodType<Value>>> };

const between = <Name extends string, Value>(name: Name, value: z.ZodType<Value>) => {
  const end = value.optional().catch(undefined);
  return { [`${name}From`]: end, [`${name}To`]: end } as Between<Name, Value>;
};

/** No record is older; around the year 1 days have no moment that the database knows. */
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

export const yesOrNo = z.enum(["yes", "no"]).optional().catch(undefined);
