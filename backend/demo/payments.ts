import { inArray } from "drizzle-orm";
import { cashCounts, chequeDeposits, payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { nextNumber } from "#backend/modules/sequences/numbering";
import { franceDay } from "#contract/formats/france-time";
import { countedCents } from "#contract/giving/takings";
import type { Db } from "../db/client.ts";

const day = 86_400_000;
const month = 30;

/** What came: of the received pledges, monthly ones each month; and gifts without a pledge, on a slip, in a count, and still waiting for both. */
export async function addPayments(tx: Db, createdBy: string, now: Date) {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * day);
  const on = (daysAgo: number) => ({ receivedOn: franceDay(at(daysAgo)), createdAt: at(daysAgo), updatedAt: at(daysAgo), createdBy });
  const number = await nextNumber(tx, "REM", Number(franceDay(at(6)).slice(0, 4)), 4);
  const [slip] = await tx
    .insert(chequeDeposits)
    .values({ number, depositedOn: franceDay(at(6)), submission: crypto.randomUUID(), createdBy, createdAt: at(6), updatedAt: at(6) })
    .returning();
  const known = await tx
    .select()
    .from(pledges)
    .where(inArray(pledges.status, ["received", "cancelled"]));
  const came = known
    .filter(({ status, stoppedAt }) => status === "received" || stoppedAt)
    .flatMap((pledge) => {
      const since = Math.round((now.getTime() - pledge.createdAt.getTime()) / day);
      const until = pledge.stoppedAt ? Math.round((now.getTime() - pledge.stoppedAt.getTime()) / day) : 0;
      const times = pledge.rhythm === "monthly" ? Math.max(1, Math.ceil((since - until) / month)) : 1;
      const { id: pledgeId, amountCents, method } = pledge;
      return Array.from({ length: times }, (_, index) => ({
        ...{ pledgeId, amountCents, method, submission: crypto.randomUUID(), depositId: method === "cheque" ? slip?.id : null },
        ...on(Math.max(0, since - 2 - index * month)),
      }));
    });
  await tx.insert(payments).values(came);
  const gift = (
    daysAgo: number,
    more: Pick<typeof payments.$inferInsert, "amountCents" | "method" | "donorName"> & Partial<typeof payments.$inferInsert>,
  ) => ({
    ...{ submission: crypto.randomUUID(), ...on(daysAgo), ...more },
  });
  const pieces = { "5000": 1, "2000": 3, "1000": 2, "200": 5, "100": 2 };
  const [count] = await tx
    .insert(cashCounts)
    .values({
      ...{ countedOn: franceDay(at(10)), pieces, countedCents: countedCents(pieces), recordedCents: 14_250, createdBy },
      ...{
        note: "Cinquante centimes de moins que la feuille de la soirée",
        submission: crypto.randomUUID(),
        createdAt: at(10),
        updatedAt: at(10),
      },
    })
    .returning();
  const cheque = { method: "cheque", chequeBank: "Crédit Fictif" } as const;
  const stored = await tx
    .insert(payments)
    .values([
      gift(12, { amountCents: 14_250, method: "cash", donorName: "Tronc de la soirée", countId: count?.id }),
      gift(3, { amountCents: 3_780, method: "cash", donorName: "Tronc de la boutique", allocation: "dressed" }),
      gift(8, { ...cheque, amountCents: 8_000, donorName: "Paul-Henri Delattre", chequeNumber: "7700412", depositId: slip?.id }),
      gift(7, { ...cheque, amountCents: 25_000, donorName: "Boulangerie Pétrin", chequeNumber: "9001276", depositId: slip?.id }),
      gift(2, { ...cheque, amountCents: 5_000, donorName: "Jeanne Vasseur", chequeNumber: "0031877" }),
      gift(1, { ...cheque, amountCents: 12_000, donorName: "Youssef Haddad", chequeNumber: "7716003", allocation: "delivraide" }),
      gift(16, { amountCents: 5_000, method: "transfer", donorName: "Camille Aubry" }),
    ])
    .returning();
  const twice = stored.find(({ donorName }) => donorName === "Camille Aubry");
  if (!twice) return;
  const back = { amountCents: 5_000, method: "transfer", refundOf: twice.id, donorName: twice.donorName } as const;
  await tx
    .insert(payments)
    .values({ ...back, reversal: "refund", reason: "Virement envoyé deux fois", submission: crypto.randomUUID(), ...on(15) });
}
