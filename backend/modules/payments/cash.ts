import { and, asc, count, desc, eq, lte, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";
import { type CashDraft, countedCents } from "#contract/giving/takings";
import { waitsForCount } from "./list.ts";
import { cashCounts, payments } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;

/** The cash that is in no count yet, and the newest counts. */
export async function listCounts(db: Db) {
  const [[open], rows] = await Promise.all([
    db
      .select({ cents: sql`coalesce(sum(${payments.signedCents}), 0)`.mapWith(Number), payments: count() })
      .from(payments)
      .where(waitsForCount),
    db
      .select({
        row: cashCounts,
        countedBy: fullNameIfAny(users),
        payments: sql`(select count(*) from ${payments} where ${payments.countId} = ${cashCounts.id})`.mapWith(Number),
        cents:
          sql`(select coalesce(sum(${payments.signedCents}), 0) from ${payments} where ${payments.countId} = ${cashCounts.id})`.mapWith(
            Number,
          ),
      })
      .from(cashCounts)
      .leftJoin(users, eq(users.id, cashCounts.createdBy))
      .orderBy(desc(cashCounts.createdAt), desc(cashCounts.id))
      .limit(50),
  ]);
  const counts = rows.map(({ row, cents, ...named }) => ({ ...row, ...named, correctedCents: cents - row.recordedCents }));
  return { expectedCents: open?.cents ?? 0, payments: open?.payments ?? 0, counts };
}

/** Stores what was counted beside what is recorded up to that day; the payments are in this count from then on. */
export function countCash({ db, clock }: Deps, actor: Actor, { countedOn, pieces, note, submission }: CashDraft) {
  const now = clock();
  if (countedOn > franceDay(now)) throw fieldRefusal("countedOn", "payments:error.future");
  return db.transaction(async (tx) => {
    // One count after another: each covers what the one before has left.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('cash_counts'))`);
    const [known] = await tx.select().from(cashCounts).where(eq(cashCounts.submission, submission));
    if (known) return answerOf(known);
    const [row] = await tx
      .insert(cashCounts)
      .values({
        ...{ countedOn, pieces, note: note || null, submission, createdBy: actor.id, createdAt: now, updatedAt: now },
        ...{ countedCents: countedCents(pieces), recordedCents: 0 },
      })
      .returning();
    if (!row) throw new Refusal("unexpected");
    const those = and(waitsForCount, lte(payments.receivedOn, countedOn));
    // Locked in the order of ids, as everywhere; what is corrected meanwhile is read after that.
    await tx.select({ id: payments.id }).from(payments).where(those).orderBy(asc(payments.id)).for("update");
    const covered = await tx
      .update(payments)
      .set({ countId: row.id, updatedAt: now })
      .where(those)
      .returning({ cents: payments.signedCents });
    const recordedCents = covered.reduce((sum, { cents }) => sum + cents, 0);
    await tx.update(cashCounts).set({ recordedCents }).where(eq(cashCounts.id, row.id));
    const change = { action: "cash_count.create", entityType: "cash_count", entityId: row.id } as const;
    await recordChange(tx, actor, { ...change, after: { countedOn, countedCents: row.countedCents, recordedCents } });
    return answerOf({ ...row, recordedCents });
  });
}

const answerOf = ({ id, countedCents: counted, recordedCents }: typeof cashCounts.$inferSelect) => ({
  id,
  differenceCents: counted - recordedCents,
});
