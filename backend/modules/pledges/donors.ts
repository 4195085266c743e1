import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { Refusal } from "#backend/refusal";
import type { PledgeDonor } from "#contract/giving/pledge-donor";
import type { PledgeRecord } from "#contract/giving/pledges";
import { likeIt, lockedGifts, moveAddresses, sameAddress } from "./receipt-addresses.ts";
import { pledges } from "./tables.ts";

type Row = typeof pledges.$inferSelect;

/** The address for the receipt of a pledge, where it has one. */
export function postalOf({ street, postcode, city, country }: Row): PledgeRecord["postal"] {
  return street !== null && postcode !== null && city !== null && country !== null ? { street, postcode, city, country } : null;
}

/**
 * Corrects who gave, for the receipts to come, and adds the wish for one where it may still be had: its address is then that of the donor's other
 * receipts to come, too. The kind of donor stays, and so does an address that there is: what has changed meanwhile is refused, and so is a donor who was
 * erased. The gift itself stays as it was, and so does the time of its last change, which retention counts from.
 */
export async function setPledgeDonor({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, id: string, typed: PledgeDonor) {
  await db.transaction(async (tx) => {
    const all = await lockedGifts(tx, clock(), sameAddress(id));
    const found = all.find(({ pledge }) => pledge.id === id);
    if (!found) throw new Refusal("not_found");
    const { pledge: before, mayAsk } = found;
    const isErased = before.email.endsWith("@erased.invalid");
    const asks = typed.receipt && mayAsk;
    if (isErased || typed.donor !== before.donor || (!asks && typed.receipt !== (postalOf(before) !== null)))
      throw new Refusal("wrong_state");
    const { name, company, siren, legalForm, street, postcode = "", city, country } = typed;
    const ofCompany = typed.donor === "company" ? { company, siren, legalForm: legalForm || null } : {};
    const after = { name, ...ofCompany, ...(typed.receipt && { receipt: true, street, postcode, city, country }) };
    await tx.update(pledges).set(after).where(eq(pledges.id, id));
    const known = Object.fromEntries(Object.keys(after).map((field) => [field, before[field as keyof Row]]));
    await recordChange(tx, actor, { action: "pledge.donor", entityType: "pledge", entityId: id, before: known, after });
    if (!asks) return;
    const donor = { donor: before.donor, siren: typed.donor === "company" ? (siren ?? null) : before.siren };
    const others = likeIt(all, donor).filter((row) => row.id !== id);
    await moveAddresses(tx, actor, others, { street: street ?? "", postcode, city: city ?? "", country });
  });
}
