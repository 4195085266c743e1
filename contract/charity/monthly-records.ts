import * as z from "zod";
import { importApi } from "../accounts/imports.ts";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";

const admins = { roles: ["ADMIN"] } as const;

/** A month as people write it in a form: YYYY-MM. */
const Month = z.string("sectors:records.error.month").regex(/^20\d{2}-(0[1-9]|1[0-2])$/, "sectors:records.error.month");
const quantity = z.int32("sectors:records.error.kits").min(0, "sectors:records.error.kits");

/** What a team did in a month, in whole kits, minutes and grams. */
const quantities = { kits: quantity, volunteerMinutes: quantity, foodGrams: quantity };

export const MonthlyRecord = z.object({
  id: z.uuid(),
  month: Month,
  ...quantities,
  /** In a month that the software counts, what it counted; the kits and minutes above are what was recorded before that was decided. */
  counted: z.object({ kits: z.int(), volunteerMinutes: z.int() }).nullable(),
  version: z.int(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.string(),
});
export type MonthlyRecord = z.infer<typeof MonthlyRecord>;

const measured = (message: string, max: number) => z.number(message).min(0, message).max(max, message);

/** What a team did in a month as its form has it, in hours and kilograms. */
const figures = {
  kits: quantity,
  hours: measured("sectors:records.error.hours", 1_000_000),
  kilograms: measured("sectors:records.error.kilograms", 2_000_000),
};
export const NewMonth = z.object({ month: Month, ...figures });
export const EditedMonth = z.object({ ...figures, version: z.int() });
export const AnyMonth = z.object({ month: Month.optional(), ...figures, version: z.int().optional() });

/** A month of a team as a row of a file has it; a figure that is left out is not changed, and zero in a new month. */
export const ImportedMonth = z.object({
  sectorId: z.uuid("sectors:records.import.team"),
  month: Month,
  kits: figures.kits.optional(),
  hours: figures.hours.optional(),
  kilograms: figures.kilograms.optional(),
});
export type ImportedMonth = z.output<typeof ImportedMonth>;

export const monthsImportApi = importApi("/api/admin/monthly-records", admins);

/** What a team, or the charity, did in whole, rounded down to whole units. */
export const ImpactTotals = z.object({ kits: z.int(), hours: z.int(), kilograms: z.int() });
export type ImpactTotals = z.infer<typeof ImpactTotals>;

/** The sums of one month, `YYYY-MM`, for charts. */
export const ImpactMonth = z.object({ month: z.string(), kits: z.int(), hours: z.number(), kilograms: z.number() });
export type ImpactMonth = z.infer<typeof ImpactMonth>;

/** The most months of a chart, in the back-office and on public pages. */
export const maxImpactMonths = 24;
export const maxPublicMonths = 12;

/** The most months that the preview of another first day names. */
export const maxChangedMonths = 24;

const Figures = z.object({ kits: z.int(), minutes: z.int() });

/** From which month on the software counts the kits and hours of a team, and what another month would change. */
const Counting = z.object({
  id: z.uuid(),
  name: z.string(),
  countedFrom: z.string().nullable(),
  plan: z
    .object({
      month: z.string().nullable(),
      before: ImpactTotals,
      after: ImpactTotals,
      /** The months whose figures would come from the other place, the newest first. */
      months: z.array(z.object({ month: z.string(), recorded: Figures, counted: Figures })).max(maxChangedMonths),
      /** How many more there are. */
      more: z.int(),
    })
    .nullable(),
});
export type Counting = z.infer<typeof Counting>;

/** The month from which the software counts; without one, all months are recorded by hand. */
export const CountingDraft = z.object({ month: Month.nullish().transform((month) => month ?? null) });

const CountingQuery = z.object({
  from: z
    .union([Month, z.literal("none")])
    .optional()
    .catch(undefined),
});

export const MonthlyRecordsQuery = listQuery(["month"], {}, { perPage: 36 });

const path = "/api/admin/sectors/:id/records";
const countingPath = "/api/admin/sectors/:id/counting";
const ofSector = z.object({ id: z.uuid() });
const ofMonth = ofSector.extend({ month: Month });

export const monthlyRecordsApi = {
  /** Newest first. */
  list: endpoint({
    method: "GET",
    path,
    access: admins,
    params: ofSector,
    query: MonthlyRecordsQuery,
    response: pageOf(MonthlyRecord).extend({
      team: z.object({ id: z.uuid(), name: z.string(), countedFrom: z.string().nullable() }),
      /** The newest months with figures, the newest last, whatever the order and the page of the list. */
      months: z.array(ImpactMonth).max(maxImpactMonths),
    }),
  }),
  create: endpoint({
    method: "POST",
    path,
    access: admins,
    params: ofSector,
    body: z.object({ month: Month, ...quantities }),
    response: MonthlyRecord,
    status: 201,
  }),
  get: endpoint({ method: "GET", path: `${path}/:month`, access: admins, params: ofMonth, response: MonthlyRecord }),
  update: endpoint({
    method: "PATCH",
    path: `${path}/:month`,
    access: admins,
    params: ofMonth,
    body: z.object({ ...quantities, version: z.int() }),
    response: MonthlyRecord,
  }),
  remove: endpoint({ method: "DELETE", path: `${path}/:month`, access: admins, params: ofMonth, response: Done }),
  /** Previews another first month; nothing is changed. */
  counting: endpoint({ method: "GET", path: countingPath, access: admins, params: ofSector, query: CountingQuery, response: Counting }),
  setCounting: endpoint({ method: "PUT", path: countingPath, access: admins, params: ofSector, body: CountingDraft, response: Done }),
};
