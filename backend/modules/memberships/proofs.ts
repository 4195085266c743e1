import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import { Refusal } from "#backend/refusal";
import type { MembershipStatus } from "#contract/charity/membership-states";
import { activate } from "./activating.ts";
import { type AskingDeps, mailRequest } from "./asking.ts";
import { cancelDuesMails } from "./dues-mails.ts";
import { memberships } from "./tables.ts";

/**
 * Accepts the proof of a reduced price: its member reads how to pay, and one that costs nothing is active. A second acceptance of the same proof changes
 * nothing more.
 */
export function acceptProof(services: AskingDeps, actor: Actor, id: string): Promise<{ id: string; status: MembershipStatus }> {
  return services.db.transaction(async (tx) => {
    const [row] = await tx.select().from(memberships).where(eq(memberships.id, id)).for("update");
    if (!row) throw new Refusal("not_found");
    if (row.proofSeenAt && (row.status === "pending_payment" || row.status === "active")) return { id, status: row.status };
    if (row.status !== "pending_approval") throw new Refusal("wrong_state");
    const now = services.clock();
    await cancelDuesMails({ ...services, db: tx }, row);
    const accepted = { status: "pending_payment", statusAt: now, updatedAt: now, proofSeenAt: now } as const;
    await tx.update(memberships).set(accepted).where(eq(memberships.id, id));
    const change = { before: { status: row.status }, after: { status: accepted.status } };
    await recordChange(tx, actor, { action: "membership.accept_proof", entityType: "membership", entityId: id, ...change });
    const request = { ...row, ...accepted };
    if (row.priceCents > 0) await mailRequest({ ...services, db: tx }, actor, request);
    else await activate({ ...services, db: tx }, actor, request);
    return { id, status: row.priceCents > 0 ? "pending_payment" : "active" };
  });
}
