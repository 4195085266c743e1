import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
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
import { lockForm } from "./form-keys.ts";
import { namedPayments, waitsForSlip } from "./list.ts";
import { mistakenCents } from "./sums.ts";
import { chequeDeposits, payments } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
type Named = Awaited<ReturnType<typeof namedPayments>>[number];

/** The cheques that payments are of: one for all parts of a form, as it went to the bank. One that was recorded by mistake is none. */
function chequesOf(rows: Named[]): Cheque[] {
  const bySubmission = Map.groupBy(rows, ({ row }) => row.submission);
  return [...bySubmission.values()].flatMap((parts) => {
    const amountCents = parts.reduce((sum, part) => sum + part.row.amountCents - part.mistakenCents, 0);
    const [first] = parts;
    if (!first || amountCents === 0) return [];
    const { id, receivedOn, chequeNumber: number, chequeBank: bank } = first.row;
    const listed = (texts: (string | null)[]) => [...new Set(texts.filter((text) => text !== null))].join(", ");
    const reference = listed(parts.map((part) => part.reference)) || null;
    return [{ id, receivedOn, name: listed(parts.map(({ name }) => name)), reference, amountCents, number, bank }];
  });
}

const inTurn = [asc(payments.receivedOn), asc(payments.createdAt), asc(payments.submission), asc(payments.part)];

/** What a cheque was worth at the bank: what was returned later came, what was recorded by mistake did not. */
const chequeCents = sql`${payments.amountCents} - ${mistakenCents}`;

/** All parts of the cheques of which a payment meets a condition, as long as no slip has them. */
const partsOnNoSlip = (db: Db, condition: SQL | undefined) =>
  and(
    eq(payments.method, "cheque"),
    isNull(payments.depositId),
    isNull(payments.refundOf),
    inArray(payments.submission, db.select({ submission: payments.submission }).from(payments).where(condition)),
  );

/** Cheques without a slip, and the newest slips. */
export async function listDeposits(db: Db) {
  const oldest = db
    .select({ submission: payments.submission })
    .from(payments)
    .where(waitsForSlip)
    .groupBy(payments.submission)
    .orderBy(sql`min(${payments.receivedOn})`, sql`min(${payments.createdAt})`, payments.submission)
    .limit(maxCheques);
  const newest = db
    .select({ id: chequeDeposits.id })
    .from(chequeDeposits)
    .orderBy(desc(chequeDeposits.createdAt), desc(chequeDeposits.id))
    .limit(50);
  const [waiting, [all], deposits] = await Promise.all([
    namedPayments(db)
      .where(and(partsOnNoSlip(db, waitsForSlip), inArray(payments.submission, oldest)))
      .orderBy(...inTurn),
    db
      .select({
        cents: sql`coalesce(sum(${chequeCents}), 0)`.mapWith(Number),
        cheques: sql`count(distinct ${payments.submission})`.mapWith(Number),
      })
      .from(payments)
      .where(partsOnNoSlip(db, waitsForSlip)),
    summed(db).where(inArray(chequeDeposits.id, newest)).orderBy(desc(chequeDeposits.createdAt), desc(chequeDeposits.number)),
  ]);
  return { waiting: chequesOf(waiting), waitingCents: all?.cents ?? 0, waitingTotal: all?.cheques ?? 0, deposits };
}

const summed = (db: Db) =>
  db
    .select({
      id: chequeDeposits.id,
      number: chequeDeposits.number,
      depositedOn: chequeDeposits.depositedOn,
      cheques: sql`count(distinct ${payments.submission}) filter (where ${chequeCents} > 0)`.mapWith(Number),
      totalCents: sql`coalesce(sum(${chequeCents}), 0)`.mapWith(Number),
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
  return { ...deposit, items: chequesOf(rows), preparedBy: prepared?.name ?? null };
}

/** Puts cheques on a new slip, each with all its parts: all of them, or none when one is on another already. The same form again adds no slip. */
export function depositCheques({ db, clock }: Deps, actor: Actor, { depositedOn, cheques, submission }: DepositDraft) {
  const now = clock();
  return db.transaction(async (tx) => {
    await lockForm(tx, submission);
    const [known] = await tx.select().from(chequeDeposits).where(eq(chequeDeposits.submission, submission));
    if (known) return { id: known.id, number: known.number };
    const parts = await tx
      .select({ id: payments.id, receivedOn: payments.receivedOn, cheque: payments.submission, left: sql<boolean>`${waitsForSlip}` })
      .from(payments)
      .where(partsOnNoSlip(tx, inArray(payments.id, cheques)))
      .orderBy(asc(payments.id))
      .for("update");
    const isFree = (id: string) => {
      const chosen = parts.find((part) => part.id === id);
      return parts.some(({ cheque, left }) => cheque === chosen?.cheque && left);
    };
    if (!cheques.every(isFree)) throw fieldRefusal("cheques", "payments:error.chequesTaken");
    if (depositedOn > franceDay(now) || parts.some(({ receivedOn }) => receivedOn > depositedOn))
      throw fieldRefusal("depositedOn", "payments:error.depositDay");
    const number = await nextNumber(tx, "REM", Number(depositedOn.slice(0, 4)), 4);
    const [slip] = await tx
      .insert(chequeDeposits)
      .values({ number, depositedOn, submission, createdBy: actor.id, createdAt: now, updatedAt: now })
      .returning();
    if (!slip) throw new Refusal("unexpected");
    const ids = parts.map(({ id }) => id);
    await tx.update(payments).set({ depositId: slip.id, updatedAt: now }).where(inArray(payments.id, ids));
    const change = { action: "cheque_deposit.create", entityType: "cheque_deposit", entityId: slip.id } as const;
    const count = new Set(parts.map(({ cheque }) => cheque)).size;
    await recordChange(tx, actor, { ...change, after: { number, depositedOn, cheques: count } });
    return { id: slip.id, number };
  });
}
