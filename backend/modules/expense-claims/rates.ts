import { and, asc, desc, eq, gte, isNull, lte, or } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { lockVersion } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { MileageRateDraft } from "#contract/charity/mileage-rates";
import { heldByDatabase } from "./refusals.ts";
import { mileageRates } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
const entityType = "expense_claim";

export async function readRates(db: Db, today: string) {
  const items = await listRates(db);
  return { items, applyToday: items.some(({ validFrom, validTo }) => validFrom <= today && (validTo === null || validTo >= today)) };
}

const listRates = (db: Db) => db.select().from(mileageRates).orderBy(asc(mileageRates.vehicle), desc(mileageRates.validFrom)).limit(500);

/** The rates that apply on some of these days, those of a vehicle in the order of their days. */
export const ratesBetween = (db: Db, from: string, to: string) =>
  db
    .select()
    .from(mileageRates)
    .where(and(lte(mileageRates.validFrom, to), or(isNull(mileageRates.validTo), gte(mileageRates.validTo, from))))
    .orderBy(asc(mileageRates.vehicle), asc(mileageRates.validFrom));

/** The rates that apply on a day, at most one a vehicle. */
export const ratesOn = (db: Db, day: string) => ratesBetween(db, day, day);

/** Adds a rate; the database refuses two of a vehicle on one day. */
export function addRate({ db, clock }: Deps, actor: Actor, draft: MileageRateDraft) {
  refuseTurned(draft);
  const now = clock();
  const { yearlyKilometres = null, raisePercent = null, validTo = null, basis, ...given } = draft;
  const values = { ...given, yearlyKilometres, raisePercent, validTo, basis: basis || null, createdAt: now, updatedAt: now };
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const [rate] = await tx.insert(mileageRates).values(values).returning();
      if (!rate) throw new Refusal("unexpected");
      const { vehicle, milliEuros, validFrom } = rate;
      const after = { vehicle, milliEuros, yearlyKilometres, raisePercent, validFrom, validTo };
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

/** Removes a rate; claims store the one by which they were valued. */
export async function removeRate({ db }: Pick<Deps, "db">, actor: Actor, id: string, version: number) {
  await db.transaction(async (tx) => {
    const read = async () => (await tx.select().from(mileageRates).where(eq(mileageRates.id, id)))[0];
    const { vehicle, milliEuros, yearlyKilometres, validFrom, validTo } = await lockVersion(tx, mileageRates, { id, version }, read);
    await tx.delete(mileageRates).where(eq(mileageRates.id, id));
    const before = { vehicle, milliEuros, yearlyKilometres, validFrom, validTo };
    await recordChange(tx, actor, { action: "expense_claim.remove_rate", entityType, entityId: id, before, after: {} });
  });
}

function refuseTurned({ validFrom, validTo }: { validFrom: string; validTo?: string | null }) {
  if (validTo && validTo < validFrom) throw fieldRefusal("validTo", "expenses:error.validTo");
}
