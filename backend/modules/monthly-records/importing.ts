import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { fieldErrorsOf } from "#backend/http/field-errors";
import type { Found, ImportSubject, Values } from "#backend/modules/imports/subject";
import { sectors } from "#backend/modules/sectors/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { ImportedMonth } from "#contract/charity/monthly-records";
import { figuresOf, hoursOf, kilogramsOf } from "#contract/charity/record-units";
import { type Locale, languageTags } from "#contract/formats/locale";
import { monthlyRecords } from "./tables.ts";
import { createRecord, editRecord, firstDay, isCounted, removeRecord } from "./writing.ts";

type Row = typeof monthlyRecords.$inferSelect;
type Month = Required<ImportedMonth>;

const valuesOf = (row: Row): Month => ({
  ...{ sectorId: row.sectorId, month: row.month.slice(0, 7), kits: row.kits },
  ...{ hours: hoursOf(row), kilograms: kilogramsOf(row) },
});

/** A month of a row in words, where it is one. */
function writtenMonth(month: string, locale: Locale): string {
  const day = new Date(`${month}-15T12:00:00Z`);
  if (Number.isNaN(day.getTime())) return month;
  return day.toLocaleDateString(languageTags[locale], { month: "long", year: "numeric", timeZone: "UTC" });
}

/** What teams did in past months, typed elsewhere so far: a month that is known gets the figures of its row. */
export const monthsImport: ImportSubject = {
  list: "/dashboard/admin/sectors",
  page: "/dashboard/admin/sectors/records/import",
  key: ["sectorId", "month"],
  nameOf: ({ month }, locale) => writtenMonth(String(month ?? ""), locale),

  async find({ db }, drafts) {
    const named = drafts.flatMap((draft) => ImportedMonth.pick({ sectorId: true, month: true }).safeParse(draft).data ?? []);
    if (named.length === 0) return [];
    const ofSectors = inArray(monthlyRecords.sectorId, [...new Set(named.map(({ sectorId }) => sectorId))]);
    const ofMonths = inArray(monthlyRecords.month, [...new Set(named.map(({ month }) => firstDay(month)))]);
    const rows = await db.select().from(monthlyRecords).where(and(ofSectors, ofMonths)).for("update");
    return rows.map((row): Found => ({ id: row.id, version: String(row.version), values: valuesOf(row) }));
  },

  async check({ db }, draft, found) {
    const parsed = ImportedMonth.safeParse(draft);
    if (!parsed.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(parsed.error) });
    const { sectorId, month, ...figures } = parsed.data;
    if (Object.values(figures).every((figure) => figure === undefined)) throw fieldRefusal("kits", "sectors:records.import.nothing");
    if ((await db.$count(sectors, and(eq(sectors.id, sectorId), eq(sectors.kind, "local_team")))) === 0)
      throw fieldRefusal("sectorId", "sectors:records.import.team");
    const known = { kits: 0, hours: 0, kilograms: 0, ...found?.values };
    const given = Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== undefined));
    return { ...known, ...given, sectorId, month };
  },

  async create(call, values) {
    const made: { id: string; version: string }[] = [];
    for (const value of values as Month[]) {
      const { id, version } = await createRecord(call, { ...figuresOf(value), sectorId: value.sectorId, month: value.month });
      made.push({ id, version: String(version) });
    }
    return made;
  },

  update: (call, { id }, values) => edit(call, id, values),

  async versions({ db }, ids) {
    const rows = await db.select().from(monthlyRecords).where(inArray(monthlyRecords.id, ids)).for("update");
    return new Map(rows.map(({ id, version }) => [id, String(version)]));
  },

  async remove(call, id) {
    await removeRecord(call, eq(monthlyRecords.id, id));
  },

  async putBack(call, { id }, former) {
    await edit(call, id, former);
  },
};

/** Gives a record, locked by this import, other figures; the new version. Stored minutes and grams stay where their rounded value is the same. */
async function edit(call: Parameters<typeof editRecord>[0], id: string, values: Values): Promise<string> {
  const before = await lockedRecord(call.db, id);
  const { hours, kilograms, kits } = values as Month;
  const given = figuresOf({ kits, hours, kilograms });
  const figures = {
    kits,
    volunteerMinutes: hours === hoursOf(before) ? before.volunteerMinutes : given.volunteerMinutes,
    foodGrams: given.foodGrams,
  };
  const after = await editRecord(call, before, figures, await isCounted(call.db, before.sectorId, before.month.slice(0, 7)));
  return String(after.version);
}

async function lockedRecord(db: Db, id: string): Promise<Row> {
  const [row] = await db.select().from(monthlyRecords).where(eq(monthlyRecords.id, id)).for("update");
  if (!row) throw new Refusal("not_found");
  return row;
}
