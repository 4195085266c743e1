import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { isForTask, startTask } from "#backend/modules/tasks/starting";
import { taskItems } from "#backend/modules/tasks/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal } from "#backend/refusal";
import type { ItemResult, TaskWork } from "#backend/worker/task-kind";
import { maxPreviewedNames } from "#contract/api/endpoint";
import { type ClaimsBulk, type ClaimsBulkOutcome, ClaimsQuery, expenseClaimsApi } from "#contract/charity/expense-claims";
import { mailClaims } from "./deciding.ts";
import { claimsMatching } from "./list.ts";
import { heldByDatabase } from "./refusals.ts";
import { expenseClaims } from "./tables.ts";

type Decision = Pick<ClaimsBulk, "decision" | "reason">;
const list = "/dashboard/admin/expense-claims";

/**
 * Accepts or declines those of the chosen claims that wait and are not one's own, all in one transaction, or starts a task that does. A dry run counts
 * and names.
 */
export async function decideClaims(services: Services, actor: Actor, body: ClaimsBulk): Promise<ClaimsBulkOutcome> {
  const { db } = services;
  const { decision, reason, selection, dryRun } = body;
  const chosen =
    "ids" in selection ? inArray(expenseClaims.id, selection.ids) : await claimsMatching(db, actor, ClaimsQuery.parse(selection.query));
  if (dryRun) return outcomeOf(db, actor, chosen);
  if (decision === "decline" && !reason) throw fieldRefusal("reason", "expenses:error.declineReason");
  if (await isForTask(db, expenseClaims, chosen)) {
    const items = { table: expenseClaims, key: expenseClaims.id, where: and(chosen, isWaiting), order: [expenseClaims.waivedAt] };
    return { ...nothing, task: await startTask(services, actor, { endpoint: expenseClaimsApi.bulk, body }, items) };
  }
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const before = await outcomeOf(tx, actor, chosen);
      const decided = await decide({ ...services, db: tx }, actor, chosen, { decision, reason }, crypto.randomUUID());
      const amountCents = decided.reduce((sum, claim) => sum + claim.amountCents, 0);
      return { ...before, changed: decided.length, amountCents, leftCount: before.count - decided.length };
    }),
  );
}

const nothing = { count: 0, changed: 0, amountCents: 0, names: [], left: [], leftCount: 0 };
const isWaiting = eq(expenseClaims.status, "sent");

/** The same for the claims of a task. */
export const decidingTask: TaskWork<ClaimsBulk> = {
  nameOf: ({ decision }) => `expenses.${decision}`,
  listOf: () => list,
  async act(call, chunk) {
    const { db, actor, body, taskId } = call;
    const ids = chunk.length > 1 ? await withOthersOfTheirPeople(db, taskId, chunk) : chunk;
    const decided = await decide(call, actor, inArray(expenseClaims.id, ids), body, taskId);
    const rows = await db
      .select({ id: expenseClaims.id, userId: expenseClaims.userId })
      .from(expenseClaims)
      .where(inArray(expenseClaims.id, ids));
    const done = new Set(decided.map(({ id }) => id));
    const resultOf = ({ id, userId }: (typeof rows)[number]): ItemResult =>
      done.has(id) ? null : userId === actor.id ? "expenses:obstacle.own" : "expenses:obstacle.decided";
    return new Map(rows.map((row) => [row.id, resultOf(row)]));
  },
  async describe({ db }, ids) {
    const rows = await named(db, inArray(expenseClaims.id, ids), ids.length);
    return new Map(rows.map(({ id, name }) => [id, { name, path: `${list}/${id}` }]));
  },
};

/** Claims of a task, with the others of it that their people sent: what is decided for somebody is in one mail. */
async function withOthersOfTheirPeople(db: Db, taskId: string, chunk: string[]): Promise<string[]> {
  const people = db.select({ id: expenseClaims.userId }).from(expenseClaims).where(inArray(expenseClaims.id, chunk));
  const others = await db
    .select({ id: taskItems.itemId })
    .from(taskItems)
    .innerJoin(expenseClaims, eq(expenseClaims.id, taskItems.itemId))
    .where(and(eq(taskItems.taskId, taskId), isNull(taskItems.outcome), inArray(expenseClaims.userId, people)));
  return [...new Set([...chunk, ...others.map(({ id }) => id)])];
}

/** Decides on those of the chosen claims that wait, except for one's own. Each person gets one mail. */
async function decide(services: Services, actor: Actor, chosen: SQL | undefined, { decision, reason }: Decision, batch: string) {
  const { db, clock } = services;
  const now = clock();
  const waiting = and(chosen, isWaiting, ne(expenseClaims.userId, actor.id));
  const rows = await db.select({ id: expenseClaims.id }).from(expenseClaims).where(waiting).orderBy(asc(expenseClaims.id)).for("update");
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const status = decision === "accept" ? ("accepted" as const) : ("declined" as const);
  const declineReason = decision === "decline" ? (reason ?? "") : null;
  const decided = await db
    .update(expenseClaims)
    .set({ status, declineReason, deciderId: actor.id, decidedAt: now, updatedAt: now, version: sql`${expenseClaims.version} + 1` })
    .where(inArray(expenseClaims.id, ids))
    .returning();
  for (const theirs of Map.groupBy(decided, ({ userId }) => userId).values())
    await mailClaims(services, theirs, `${batch} ${theirs[0]?.id}`);
  await recordChanges(
    db,
    actor,
    decided.map(({ id }) => ({
      action: `expense_claim.${decision}`,
      entityType: "expense_claim" as const,
      entityId: id,
      before: { status: "sent" },
      after: { status },
    })),
  );
  return decided;
}

/** How many of the chosen claims would be decided on, and who of the others why not. */
async function outcomeOf(db: Db, actor: Actor, chosen: SQL | undefined): Promise<ClaimsBulkOutcome> {
  const mine = and(isWaiting, ne(expenseClaims.userId, actor.id)) ?? sql`true`;
  const [sums] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      changed: sql<number>`count(*) filter (where ${mine})`.mapWith(Number),
      amountCents: sql<number>`coalesce(sum(${expenseClaims.amountCents}) filter (where ${mine}), 0)`.mapWith(Number),
    })
    .from(expenseClaims)
    .where(chosen);
  const { count, changed, amountCents } = sums ?? nothing;
  const first = await named(db, and(chosen, mine), maxPreviewedNames);
  const others = count > changed ? await named(db, and(chosen, sql`not (${mine})`), maxPreviewedNames) : [];
  const left = others.map(({ name, userId }) => ({ name, obstacle: userId === actor.id ? ("own" as const) : ("decided" as const) }));
  return { count, changed, amountCents, names: first.map(({ name }) => name), left, leftCount: count - changed, task: null };
}

/** Claims as a list names them: the person, and the day. */
function named(db: Db, where: SQL | undefined, most: number) {
  return db
    .select({
      id: expenseClaims.id,
      userId: expenseClaims.userId,
      name: sql<string>`${fullName(users)} || ', ' || to_char(${expenseClaims.spentOn}, 'DD/MM/YYYY')`,
    })
    .from(expenseClaims)
    .innerJoin(users, eq(users.id, expenseClaims.userId))
    .where(where)
    .orderBy(asc(expenseClaims.waivedAt), asc(expenseClaims.id))
    .limit(most);
}
