import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { pledges } from "#backend/modules/pledges/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";
import type { ReversalDraft } from "#contract/giving/payments";
import { heldByDatabase } from "./refusals.ts";
import { settlePledge } from "./settling.ts";
import { payments } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;

async function reversible(tx: Db, id: string) {
  const [origin] = await tx.select().from(payments).where(eq(payments.id, id));
  if (!origin) throw new Refusal("not_found");
  if (origin.refundOf) throw new Refusal("wrong_state");
  return origin;
}

/** Takes back a payment or a part of it: never more than came, whatever others take back at the same moment. */
export function reversePayment({ db, clock }: Deps, actor: Actor, id: string, draft: ReversalDraft): Promise<{ id: string }> {
  const now = clock();
  if (draft.receivedOn > franceDay(now)) throw fieldRefusal("receivedOn", "payments:error.future");
  return heldByDatabase(() =>
    db.transaction(async (tx) => {
      const [known] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.submission, draft.submission));
      if (known) return known;
      const origin = await reversible(tx, id);
      const [pledge] = origin.pledgeId ? await tx.select().from(pledges).where(eq(pledges.id, origin.pledgeId)).for("update") : [];
      const isMistake = draft.reversal === "mistake";
      const { amountCents, receivedOn, reversal, reason, submission } = draft;
      // What never came was never in another means of payment.
      const method = isMistake ? origin.method : draft.method;
      const [row] = await tx
        .insert(payments)
        .values({
          ...{ amountCents, receivedOn, reversal, reason, submission, method, refundOf: id, pledgeId: origin.pledgeId },
          ...{ donorId: origin.donorId, donorName: origin.donorName, createdBy: actor.id, createdAt: now, updatedAt: now },
        })
        .returning();
      if (!row) throw new Refusal("unexpected");
      if (pledge) await settlePledge(tx, now, actor, pledge, { mistake: isMistake });
      const change = { action: "payment.reverse", entityType: "payment", entityId: id } as const;
      await recordChange(tx, actor, { ...change, after: { amountCents, method, receivedOn, reversal } });
      return { id: row.id };
    }),
  );
}
