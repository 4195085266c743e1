import { and, asc, desc, eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { RateDraft } from "#contract/charity/volunteer-hours-admin";
import { heldByDatabase } from "./refusals.ts";
import { hourRates } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
const entityType = "volunteer_hours";

export const listRates = (db: Db) => db.select().from(hourRates).orderBy(asc(hourRates.level), desc(hourRates.validFrom)).limit(500);

/** Adds a rate; the database refuses two of a level on one day. */
export function addRate({ db, clock }: Deps, actor: Actor, draft: RateDraft) {
  refuseTurned(draft);
  const now = clock();
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const [rate] = await tx
        .insert(hourRates)
        .values({ ...draft, validTo: draft.validTo ?? null, basis: draft.basis || null, createdAt: now, updatedAt: now })
        .returning();
      if (!rate) throw new Refusal("unexpected");
      const { level, cents, validFrom, validTo } = rate;
      await recordChange(tx, actor, {
        action: "volunteer_hours.add_rate",
        entityType,
        entityId: rate.id,
        after: { level, cents, validFrom, validTo },
      });
      return rate;
    }),
  );
}

/** Sets the last day of a rate. */
export function endRate(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  { validTo = null, version }: { validTo?: string | null; version: number },
) {
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const read = async () => (await tx.select().from(hourRates).where(eq(hourRates.id, id)))[0];
      const before = await lockVersion(tx, hourRates, { id, version }, read);
      refuseTurned({ validFrom: before.validFrom, validTo });
      const [rate] = await tx
        .update(hourRates)
        .set({ validTo, version: version + 1, updatedAt: clock() })
        .where(and(eq(hourRates.id, id)))
        .returning();
      if (!rate) throw new Refusal("unexpected");
      await recordChange(tx, actor, {
        action: "volunteer_hours.end_rate",
        entityType,
        entityId: id,
        before: { validTo: before.validTo },
        after: { validTo },
      });
      return rate;
    }),
  );
}

function refuseTurned({ validFrom, validTo }: { validFrom: string; validTo?: string | null }) {
  if (validTo && validTo < validFrom) throw fieldRefusal("validTo", "hours:error.rateTo");
}
