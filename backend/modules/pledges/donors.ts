import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { Refusal } from "#backend/refusal";
import type { PledgeDonor } from "#contract/giving/pledge-donor";
import type { PledgeRecord } from "#contract/giving/pledges";
import { pledges } from "./tables.ts";

type Row = typeof pledges.$inferSelect;

/** The address for the receipt of a pledge, where it has one. */
export function postalOf({ street, postcode, city, country }: Row): PledgeRecord["postal"] {
  return street !== null && postcode !== null && city !== null && country !== null ? { street, postcode, city, country } : null;
}

/**
 * Corrects who gave, for the receipts to come. The kind of donor stays, and whether there is an address: what has changed meanwhile is refused, and so is
 * a donor who was erased. The gift itself stays as it was, and so does the time of its last change, which retention counts from.
 */
export async function setPledgeDonor(db: Db, actor: Actor, id: string, typed: PledgeDonor) {
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(pledges).where(eq(pledges.id, id)).for("update");
    if (!before) throw new Refusal("not_found");
    const isErased = before.email.endsWith("@erased.invalid");
    if (isErased || typed.donor !== before.donor || typed.receipt !== (postalOf(before) !== null)) throw new Refusal("wrong_state");
    const { name, company, siren, legalForm, street, postcode = "", city, country } = typed;
    const ofCompany = typed.donor === "company" ? { company, siren, legalForm: legalForm || null } : {};
    const after = { name, ...ofCompany, ...(typed.receipt && { street, postcode, city, country }) };
    await tx.update(pledges).set(after).where(eq(pledges.id, id));
    const known = Object.fromEntries(Object.keys(after).map((field) => [field, before[field as keyof Row]]));
    await recordChange(tx, actor, { action: "pledge.donor", entityType: "pledge", entityId: id, before: known, after });
  });
}
