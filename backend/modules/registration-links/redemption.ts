import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { hashOf } from "#backend/secrets";
import type { LinkStatus } from "#contract/accounts/registration-links";
import { type RegistrationKind, registrationKinds, roleOfKind } from "#contract/accounts/registration-steps";
import type { Role } from "#contract/accounts/roles";
import { registrationLinks } from "./tables.ts";

type Link = typeof registrationLinks.$inferSelect;

/** The state of a link at a moment. */
export function statusOf({ state, uses, maxUses, expiresAt }: Link, now: Date): LinkStatus {
  if (state !== "active") return state;
  if (expiresAt && expiresAt <= now) return "expired";
  return maxUses !== null && uses >= maxUses ? "exhausted" : "active";
}

function kindOf(role: Link["role"]): RegistrationKind {
  return registrationKinds.find((kind) => roleOfKind[kind] === role) ?? "individual";
}

async function shown(db: Db, now: Date, where: ReturnType<typeof eq>) {
  const [link] = await db.select().from(registrationLinks).where(where);
  return link && statusOf(link, now) === "active" ? { id: link.id, label: link.label, kind: kindOf(link.role) } : null;
}

/** The valid invitation with this code, if any. */
export function findInvitation(db: Db, now: Date, code: string) {
  return shown(db, now, eq(registrationLinks.codeHash, hashOf(code)));
}

/** The valid invitation of a draft, if any. */
export async function invitationOf(db: Db, now: Date, id: string | null) {
  return id ? shown(db, now, eq(registrationLinks.id, id)) : null;
}

/**
 * Uses a link once, for a person of its role. One statement checks and counts, so that however many come at the same
 * time, no more than the maximum pass. Null when it is no longer valid: the person is registered without it.
 */
export async function redeem(tx: Db, now: Date, id: string, role: Role) {
  const open = sql`${registrationLinks.state} = 'active'
    and (${registrationLinks.expiresAt} is null or ${registrationLinks.expiresAt} > ${now.toISOString()}::timestamptz)
    and (${registrationLinks.maxUses} is null or ${registrationLinks.uses} < ${registrationLinks.maxUses})`;
  const [link] = await tx
    .update(registrationLinks)
    .set({ uses: sql`${registrationLinks.uses} + 1` })
    .where(and(eq(registrationLinks.id, id), eq(registrationLinks.role, role as Link["role"]), open))
    .returning();
  return link ?? null;
}
