import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { nextNumber } from "#backend/modules/sequences/numbering";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";
import { type Cheque, type DepositDraft, type DepositRecord, maxCheques } from "#contract/giving/takings";
import { namedPayments, waitsForSlip } from "./list.ts";
import { chequeDeposits, payments } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
type Named = Awaited<ReturnType<typeof namedPayments>>[number];

/** A cheque as it was, less what was taken back before it went to the bank. */
const chequeOf = ({ row, name, reference }: Named): Cheque => ({
  ...{ id: row.id, receivedOn: row.receivedOn, name, reference },
  ...{ amountCents: row.amountCents, number: row.chequeNumber, bank: row.chequeBank },
});

const inTurn = [asc(payments.receivedOn), asc(payments.createdAt), asc(payments.id)];

/** Cheques without a slip, and the newest slips. */
export async function listDeposits(db: Db) {
  const [waiting, [all], deposits] = await Promise.all([
    namedPayments(db)
      .where(waitsForSlip)
      .orderBy(...inTurn)
      .limit(maxCheques),
    db
      .select({ cents: sql`coalesce(sum(${payments.amountCents}), 0)`.mapWith(Number), cheques: count() })
      .from(payments)
      .where(waitsForSlip),
    summed(db).orderBy(desc(chequeDeposits.createdAt), desc(chequeDeposits.number)).limit(50),
  ]);
  return { waiting: waiting.map(chequeOf), waitingCents: all?.cents ?? 0, waitingTotal: all?.cheques ?? 0, deposits };
}

const summed = (db: Db) =>
  db
    .select({
      id: chequeDeposits.id,
      number: chequeDeposits.number,
      depositedOn: chequeDeposits.depositedOn,
      cheques: count(payments.id),
      totalCents: sql`coalesce(sum(${payments.amountCents}), 0)`.mapWith(Number),
    })
    .from(chequeDeposits)
    .leftJoin(payments, eq(payments.depositId, chequeDeposits.id))
    .groupBy(chequeDeposits.id)
    .$dynamic();

export async function getDeposit(db: Db, id: string): Promise<DepositRecord> {
  const [deposit] = await summed(db).where(eq(chequeDeposits.id, id));
  if (!deposit) throw new Refusal("not_found");
  const rows = await namedPayments(db)
    .where(eq(payments.depositId, id))
    .orderBy(...inTurn);
  const [prepared] = await db
    .select({ name: fullNameIfAny(users) })
    .from(chequeDeposits)
    .innerJoin(users, eq(users.id, chequeDeposits.createdBy))
    .where(eq(chequeDeposits.id, id));
  return { ...deposit, items: rows.map(chequeOf), preparedBy: prepared?.name ?? null };
}

/** Puts cheques on a new slip: all of them, or none when one is on another already. */
export function depositCheques({ db, clock }: Deps, actor: Actor, { depositedOn, cheques, submission }: DepositDraft) {
  const now = clock();
  return db.transaction(async (tx) => {
    const [known] = await tx.select().from(chequeDeposits).where(eq(chequeDeposits.submission, submission));
    if (known) return { id: known.id, number: known.number };
    const chosen = [...new Set(cheques)];
    const free = await tx
      .select({ id: payments.id, receivedOn: payments.receivedOn })
      .from(payments)
      .where(and(inArray(payments.id, chosen), waitsForSlip))
      .orderBy(asc(payments.id))
      .for("update");
    if (free.length !== chosen.length) throw fieldRefusal("cheques", "payments:error.chequesTaken");
    if (depositedOn > franceDay(now) || free.some(({ receivedOn }) => receivedOn > depositedOn))
      throw fieldRefusal("depositedOn", "payments:error.depositDay");
    const number = await nextNumber(tx, "REM", Number(depositedOn.slice(0, 4)), 4);
    const [slip] = await tx
      .insert(chequeDeposits)
      .values({ number, depositedOn, submission, createdBy: actor.id, createdAt: now, updatedAt: now })
      .returning();
    if (!slip) throw new Refusal("unexpected");
    await tx.update(payments).set({ depositId: slip.id, updatedAt: now }).where(inArray(payments.id, chosen));
    const change = { action: "cheque_deposit.create", entityType: "cheque_deposit", entityId: slip.id } as const;
    await recordChange(tx, actor, { ...change, after: { number, depositedOn, cheques: chosen.length } });
    return { id: slip.id, number };
  });
}
