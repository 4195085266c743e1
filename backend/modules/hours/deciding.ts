import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { isForTask, startTask } from "#backend/modules/tasks/starting";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal } from "#backend/refusal";
import type { ItemResult, TaskWork } from "#backend/worker/task-kind";
import { maxPreviewedNames } from "#contract/api/endpoint";
import { type HoursBulk, type HoursBulkOutcome, HoursQuery, hoursAdminApi } from "#contract/charity/volunteer-hours-admin";
import { lockPeopleOf } from "./certificates.ts";
import { hoursMatching } from "./list.ts";
import { mailDecisions } from "./mailing.ts";
import { heldByDatabase } from "./refusals.ts";
import { hoursSeenBy, hoursToDecide } from "./scope.ts";
import { hourRates, volunteerHours } from "./tables.ts";
import { thankFor } from "./thanking.ts";

type Entry = typeof volunteerHours.$inferSelect;
type Decision = Pick<HoursBulk, "decision" | "reason">;

/**
 * Validates or rejects the chosen hours, all in one transaction, or starts a task that does. What somebody else decided on meanwhile stays, and so
 * do one's own hours, whatever was chosen. A dry run counts and names.
 */
export async function decideMany(services: Services, actor: Actor, body: HoursBulk): Promise<HoursBulkOutcome> {
  const { db } = services;
  const { decision, reason, selection, dryRun } = body;
  const chosen =
    "ids" in selection
      ? and(inArray(volunteerHours.id, selection.ids), hoursSeenBy(db, actor))
      : await hoursMatching(db, actor, HoursQuery.parse(selection.query));
  if (dryRun) return outcomeOf(db, actor, chosen);
  if (decision === "reject" && !reason) throw fieldRefusal("reason", "hours:error.reason");
  const none = { count: 0, changed: 0, minutes: 0, names: [], left: [], leftCount: 0 };
  if (await isForTask(db, volunteerHours, chosen)) {
    const waiting = and(chosen, eq(volunteerHours.status, "submitted"));
    const items = { table: volunteerHours, key: volunteerHours.id, where: waiting, order: [volunteerHours.submittedAt] };
    return { ...none, task: await startTask(services, actor, { endpoint: hoursAdminApi.bulk, body }, items) };
  }
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const before = await outcomeOf(tx, actor, chosen);
      const decided = await decide({ ...services, db: tx }, actor, chosen, { decision, reason }, crypto.randomUUID());
      return { ...before, changed: decided.length, minutes: sumOf(decided), leftCount: before.count - decided.length };
    }),
  );
}

const sumOf = (rows: Pick<Entry, "minutes">[]) => rows.reduce((sum, { minutes }) => sum + minutes, 0);

/** The same for the hours of a task, those that its owner decides on now. */
export const decidingTask: TaskWork<HoursBulk> = {
  nameOf: ({ decision }) => `hours.${decision}`,
  listOf: () => "/dashboard/admin/volunteer-hours",
  async act(call, ids) {
    const { db, actor, body, taskId } = call;
    const chosen = inArray(volunteerHours.id, ids);
    const decided = await decide(call, actor, chosen, body, taskId);
    const rows = await db
      .select({ id: volunteerHours.id, userId: volunteerHours.userId })
      .from(volunteerHours)
      .where(and(chosen, hoursSeenBy(db, actor)));
    const done = new Set(decided.map(({ id }) => id));
    const resultOf = ({ id, userId }: (typeof rows)[number]): ItemResult =>
      done.has(id) ? null : userId === actor.id ? "hours:obstacle.own" : "hours:obstacle.decided";
    return new Map(rows.map((row) => [row.id, resultOf(row)]));
  },
  async describe({ db, actor }, ids) {
    const rows = await named(db, and(inArray(volunteerHours.id, ids), hoursSeenBy(db, actor)), ids.length);
    return new Map(rows.map(({ id, name }) => [id, { name, path: `/dashboard/admin/volunteer-hours/${id}` }]));
  },
};

/** Decides on those of the chosen hours that wait and that the actor may decide on now. The person gets one mail. */
async function decide(services: Services, actor: Actor, chosen: SQL | undefined, { decision, reason }: Decision, batch: string) {
  const { db, clock } = services;
  const now = clock();
  const waiting = and(chosen, await hoursToDecide(db, actor), eq(volunteerHours.status, "submitted"));
  if (decision === "validate") await lockPeopleOf(db, waiting);
  const rows = await db.select({ id: volunteerHours.id }).from(volunteerHours).where(waiting).orderBy(asc(volunteerHours.id)).for("update");
  if (rows.length === 0) return [];
  const set = decision === "validate" ? validated(actor, now) : rejected(actor, now, reason ?? "");
  const decided = await db
    .update(volunteerHours)
    .set({ ...set, updatedAt: now, version: sql`${volunteerHours.version} + 1` })
    .where(
      inArray(
        volunteerHours.id,
        rows.map(({ id }) => id),
      ),
    )
    .returning();
  if (decision === "validate") await thankFor(services, decided);
  await mailDecisions(services, actor, decided, { decision, reason: reason ?? "", batch });
  await recordChanges(
    db,
    actor,
    decided.map(({ id, status }) => ({
      action: `volunteer_hours.${decision}`,
      entityType: "volunteer_hours" as const,
      entityId: id,
      before: { status: "submitted" },
      after: { status },
    })),
  );
  return decided;
}

/** What an hour is worth on that day is fixed now: a later change of rates leaves it. */
export function validated({ id }: Actor, now: Date) {
  const rate = (column: SQL | typeof hourRates.id | typeof hourRates.cents) =>
    sql`(select ${column} from ${hourRates} where ${hourRates.level} = ${volunteerHours.level} and ${hourRates.validFrom} <= ${volunteerHours.date}
      and (${hourRates.validTo} is null or ${hourRates.validTo} >= ${volunteerHours.date}))`;
  const worth = { rateLevelId: rate(hourRates.id), rateCents: rate(hourRates.cents) };
  return { status: "validated" as const, validatorId: id, validatedAt: now, rejectReason: null, ...worth };
}

const rejected = ({ id }: Actor, now: Date, rejectReason: string) => ({
  status: "rejected" as const,
  validatorId: id,
  rejectReason,
  rejectedAt: now,
});

/** How many of the chosen hours would be decided on, and who of the others why not. */
async function outcomeOf(db: Db, actor: Actor, chosen: SQL | undefined): Promise<HoursBulkOutcome> {
  const obstacle = sql`case when ${volunteerHours.userId} = ${actor.id} then 'own' when ${volunteerHours.status} <> 'submitted' then 'decided' end`;
  const mine = sql`${obstacle} is null`;
  const [sums] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      changed: sql<number>`count(*) filter (where ${mine})`.mapWith(Number),
      minutes: sql<number>`coalesce(sum(${volunteerHours.minutes}) filter (where ${mine}), 0)`.mapWith(Number),
    })
    .from(volunteerHours)
    .where(chosen);
  const { count, changed, minutes } = sums ?? { count: 0, changed: 0, minutes: 0 };
  const first = await named(db, and(chosen, mine), maxPreviewedNames);
  const others = count > changed ? await named(db, and(chosen, sql`not ${mine}`), maxPreviewedNames) : [];
  const left = others.map(({ name, userId }) => ({ name, obstacle: userId === actor.id ? ("own" as const) : ("decided" as const) }));
  return { count, changed, minutes, names: first.map(({ name }) => name), left, leftCount: count - changed, task: null };
}

/** Hours as a list names them: the person, and the day. */
function named(db: Db, where: SQL | undefined, most: number) {
  return db
    .select({
      id: volunteerHours.id,
      userId: volunteerHours.userId,
      name: sql<string>`${fullName(users)} || ', ' || to_char(${volunteerHours.date}, 'DD/MM/YYYY')`,
    })
    .from(volunteerHours)
    .innerJoin(users, eq(users.id, volunteerHours.userId))
    .where(where)
    .orderBy(asc(volunteerHours.submittedAt), asc(volunteerHours.id))
    .limit(most);
}
