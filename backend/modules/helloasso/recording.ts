import { randomUUID } from "node:crypto";
import type { ImportCall } from "#backend/modules/imports/subject";
import { addPeriod, payPeriod, payRequest } from "#backend/modules/memberships/imported-periods";
import { insertPayments } from "#backend/modules/payments/recording";
import { helloassoPayments, type payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { Refusal } from "#backend/refusal";
import { newReference } from "#backend/secrets";
import { type HelloassoPayment, isReceipted } from "#contract/charity/helloasso-import";
import { type Dues, listedPeriodOf, periodOf, requestOf } from "./dues.ts";
import type { Gift } from "./gifts.ts";

/** A line that can be imported: what of it is a gift, and what dues. */
export type Checked = { line: HelloassoPayment; dues: Dues | null; gift: Gift | null };

/** Records a line, its gift and its dues as parts of one payment. Returns the first of them. */
export async function recordLine(call: ImportCall, { line, dues, gift }: Checked): Promise<string> {
  const submission = randomUUID();
  const ids = gift ? [await recordGift(call, line, gift, submission)] : [];
  if (dues) ids.push(await recordMembership(call, line, dues, { submission, part: ids.length }));
  const receipted = isReceipted(line);
  const receiptNumber = line.receiptNumber || null;
  await call.db
    .insert(helloassoPayments)
    .values(
      ids.map((paymentId, part) => ({ paymentId, part, reference: line.reference, receipted, receiptNumber, createdAt: call.clock() })),
    );
  const [first] = ids;
  if (!first) throw new Refusal("unexpected");
  return first;
}

async function recordGift(call: ImportCall, { paidOn, method }: HelloassoPayment, gift: Gift, submission: string): Promise<string> {
  const { db, clock, actor } = call;
  const now = clock();
  const noon = new Date(`${paidOn}T12:00:00Z`);
  const createdAt = noon < now ? noon : now;
  const came = { receivedOn: paidOn, method, amountCents: gift.cents, submission };
  let origin: Partial<typeof payments.$inferInsert>;
  if ("payer" in gift) origin = gift.payer;
  else {
    const common = { rhythm: "one_off", allocation: "any", locale: "fr", receipt: true, status: "received" } as const;
    const own = { reference: newReference("DON"), dedupeKey: submission, amountCents: gift.cents, method };
    const [pledge] = await db
      .insert(pledges)
      .values({ ...gift.pledge, ...common, ...own, createdAt, updatedAt: now })
      .returning({ pledgeId: pledges.id });
    origin = { pledgeId: pledge?.pledgeId };
  }
  const [id] = await insertPayments(db, now, actor, [{ ...came, ...origin }], []);
  if (!id) throw new Refusal("unexpected");
  return id;
}

async function recordMembership(
  call: ImportCall,
  { paidOn, method }: HelloassoPayment,
  dues: Dues,
  part: { submission: string; part: number },
) {
  const { db, actor } = call;
  const { userId, plan, cents } = dues;
  const paid = { cents, method, receivedOn: paidOn, with: part };
  const request = await requestOf(db, dues, paidOn);
  if (request) return payRequest(call, actor, request, paid);
  const listed = await listedPeriodOf(db, dues, paidOn);
  if (listed) return payPeriod(call, actor, listed, paid);
  const period = await periodOf(db, dues, paidOn);
  const { paymentId } = await addPeriod(call, actor, "plan", { userId, planId: plan.id, ...period, ...paid });
  if (!paymentId) throw new Refusal("unexpected");
  return paymentId;
}
