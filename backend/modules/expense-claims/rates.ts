import { and, asc, desc, eq, gte, isNull, lte, or } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { MileageRateDraft } from "#contract/charity/expense-claims";
import { heldByDatabase } from "./refusals.ts";
import { mileageRates } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
const entityType = "expense_claim";

export const listRates = (db: Db) =>
  db.select().from(mileageRates).orderBy(asc(mileageRates.vehicle), desc(mileageRates.validFrom)).limit(500);

/** The rates that apply on a day, at most one a vehicle. */
export const ratesOn = (db: Db, day: string) =>
  db
    .select()
    .from(mileageRates)
    .where(and(lte(mileageRates.validFrom, day), or(isNull(mileageRates.validTo), gte(mileageRates.validTo, day))))
    .orderBy(asc(mileageRates.vehicle));

/** Adds a rate; the database refuses two of a vehicle on one day. */
export function addRate({ db, clock }: Deps, actor: Actor, draft: MileageRateDraft) {
  refuseTurned(draft);
  const now = clock();
  const { yearlyKilometres = null, validTo = null, basis, ...given } = draft;
  const values = { ...given, yearlyKilometres, validTo, basis: basis || null, createdAt: now, updatedAt: now };
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const [rate] = await tx.insert(mileageRates).values(values).returning();
      if (!rate) throw new Refusal("unexpected");
      const { vehicle, milliEuros, validFrom } = rate;
      const after = { vehicle, milliEuros, yearlyKilometres, validFrom, validTo };
      await recordChange(tx, actor, { action: "expense_claim.add_rate", entityType, entityId: rate.id, after });
      return rate;
    }),
  );
}

/** Sets the last day of a rate. */
export function endRate({ db, clock }: Deps, actor: Actor, id: string, body: { validTo?: string | null; version: number }) {
  const { validTo = null, version } = body;
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const read = async () => (await tx.select().from(mileageRates).where(eq(mileageRates.id, id)))[0];
      const before = await lockVersion(tx, mileageRates, { id, version }, read);
      refuseTurned({ validFrom: before.validFrom, validTo });
      const changed = { validTo, version: version + 1, updatedAt: clock() };
      const [rate] = await tx.update(mileageRates).set(changed).where(eq(mileageRates.id, id)).returning();
      if (!rate) throw new Refusal("unexpected");
      const change = { action: "expense_claim.end_rate", entityType, entityId: id } as const;
      await recordChange(tx, actor, { ...change, before: { validTo: before.validTo }, after: { validTo } });
      return rate;
    }),
  );
}

function refuseTurned({ validFrom, validTo }: { validFrom: string; validTo?: string | null }) {
  if (validTo && validTo < validFrom) throw fieldRefusal("validTo", "expenses:error.validTo");
}
