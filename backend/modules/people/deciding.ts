import { and, eq, exists, gt, inArray, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { accountsOf, lockAccount } from "#backend/identity/account-scope";
import { guardianConsents } from "#backend/modules/registration/tables";
import { isForTask, startTask } from "#backend/modules/tasks/starting";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import { decideTransition, moveAccount } from "#backend/modules/users/transitions";
import { missingPieces, uncheckedDocuments } from "#backend/modules/verification/completeness";
import { decideAccount } from "#backend/modules/verification/decisions";
import { fieldRefusal, Refusal, type RefusalCode } from "#backend/refusal";
import type { ItemResult, TaskWork } from "#backend/worker/task-kind";
import type { StaffTransition } from "#contract/accounts/account-transitions";
import { type AccountStep, type BulkObstacle, type BulkOutcome, type BulkStep, PeopleQuery, peopleApi } from "#contract/accounts/people";
import { maxPreviewedNames } from "#contract/api/endpoint";
import { franceDay } from "#contract/formats/france-time";
import { notifyOfDecision } from "./driving.ts";
import { peopleMatching } from "./filters.ts";
import { driverProfiles } from "./tables.ts";

/**
 * Opens each of the selected accounts without obstacles, or asks each for what is missing, all in one transaction, or starts a task that does. A file that
 * is incomplete, or has unchecked documents, is not opened, and named in the response. A dry run changes nothing. Accounts that are opened have one batch,
 * by which that is undone.
 */
export async function moveAccounts(services: Services, actor: Actor, body: BulkStep): Promise<BulkOutcome> {
  const { db, clock } = services;
  const { step, selection, dryRun } = body;
  const now = clock();
  const today = franceDay(now);
  const batchId = crypto.randomUUID();
  const chosen =
    "ids" in selection
      ? and(inArray(users.id, selection.ids), accountsOf(actor))
      : peopleMatching(db, actor, "pending-approval", PeopleQuery.parse(selection.query), { now, today });
  if (!dryRun && (await isForTask(db, users, chosen))) {
    const task = await startTask(
      services,
      actor,
      { endpoint: peopleApi.bulk, body },
      { table: users, key: users.id, where: chosen, order: [] },
    );
    return { count: 0, changed: 0, opened: [], left: [], task };
  }
  return db.transaction(async (tx) => {
    const outcome: BulkOutcome = { count: 0, changed: 0, opened: [], left: [], task: null };
    for await (const row of candidates({ db: tx, clock }, chosen)) {
      outcome.count += 1;
      const obstacles = dryRun
        ? obstaclesOf(row, step, actor)
        : await stepUnless({ ...services, db: tx }, actor, row, { ...body, batchId });
      if (obstacles.length > 0) {
        const guardian = obstacles.includes("consent") ? row.guardian : null;
        outcome.left = firstOf(outcome.left, { ...nameOf(row), obstacles, guardian });
      } else {
        outcome.opened = firstOf(outcome.opened, nameOf(row));
        outcome.changed += 1;
      }
    }
    return outcome;
  });
}

const firstOf = <Item>(items: Item[], item: Item) => (items.length < maxPreviewedNames ? [...items, item] : items);

/** The same for the accounts of a task, those that its owner looks after now. */
export const movingTask: TaskWork<BulkStep> = {
  nameOf: ({ step }) => step,
  listOf: () => "/dashboard/admin/users/pending-approval",
  async act(call, ids) {
    const { actor, body, taskId } = call;
    const results = new Map<string, ItemResult>();
    for await (const row of candidates(call, and(inArray(users.id, ids), accountsOf(actor)))) {
      const [obstacle] = await stepUnless(call, actor, row, { ...body, batchId: taskId });
      results.set(row.user.id, obstacle ? `people:bulk.obstacle.${obstacle}` : null);
    }
    return results;
  },
  async describe({ db, actor }, ids) {
    const rows = await db
      .select()
      .from(users)
      .where(and(inArray(users.id, ids), accountsOf(actor)));
    const pathOf = (id: string) => `/dashboard/admin/users/pending-approval/${id}`;
    return new Map(rows.map((user) => [user.id, { name: nameOf({ user }).name, path: pathOf(user.id) }]));
  },
};

type Candidate = Awaited<ReturnType<typeof candidatesAfter>>[number];

const batchSize = 200;

/** The selected accounts with their obstacles, some at a time. */
async function* candidates(deps: Pick<Services, "db" | "clock">, chosen: SQL | undefined): AsyncGenerator<Candidate> {
  let last: string | undefined;
  do {
    const rows = await candidatesAfter(deps, chosen, last);
    yield* rows;
    last = rows.length < batchSize ? undefined : rows.at(-1)?.user.id;
  } while (last);
}

function candidatesAfter({ db, clock }: Pick<Services, "db" | "clock">, chosen: SQL | undefined, last?: string) {
  const today = franceDay(clock());
  const named = db.select({ name: guardianConsents.guardianName }).from(guardianConsents).where(eq(guardianConsents.userId, users.id));
  const guardian = sql<string | null>`(${named})`;
  const grants = db
    .select({ one: sql`1` })
    .from(permissionGrants)
    .where(and(eq(permissionGrants.userId, users.id), isRightInForce(today)));
  const holdsRights = sql<boolean>`${exists(grants)}`;
  return db
    .select({ user: users, missing: missingPieces(db, today), unchecked: uncheckedDocuments(db), guardian, holdsRights })
    .from(users)
    .where(and(chosen, last ? gt(users.id, last) : undefined))
    .orderBy(users.id)
    .limit(batchSize);
}

const nameOf = ({ user: { id, firstName, lastName } }: Pick<Candidate, "user">) => ({ id, name: `${firstName} ${lastName}` });

/** What a refused step is called: only those who grant rights decide on an administrator. */
const obstacleOf: Partial<Record<RefusalCode, BulkObstacle>> = { restricted: "restricted", forbidden: "administrator" };

function obstaclesOf({ user, missing, unchecked, holdsRights }: Candidate, step: StaffTransition, actor: Actor): BulkObstacle[] {
  if (user.accountState === "left") return ["left"];
  // A file that was sent back waits for the person: it is only opened individually.
  if (user.accountState !== "to_validate") return ["decided"];
  if (holdsRights && actor.role !== "ADMIN") return ["rights"];
  const decision = decideTransition(step, user, "staff", actor);
  if ("refusal" in decision) return [obstacleOf[decision.refusal] ?? "decided"];
  if (step === "ask") return [];
  return user.role === "BENEFICIARY" && unchecked > 0 ? [...missing, "documents"] : missing;
}

type StepOfBatch = Pick<BulkStep, "step" | "reason"> & { batchId: string };

/** Makes the transition of one account; returns its obstacles, if it has any: also those that came up since it was read. */
async function stepUnless(
  services: Services,
  actor: Actor,
  row: Candidate,
  { step, reason, batchId }: StepOfBatch,
): Promise<BulkObstacle[]> {
  const obstacles = obstaclesOf(row, step, actor);
  if (obstacles.length > 0 || (await takes(stepOfWaiting(services, actor, row.user.id, { step, reason, batchId })))) return obstacles;
  const [current] = await candidatesAfter(services, and(eq(users.id, row.user.id), accountsOf(actor)));
  if (!current) return ["left"];
  const since = obstaclesOf(current, step, actor);
  return since.length > 0 ? since : ["decided"];
}

/** A single decision may accept whom another refused; one about many does not, also when that came since the account was read. */
function stepOfWaiting(services: Services, actor: Actor, id: string, step: StepOfBatch) {
  return services.db.transaction(async (tx) => {
    const by = await lockAccount(tx, actor, id, franceDay(services.clock()));
    const [account] = await tx.select({ state: users.accountState }).from(users).where(eq(users.id, id)).for("update");
    if (account?.state !== "to_validate") throw new Refusal("wrong_state");
    await take({ ...services, db: tx }, by, id, step);
  });
}

/**
 * What refuses one account and not the others: it lacks a guardian's consent, has a document to check, became a student's, was moved, or given rights,
 * since it was selected.
 */
const refusalsOfOne: readonly RefusalCode[] = ["wrong_state", "not_found", "forbidden", "restricted", "invalid"];

/** Whether a step of one account of several was made; a refusal by one account does not affect the others. */
export async function takes(step: Promise<void>): Promise<boolean> {
  try {
    await step;
    return true;
  } catch (error) {
    if (error instanceof Refusal && refusalsOfOne.includes(error.code)) return false;
    throw error;
  }
}

const verdicts = { approve: "accept", ask: "ask", refuse: "refuse" } as const;

/** Makes a transition of an account. Decisions on a request are stored with their criteria and posted in the person's chat. */
export function stepWith(services: Services, actor: Actor, id: string, step: z.infer<typeof AccountStep>) {
  const today = franceDay(services.clock());
  return services.db.transaction(async (tx) => take({ ...services, db: tx }, await lockAccount(tx, actor, id, today), id, step));
}

async function take(
  services: Services,
  actor: Actor,
  id: string,
  { step, reason, batchId }: z.infer<typeof AccountStep> & { batchId?: string },
) {
  const verdict = Object.hasOwn(verdicts, step) ? verdicts[step as keyof typeof verdicts] : undefined;
  if (!verdict) return void (await moveAccount(services, { by: "staff", actor }, id, step, { reason }));
  if (verdict !== "accept" && !reason) throw fieldRefusal("reason", "people:reason.required");
  await decideAccount(services, actor, id, { verdict, reason }, verdict === "accept" ? batchId : undefined);
}

type DriverStep = { status: "approved" | "blocked"; version: string };

/** Approves a volunteer as a driver, which requires valid documents that whoever approves has seen, or withdraws it. The driver is notified. */
export function setDriver(services: Services, actor: Actor, userId: string, { status, version }: DriverStep) {
  const now = services.clock();
  const today = franceDay(now);
  return services.db.transaction(async (tx) => {
    await lockAccount(tx, actor, userId, today);
    const [driver] = await tx.select().from(driverProfiles).where(eq(driverProfiles.userId, userId)).for("update");
    if (!driver || driver.vehicle === "bike") throw new Refusal("not_found");
    const expiries = [driver.licenceExpiry, driver.insuranceExpiry, driver.inspectionExpiry];
    if (status === "approved" && driver.updatedAt.toISOString() !== version) throw new Refusal("stale");
    if (status === "approved" && expiries.some((day) => day === null || day < today)) throw new Refusal("wrong_state");
    await tx.update(driverProfiles).set({ status, updatedAt: now }).where(eq(driverProfiles.id, driver.id));
    await recordChange(tx, actor, {
      action: `driver.${status === "approved" ? "approve" : "block"}`,
      entityType: "person",
      entityId: userId,
      before: { driver: driver.status },
      after: { driver: status },
    });
    if (driver.status !== status) await notifyOfDecision({ ...services, db: tx }, userId, status);
  });
}
