import { and, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { accountsOf, lockAccount } from "#backend/identity/account-scope";
import { guardianConsents } from "#backend/modules/registration/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { decideTransition, moveAccount } from "#backend/modules/users/transitions";
import { missingPieces, uncheckedDocuments } from "#backend/modules/verification/completeness";
import { decideAccount } from "#backend/modules/verification/decisions";
import { fieldRefusal, Refusal, type RefusalCode } from "#backend/refusal";
import type { StaffTransition } from "#contract/accounts/account-transitions";
import { type AccountStep, type BulkObstacle, type BulkOutcome, type BulkStep, PeopleQuery } from "#contract/accounts/people";
import { maxPreviewedNames } from "#contract/api/endpoint";
import { franceDay } from "#contract/formats/france-time";
import { peopleMatching } from "./matching.ts";
import { driverProfiles } from "./tables.ts";

/** The most accounts that one request may open. */
const maxBatch = 500;

/**
 * Opens each of the selected accounts without obstacles, all in one transaction; those beyond {@link maxBatch} are left for the next request.
 * A file that is incomplete, or has unchecked documents, is left unchanged and named in the response. A dry run changes nothing.
 */
export async function moveAccounts(
  services: Services,
  actor: Actor,
  { step, selection, dryRun }: z.infer<typeof BulkStep>,
): Promise<BulkOutcome> {
  const { db, clock } = services;
  const now = clock();
  const chosen =
    "ids" in selection
      ? and(inArray(users.id, selection.ids), accountsOf(actor))
      : peopleMatching(db, actor, "pending-approval", PeopleQuery.parse(selection.query), { now, today: franceDay(now) });
  return db.transaction(async (tx) => {
    const rows = await candidates(tx, chosen);
    const count = rows.length < maxBatch ? rows.length : await tx.$count(users, chosen);
    const beyond = count - rows.length;
    const judged = rows.map((row) => ({ row, obstacles: obstaclesOf(row, step, actor) }));
    const movable = judged.filter(({ obstacles }) => obstacles.length === 0).map(({ row }) => row);
    const left = judged
      .filter(({ obstacles }) => obstacles.length > 0)
      .map(({ row, obstacles }) => ({ ...nameOf(row), obstacles, guardian: obstacles.includes("consent") ? row.guardian : null }))
      .slice(0, maxPreviewedNames);
    const opened = movable.slice(0, maxPreviewedNames).map(nameOf);
    if (dryRun) return { count, changed: movable.length, beyond, opened, left };
    let changed = 0;
    for (const { user } of movable) if (await takes(stepWith({ ...services, db: tx }, actor, user.id, { step }))) changed += 1;
    return { count, changed, beyond, opened, left };
  });
}

type Candidate = Awaited<ReturnType<typeof candidates>>[number];

/** The selected accounts with their obstacles. */
function candidates(db: Db, chosen: SQL | undefined) {
  const named = db.select({ name: guardianConsents.guardianName }).from(guardianConsents).where(eq(guardianConsents.userId, users.id));
  const guardian = sql<string | null>`(${named})`;
  const grants = db.select({ one: sql`1` }).from(permissionGrants).where(eq(permissionGrants.userId, users.id));
  const holdsRights = sql<boolean>`${exists(grants)}`;
  return db
    .select({ user: users, missing: missingPieces(db), unchecked: uncheckedDocuments(db), guardian, holdsRights })
    .from(users)
    .where(chosen)
    .orderBy(users.id)
    .limit(maxBatch);
}

const nameOf = ({ user: { id, firstName, lastName } }: Candidate) => ({ id, name: `${firstName} ${lastName}` });

function obstaclesOf({ user, missing, unchecked, holdsRights }: Candidate, step: StaffTransition, actor: Actor): BulkObstacle[] {
  // A file that was sent back waits for the person: it is only opened individually.
  if (user.accountState !== "to_validate") return ["decided"];
  if (holdsRights && actor.role !== "ADMIN") return ["rights"];
  const decision = decideTransition(step, user, "staff", actor);
  if ("refusal" in decision) return [decision.refusal === "restricted" ? "restricted" : "decided"];
  return user.role === "BENEFICIARY" && unchecked > 0 ? [...missing, "documents"] : missing;
}

/** What refuses one account and not the others: it lacks a guardian's consent, it was moved, or given rights, since it was selected. */
const refusalsOfOne: readonly RefusalCode[] = ["wrong_state", "not_found", "forbidden"];

/** Whether the transition was made; a refusal by one account does not affect the others. */
async function takes(step: Promise<void>): Promise<boolean> {
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
  return services.db.transaction(async (tx) => take({ ...services, db: tx }, await lockAccount(tx, actor, id), id, step));
}

async function take(services: Services, actor: Actor, id: string, { step, reason }: z.infer<typeof AccountStep>) {
  const verdict = step in verdicts ? verdicts[step as keyof typeof verdicts] : undefined;
  if (!verdict) return void (await moveAccount(services, { by: "staff", actor }, id, step, { reason }));
  if (verdict !== "accept" && !reason) throw fieldRefusal("reason", "people:reason.required");
  await decideAccount(services, actor, id, { verdict, reason });
}

/** Approves a volunteer as a driver, which requires valid documents, or withdraws it. */
export function setDriver({ db, clock }: Services, actor: Actor, userId: string, status: "approved" | "blocked") {
  const today = franceDay(clock());
  return db.transaction(async (tx) => {
    await lockAccount(tx, actor, userId);
    const [driver] = await tx.select().from(driverProfiles).where(eq(driverProfiles.userId, userId)).for("update");
    if (!driver || driver.vehicle === "bike") throw new Refusal("not_found");
    const expiries = [driver.licenceExpiry, driver.insuranceExpiry, driver.inspectionExpiry];
    if (status === "approved" && expiries.some((day) => day === null || day < today)) throw new Refusal("wrong_state");
    await tx.update(driverProfiles).set({ status, updatedAt: clock() }).where(eq(driverProfiles.id, driver.id));
    await recordChange(tx, actor, {
      action: `driver.${status === "approved" ? "approve" : "block"}`,
      entityType: "person",
      entityId: userId,
      before: { driver: driver.status },
      after: { driver: status },
    });
  });
}
