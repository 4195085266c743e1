import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { shortText } from "../formats/validation.ts";

/** Vehicles as the mileage scale of the tax office tells them apart, by fiscal horsepower; a bicycle is in none, and may have a rate of its own. */
export const vehicles = [
  "car_3",
  "car_4",
  "car_5",
  "car_6",
  "car_7",
  "motorbike_2",
  "motorbike_5",
  "motorbike_6",
  "moped",
  "bike",
] as const;

/** The raise of the mileage scale for a vehicle that is all electric, in per cent, at most. */
export const largestRaise = 100;

/** Thousandths of a euro for a kilometre, as people type them: `0,529`. */
export function thousandthsOf(typed: string): number | null {
  const [, euros, decimals = ""] = /^(\d{1,2})(?:[.,](\d{1,3}))?\s?€?$/.exec(typed.trim()) ?? [];
  return euros === undefined ? null : Number(euros) * 1_000 + Number(decimals.padEnd(3, "0"));
}

const milliEuros = z.int32("expenses:error.rate").min(1, "expenses:error.rate").max(10_000, "expenses:error.rate");
export const MileageRateDraft = z.object({
  vehicle: z.enum(vehicles, "expenses:error.vehicle"),
  milliEuros,
  /** For how many kilometres of a year the rate applies; the scale has others beyond. */
  yearlyKilometres: z
    .int32("expenses:error.yearlyKilometres")
    .min(1, "expenses:error.yearlyKilometres")
    .max(200_000, "expenses:error.yearlyKilometres")
    .nullish(),
  /** By how many per cent it is raised for a vehicle that is all electric; null where nothing says so. */
  raisePercent: z.int32("expenses:error.raise").min(1, "expenses:error.raise").max(largestRaise, "expenses:error.raise").nullish(),
  validFrom: calendarDay("expenses:error.validFrom"),
  validTo: calendarDay("expenses:error.validTo").nullish(),
  basis: shortText(200).nullish(),
});
export type MileageRateDraft = z.infer<typeof MileageRateDraft>;
/** The same as its form has it: euros as people type them. */
export const MileageRateForm = MileageRateDraft.extend({
  milliEuros: shortText(20, "expenses:error.rate").transform((typed, { addIssue }) => {
    const given = milliEuros.safeParse(thousandthsOf(typed));
    if (given.success) return given.data;
    addIssue({ code: "custom", message: "expenses:error.rate" });
    return z.NEVER;
  }),
});

export const MileageRate = MileageRateDraft.extend({
  id: z.uuid(),
  yearlyKilometres: z.int().nullable(),
  raisePercent: z.int().nullable(),
  validTo: z.string().nullable(),
  basis: z.string().nullable(),
  version: z.int(),
});
export type MileageRate = z.infer<typeof MileageRate>;

/** All rates, and whether one applies today. */
const MileageRates = z.object({ items: z.array(MileageRate), applyToday: z.boolean() });

const admins = { roles: ["ADMIN"] } as const;
const path = "/api/admin/mileage-rates";
const byId = z.object({ id: z.uuid() });
const version = z.object({ version: z.int() });

export const mileageRatesApi = {
  list: endpoint({ method: "GET", path, access: admins, response: MileageRates }),
  add: endpoint({
    method: "POST",
    path,
    access: admins,
    body: MileageRateDraft,
    response: MileageRate,
    status: 201,
  }),
  /** Ends a rate on a day, or continues it. Claims that were sent keep the rate of their day. */
  end: endpoint({
    method: "PATCH",
    path: `${path}/:id`,
    access: admins,
    params: byId,
    body: z.object({ validTo: calendarDay("expenses:error.validTo").nullish(), version: z.int() }),
    response: MileageRate,
  }),
  /** Removes a rate that was mistyped. Claims that were sent keep it. */
  remove: endpoint({
    method: "POST",
    path: `${path}/:id/removal`,
    access: admins,
    params: byId,
    body: version,
    response: Done,
  }),
};
