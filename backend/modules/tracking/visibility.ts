import { and, eq, inArray, ne, or, type SQL } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { users } from "#backend/modules/users/tables";
import { type Holder, sectorsWith } from "#contract/accounts/permissions";
import { hasPermission } from "#contract/accounts/roles";
import { trackingEntries } from "./tables.ts";

/** Whoever reads entries, with their rights. */
export type Reader = Pick<Actor, "id" | "permissions"> & Holder;

/**
 * The entries that a member of staff reads. Restricted ones need the right for the sector of the person; what is written about the reader is not
 * theirs to read here, unless it is shared with them.
 */
export function readableBy(db: Db, actor: Reader): SQL | undefined {
  const notAboutReader = or(ne(trackingEntries.subjectUserId, actor.id), eq(trackingEntries.visibility, "subject"));
  return and(notAboutReader, unrestrictedFor(db, actor));
}

function unrestrictedFor(db: Db, actor: Reader): SQL | undefined {
  if (hasPermission(actor, "BENEFICIARY_READ_RESTRICTED")) return undefined;
  const open = ne(trackingEntries.visibility, "restricted");
  const sectors = sectorsWith(actor, ["BENEFICIARY_READ_RESTRICTED"]);
  if (sectors.length === 0) return open;
  const theirs = db.select({ id: users.id }).from(users).where(inArray(users.sectorId, sectors));
  return or(open, inArray(trackingEntries.subjectUserId, theirs));
}
