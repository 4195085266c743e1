import { and, asc, desc, eq } from "drizzle-orm";
import { hourRates, volunteerHours } from "#backend/modules/hours/tables";
import { users } from "#backend/modules/users/tables";
import { activityLevels, type HoursActivity, type HoursLevel, type HoursState } from "#contract/charity/volunteer-hours";
import { franceDay } from "#contract/formats/france-time";
import type { Db } from "../db/client.ts";

const day = 86_400_000;
const entriesOfEach = 6;
const people = 50;
const batch = 100;
/** Cents of an hour: the legal minimum wage of 2026, and its multiples. */
const rates = { field: 1_202, skill: 1_803, lead: 3_606 } as const;
const activities: HoursActivity[] = ["delivery", "collection", "distribution", "dressed", "maraude", "coordination", "training"];
const lengths = [90, 120, 180, 240, 150];

/** Hours of volunteers over the last months: validated for the most part, the newest still waiting; and what an hour is worth. */
export async function addHours(tx: Db, adminId: string, now: Date) {
  const from = `${Number(franceDay(now).slice(0, 4)) - 1}-01-01`;
  const levels = ["field", "skill", "lead"] as const;
  const rows = await tx
    .insert(hourRates)
    .values(levels.map((level) => ({ level, cents: rates[level], validFrom: from, createdAt: now, updatedAt: now })))
    .returning();
  const rateIds = new Map(rows.map(({ level, id }) => [level, id]));
  const volunteers = await tx
    .select({ id: users.id, sectorId: users.sectorId })
    .from(users)
    .where(and(eq(users.accountState, "validated"), eq(users.role, "VOLUNTEER")))
    // The account that people try first, then the others as they came.
    .orderBy(desc(eq(users.email, "volunteer@maillon.example")), asc(users.createdAt), asc(users.email))
    .limit(people);
  const entries = volunteers.flatMap(({ id: userId, sectorId }, who) =>
    Array.from({ length: entriesOfEach }, (_, at) => {
      const daysAgo = 1 + at * 9 + (who % 7);
      const activity = activities[(who + at) % activities.length] ?? "other";
      const written = new Date(now.getTime() - (daysAgo - 1) * day);
      const about = {
        userId,
        sectorId,
        activity,
        level: activityLevels[activity],
        minutes: lengths[(who * 3 + at) % lengths.length] ?? 120,
      };
      const times = {
        date: franceDay(new Date(now.getTime() - daysAgo * day)),
        createdAt: written,
        updatedAt: written,
        submittedAt: written,
      };
      return {
        ...about,
        ...times,
        source: at % 3 === 0 ? ("self" as const) : ("staff" as const),
        ...decided(stateOf(who, at), written, about.level),
      };
    }),
  );
  for (let at = 0; at < entries.length; at += batch) await tx.insert(volunteerHours).values(entries.slice(at, at + batch));

  function decided(status: HoursState, at: Date, level: HoursLevel) {
    if (status === "rejected")
      return { status, validatorId: adminId, rejectedAt: at, rejectReason: "L’équipe y était le samedi. Pouvez-vous vérifier le jour ?" };
    const rate = { rateLevelId: rateIds.get(level), rateCents: rates[level] };
    return status === "validated" ? { status, validatorId: adminId, validatedAt: at, ...rate } : { status };
  }
}

/** The newest entries of a person wait; one in ten of the others was rejected. */
function stateOf(who: number, at: number): HoursState {
  if (at === 0) return who % 4 === 0 ? "proposed" : "submitted";
  return at === 1 && who % 10 === 3 ? "rejected" : "validated";
}
