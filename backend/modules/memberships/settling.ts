import { eq } from "drizzle-orm";
import type { Actor } from "#backend/http/actor";
import { receivedOfMembership } from "#backend/modules/payments/sums";
import type { MembershipStatus } from "#contract/charity/membership-states";
import { activate } from "./activating.ts";
import type { AskingDeps, MembershipRecordRow } from "./asking.ts";
import { cancelDuesMails } from "./dues-mails.ts";
import { memberships } from "./tables.ts";

/** The state that dues lead to: active with all of the price. A part that comes late holds the period again. */
export async function settleDues(services: AskingDeps, actor: Actor | null, row: MembershipRecordRow): Promise<MembershipStatus> {
  const { db: tx, clock } = services;
  if ((await receivedOfMembership(tx, row.id)) >= row.priceCents) {
    await activate(services, actor, row);
    return "active";
  }
  const waits = { status: "pending_payment", statusAt: clock(), updatedAt: clock() } as const;
  // The job writes of what is missing, later.
  await cancelDuesMails(services, row);
  if (row.status === "abandoned") await tx.update(memberships).set(waits).where(eq(memberships.id, row.id));
  return "pending_payment";
}
