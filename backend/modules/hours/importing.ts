import { and, eq, inArray, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import { fieldErrorsOf } from "#backend/http/field-errors";
import type { Found, ImportSubject } from "#backend/modules/imports/subject";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { ImportedHours } from "#contract/charity/hours-import";
import { activityLevels } from "#contract/charity/volunteer-hours";
import { franceDay } from "#contract/formats/france-time";
import { lockPeopleOf, withdrawAttesting } from "./certificates.ts";
import { checkHours } from "./checking.ts";
import { validated } from "./deciding.ts";
import { mailImported, mailWithdrawn } from "./mailing.ts";
import { heldByDatabase } from "./refusals.ts";
import { hourPeriods, volunteerHours } from "./tables.ts";

type Values = ImportedHours & { userId: string; minutes: number };

/** The import of hours of past years: they count at once, which their people are written to about, except for the importer's own, which somebody else validates. Nothing is imported twice. */
export const hoursImport: ImportSubject = {
  list: "/dashboard/admin/volunteer-hours",
  key: ["email", "date", "activity"],
  nameOf: ({ email, date }) => [email, date].filter(Boolean).join(", "),

  async find({ db }, drafts) {
    const emails = [...new Set(drafts.flatMap(({ email }) => (typeof email === "string" ? [email.trim()] : [])))];
    const days = [...new Set(drafts.flatMap(({ date }) => (typeof date === "string" && /^\d{4}-\d{2}-\d{2}$/.test(date) ? [date] : [])))];
    if (emails.length === 0 || days.length === 0) return [];
    const rows = await db
      .select({ row: volunteerHours, email: users.email })
      .from(volunteerHours)
      .innerJoin(users, eq(users.id, volunteerHours.userId))
      .where(and(inArray(users.email, emails), inArray(volunteerHours.date, days), eq(volunteerHours.source, "import")));
    return rows.map(
      ({ row: { id, version, date, activity }, email }): Found => ({
        ...{ id, version: String(version), values: { email, date, activity } },
        untouchable: "hours:import.known",
      }),
    );
  },

  async check({ db, clock }, draft) {
    const parsed = ImportedHours.safeParse(draft);
    if (!parsed.success) throw new Refusal("invalid", { fieldErrors: fieldErrorsOf(parsed.error) });
    const minutes = Math.round(parsed.data.hours * 60);
    const isStaff = inArray(users.role, ["ADMIN", "VOLUNTEER"]);
    const [person] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, parsed.data.email), isStaff));
    if (!person) throw fieldRefusal("email", "hours:error.unknownPerson");
    if ((await db.$count(hourPeriods, eq(hourPeriods.year, Number(parsed.data.date.slice(0, 4))))) > 0)
      throw fieldRefusal("date", "hours:error.closed");
    await checkHours(db, franceDay(clock()), { userId: person.id, mayBeOld: true }, { ...parsed.data, minutes }, "hours");
    return { ...parsed.data, userId: person.id, minutes };
  },

  async create(call, values) {
    const { db, actor, clock } = call;
    const now = clock();
    const rows = (values as Values[]).map(({ userId, date, minutes, activity, sectorId, description }) => ({
      ...{ userId, date, minutes, activity, sectorId, description, level: activityLevels[activity], source: "import" as const },
      ...{ createdAt: now, updatedAt: now, submittedAt: now, status: "submitted" as const },
    }));
    const made = await heldByDatabase(() =>
      db
        .insert(volunteerHours)
        .values(rows)
        .returning({ id: volunteerHours.id, version: volunteerHours.version, minutes: volunteerHours.minutes }),
    );
    await recordChanges(
      db,
      actor,
      made.map(({ id, minutes }) => ({
        action: "volunteer_hours.import",
        entityType: "volunteer_hours",
        entityId: id,
        after: { minutes },
      })),
    );
    const ids = made.map(({ id }) => id);
    const others = and(inArray(volunteerHours.id, ids), sql`${volunteerHours.userId} <> ${actor.id}`);
    const counted = await db.update(volunteerHours).set(validated(actor, now)).where(others).returning();
    await mailImported(
      call,
      "hours_imported",
      counted.map(({ userId }) => userId),
    );
    return made.map(({ id, version }) => ({ id, version: String(version) }));
  },

  async update() {
    throw new Refusal("wrong_state");
  },

  async versions({ db }, ids) {
    if (ids.length === 0) return new Map();
    await lockPeopleOf(db, inArray(volunteerHours.id, ids));
    const rows = await db.select().from(volunteerHours).where(inArray(volunteerHours.id, ids)).for("update");
    return new Map(rows.map(({ id, version }) => [id, String(version)]));
  },

  async remove(call, id) {
    const { db, actor, clock } = call;
    const removed = await heldByDatabase(() => db.delete(volunteerHours).where(eq(volunteerHours.id, id)).returning());
    const change = { action: "volunteer_hours.remove_import", entityType: "volunteer_hours", entityId: id } as const;
    await recordChanges(
      db,
      actor,
      removed.map(({ minutes }) => ({ ...change, before: { minutes } })),
    );
    const counted = removed.filter(({ validatedAt }) => validatedAt !== null);
    await mailImported(
      call,
      "hours_removed",
      counted.map(({ userId }) => userId),
    );
    for (const row of counted) {
      const withdrawn = await withdrawAttesting(db, clock(), actor, row, "taken_back");
      for (const certificate of withdrawn) await mailWithdrawn(call, certificate);
    }
  },

  async putBack() {
    throw new Refusal("wrong_state");
  },
};
