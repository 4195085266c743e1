import { and, eq, isNull, sql } from "drizzle-orm";
import { payments, statementLines, statements } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { franceDay } from "#contract/formats/france-time";
import type { Db } from "../db/client.ts";

const day = 86_400_000;

/** The statement of the last month: transfers of pledges, two lines that wait, and a grant that was set aside. */
export async function addStatements(tx: Db, createdBy: string, now: Date) {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * day);
  const known = { createdAt: at(1), updatedAt: at(1) };
  const [firstDay, lastDay] = [franceDay(at(31)), franceDay(at(1))];
  const [statement] = await tx
    .insert(statements)
    .values({
      fileName: "releve-novembre.xml",
      format: "camt053",
      firstDay,
      lastDay,
      known: 0,
      debits: 6,
      unbooked: 1,
      createdBy,
      ...known,
    })
    .returning();
  if (!statement) return;
  const came = await tx
    .select({
      id: payments.id,
      day: payments.receivedOn,
      amountCents: payments.amountCents,
      name: pledges.name,
      reference: pledges.reference,
    })
    .from(payments)
    .innerJoin(pledges, eq(pledges.id, payments.pledgeId))
    .where(and(eq(payments.method, "transfer"), isNull(payments.refundOf), sql`${payments.receivedOn} between ${firstDay} and ${lastDay}`));
  const line = { statementId: statement.id, ...known };
  for (const [place, { id, reference, name, ...one }] of came.entries()) {
    const written = { name: `VIR ${name.toUpperCase()}`, text: `DON ${reference.slice(4).replace("-", " ")}` };
    const [stored] = await tx
      .insert(statementLines)
      .values({ ...line, ...one, ...written, place: place + 2, state: "matched", fingerprint: `demonstration ${place}` })
      .returning();
    await tx.update(payments).set({ statementLineId: stored?.id }).where(eq(payments.id, id));
  }
  const others = [
    {
      day: franceDay(at(1)),
      amountCents: 4_500,
      name: "VIR JEAN MARC OUDOT",
      text: "don k7q2 9xtm merci",
      state: "waiting",
      doubt: "other_amount",
    },
    {
      day: franceDay(at(2)),
      amountCents: 4_000,
      name: "M OU MME ROUX LACAZE",
      text: "soutien novembre",
      state: "waiting",
      doubt: "no_reference",
    },
    {
      day: franceDay(at(5)),
      amountCents: 70_000,
      name: "VILLE DE LYON",
      text: "ACOMPTE 2",
      state: "ignored",
      doubt: "no_reference",
      reason: "Subvention",
    },
  ] as const;
  await tx
    .insert(statementLines)
    .values(others.map((one, index) => ({ ...line, ...one, place: 90 + index, fingerprint: `demonstration other ${index}` })));
}
