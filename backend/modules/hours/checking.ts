import { and, eq, inArray, ne } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { projects } from "#backend/modules/projects/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { activityLevels, countedStates, type HoursDraft } from "#contract/charity/volunteer-hours";
import { brokenLimit, remarkOn } from "./limits.ts";
import { volunteerHours } from "./tables.ts";

export type Checked = Awaited<ReturnType<typeof checkHours>>;

/** An entry within the limits, as it is stored. `field` is where a form with several lines says what is wrong. */
export async function checkHours(
  tx: Db,
  today: string,
  whose: { userId: string; mayBeOld: boolean; id?: string },
  draft: HoursDraft,
  field: string,
) {
  const { date, minutes, activity } = draft;
  const { userId, mayBeOld, id } = whose;
  const { status } = volunteerHours;
  const counting = inArray(status, ["submitted", ...countedStates]);
  const [[person], others] = [
    await tx.select({ birthDate: users.birthDate }).from(users).where(eq(users.id, userId)),
    await tx
      .select({ minutes: volunteerHours.minutes, startsAt: volunteerHours.startsAt })
      .from(volunteerHours)
      .where(and(eq(volunteerHours.userId, userId), eq(volunteerHours.date, date), counting, id ? ne(volunteerHours.id, id) : undefined)),
  ];
  if (!person) throw new Refusal("not_found");
  const broken = brokenLimit(draft, others, { today, birthDate: person.birthDate, mayBeOld });
  if (broken) throw fieldRefusal(field || broken[0], broken[1]);
  const sectorId = draft.sectorId ?? null;
  const projectId = draft.projectId ?? null;
  if (sectorId && (await tx.$count(sectors, eq(sectors.id, sectorId))) === 0) throw fieldRefusal("sectorId", "hours:error.sector");
  if (projectId && (await tx.$count(projects, eq(projects.id, projectId))) === 0) throw fieldRefusal("projectId", "hours:error.project");
  const written = { description: draft.description || null, startsAt: draft.startsAt ?? null, level: activityLevels[activity] };
  return { date, minutes, activity, sectorId, projectId, ...written, remark: remarkOn(draft, others, { today }) };
}
