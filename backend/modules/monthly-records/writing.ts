import { eq, type SQL } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { isDuplicate } from "#backend/db/duplicates";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { sectors } from "#backend/modules/sectors/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";
import { monthlyRecords } from "./tables.ts";

type Row = typeof monthlyRecords.$inferSelect;
type Call = Pick<Services, "clock"> & { db: Db; actor: Actor };
type Figures = Pick<Row, "kits" | "volunteerMinutes" | "foodGrams">;

const entityType = "monthly_record";

export const firstDay = (month: string) => `${month}-01`;

const recorded = ({ sectorId, month, kits, volunteerMinutes, foodGrams }: Row) => ({ sectorId, month, kits, volunteerMinutes, foodGrams });

/** Adds a month, `YYYY-MM`, of a team, in a transaction. Refuses one that has not begun, has a record, or is counted by the software. */
export async function createRecord({ db, actor, clock }: Call, values: Figures & { sectorId: string; month: string }): Promise<Row> {
  const { sectorId, month, kits, volunteerMinutes, foodGrams } = values;
  if (firstDay(month) > franceDay(clock())) throw fieldRefusal("month", "sectors:records.error.future");
  if (await isCounted(db, sectorId, month)) refuseTyped(values);
  const who = { createdBy: actor.id, updatedBy: actor.id, createdAt: clock(), updatedAt: clock() };
  const [row] = await db
    .insert(monthlyRecords)
    .values({ kits, volunteerMinutes, foodGrams, ...who, sectorId, month: firstDay(month) })
    .returning()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? fieldRefusal("month", "sectors:records.error.taken") : error;
    });
  if (!row) throw new Refusal("unexpected");
  await recordChange(db, actor, { action: "monthly_record.create", entityType, entityId: row.id, after: recorded(row) });
  return row;
}

/** Changes the figures of a record that this transaction has locked. `counted` says whether the software counts its month. */
export async function editRecord({ db, actor, clock }: Call, before: Row, figures: Figures, counted: boolean): Promise<Row> {
  if (counted) refuseTyped(figures, before);
  const { kits, volunteerMinutes, foodGrams } = figures;
  const [after] = await db
    .update(monthlyRecords)
    .set({ kits, volunteerMinutes, foodGrams, version: before.version + 1, updatedBy: actor.id, updatedAt: clock() })
    .where(eq(monthlyRecords.id, before.id))
    .returning();
  if (!after) throw new Refusal("unexpected");
  const sides = { before: recorded(before), after: recorded(after) };
  await recordChange(db, actor, { action: "monthly_record.edit", entityType, entityId: after.id, ...sides });
  return after;
}

/** Removes a record in a transaction; whether there was one. */
export async function removeRecord({ db, actor }: Pick<Call, "db" | "actor">, which: SQL | undefined): Promise<boolean> {
  const [gone] = await db.delete(monthlyRecords).where(which).returning();
  if (gone) await recordChange(db, actor, { action: "monthly_record.remove", entityType, entityId: gone.id, before: recorded(gone) });
  return !!gone;
}

/** Whether the software counts a month of a team. Its first day waits until this transaction has ended; locked before the record, as in a merge. */
export async function isCounted(tx: Db, sectorId: string, month: string): Promise<boolean> {
  const [team] = await tx.select({ from: sectors.countedFrom }).from(sectors).where(eq(sectors.id, sectorId)).for("share");
  return !!team?.from && firstDay(month) >= team.from;
}

type Typed = Pick<Figures, "kits" | "volunteerMinutes">;

/** Refuses other kits and hours than those that were there, in a month that the software counts. The database refuses them as well. */
function refuseTyped({ kits, volunteerMinutes }: Typed, before: Typed = { kits: 0, volunteerMinutes: 0 }): void {
  if (kits !== before.kits) throw fieldRefusal("kits", "sectors:records.error.counted");
  if (volunteerMinutes !== before.volunteerMinutes) throw fieldRefusal("hours", "sectors:records.error.counted");
}
