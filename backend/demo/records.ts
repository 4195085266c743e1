import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { franceDay } from "#contract/formats/france-time";
import type { Db } from "../db/client.ts";

const months = 24;
/** Kits of a full month now, the largest teams first, in the order of `sectors.json`. */
const sizes = [46, 38, 34, 30, 42, 32, 28, 28, 22, 22, 24, 16, 16, 12, 12];
/** January to December: holidays empty the campus, and term begins in September. */
const seasons = [1, 0.95, 1, 0.85, 0.9, 0.7, 0.35, 0.2, 0.9, 1.1, 1.15, 0.9];

/** The monthly records of each team: growing, with seasons, and each month different. */
export async function addRecords(tx: Db, sectors: Map<string, string>, adminId: string, now: Date) {
  const rows = [...sectors.values()].flatMap((sectorId, team) =>
    Array.from({ length: months }, (_, back) => {
      const month = monthBefore(now, back + 1);
      const uneven = 1 + (((team * 37 + back * 53) % 13) - 6) / 60;
      const size = sizes[team] ?? 10;
      const kits = Math.round(size * (1 - back * 0.018) * (seasons[Number(month.slice(5, 7)) - 1] ?? 1) * uneven);
      const written = new Date(`${monthBefore(now, back)}T09:00:00Z`);
      return {
        sectorId,
        month,
        kits,
        volunteerMinutes: kits * 70 + size * 30 + ((team + back) % 4) * 15,
        foodGrams: kits * (7_500 + ((team + back) % 7) * 120),
        createdBy: adminId,
        updatedBy: adminId,
        createdAt: written,
        updatedAt: written,
      };
    }),
  );
  await tx.insert(monthlyRecords).values(rows);
}

/** The first day of a month, so many before the one that runs. */
function monthBefore(now: Date, months: number): string {
  const day = new Date(`${franceDay(now).slice(0, 7)}-01T12:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() - months);
  return franceDay(day);
}
