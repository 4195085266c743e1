import { and, eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { Refusal } from "#backend/refusal";
import { lockPeopleOf, withdrawAttesting } from "./certificates.ts";
import { mailTakenBack } from "./mailing.ts";
import { heldByDatabase } from "./refusals.ts";
import { hoursSeenBy, hoursToDecide } from "./scope.ts";
import { volunteerHours } from "./tables.ts";

/**
 * Takes the validation of an entry of an open year back, by whoever may validate it: it is rejected, so that its person corrects it, and has no value any
 * more. Certificates that attest it are withdrawn, and their person is written to.
 */
export function takeBack(services: Services, actor: Actor, id: string, reason: string): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const before = await lockValidated(tx, actor, id);
      const set = { status: "rejected", validatorId: actor.id, rejectReason: reason, rejectedAt: now } as const;
      const worthless = { validatedAt: null, rateLevelId: null, rateCents: null };
      const [row] = await tx
        .update(volunteerHours)
        .set({ ...set, ...worthless, updatedAt: now, version: before.version + 1 })
        .where(eq(volunteerHours.id, id))
        .returning();
      if (!row) throw new Refusal("unexpected");
      const change = { action: "volunteer_hours.take_back", entityType: "volunteer_hours", entityId: id } as const;
      await recordChange(tx, actor, { ...change, before: { status: before.status }, after: { status: row.status } });
      const withdrawn = await withdrawAttesting(tx, now, actor, before, "taken_back");
      await mailTakenBack({ ...services, db: tx }, actor, row, { reason, withdrawn: withdrawn.map(({ number }) => number) });
    }),
  );
}

/** Locks the entry after its person and its year, as whoever issues a certificate and whoever closes the year do. */
async function lockValidated(tx: Db, actor: Actor, id: string) {
  await lockPeopleOf(tx, eq(volunteerHours.id, id));
  await tx.execute(sql`select hour_period_is_open(${volunteerHours.date}) from ${volunteerHours} where ${volunteerHours.id} = ${id}`);
  const entry = eq(volunteerHours.id, id);
  const [row] = await tx
    .select()
    .from(volunteerHours)
    .where(and(entry, await hoursToDecide(tx, actor)))
    .for("update");
  if (!row) throw new Refusal((await tx.$count(volunteerHours, and(entry, hoursSeenBy(tx, actor)))) > 0 ? "forbidden" : "not_found");
  if (row.status !== "validated" || row.correctsId !== null) throw new Refusal("wrong_state");
  return row;
}
