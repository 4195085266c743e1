import { and, eq, isNotNull } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { pledges } from "#backend/modules/pledges/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal } from "#backend/refusal";
import { type HelloassoPayment, isReceipted } from "#contract/charity/helloasso-import";
import { homeCountry } from "#contract/formats/country-names";
import { largestPledge, smallestPledge } from "#contract/giving/pledges";

/**
 * Who gave. With a whole postal address it becomes a pledge, so that a receipt can be issued; otherwise the payment has the name. A company without
 * its SIREN has no e-mail address here: the receipt would name a person.
 */
export type Gift = { cents: number } & (
  | { pledge: Pick<PledgeValues, "donor" | "name" | "email" | "company" | "siren" | "street" | "postcode" | "city" | "country"> }
  | { payer: { donorId: string | null; donorName: string; donorEmail: string | null } }
);
type PledgeValues = typeof pledges.$inferInsert;

export async function checkGift(db: Db, line: HelloassoPayment, cents: number): Promise<Gift> {
  const { firstName, lastName, email, company, siren, street, city, country } = line;
  const name = [firstName, lastName].filter(Boolean).join(" ") || company || email;
  if (!name) throw fieldRefusal("lastName", "helloasso:error.name");
  const postcode = line.postalCode?.replaceAll(/\s/g, "") ?? "";
  refuseLostZero(country, postcode);
  const isPosted = street && city && (country === homeCountry ? /^\d{5}$/.test(postcode) : postcode !== "");
  const isPledgeable = cents >= smallestPledge && cents <= largestPledge && name.length <= 120;
  if (email && isPosted && isPledgeable && (!company || siren) && !isReceipted(line))
    return {
      cents,
      pledge: {
        ...{ donor: company ? "company" : "person", company: company || null, siren: company ? siren : null },
        ...{ name, email, street, postcode, city, country },
      },
    };
  const donorEmail = company ? null : email || null;
  return { cents, payer: { donorId: await accountOf(db, donorEmail), donorName: (company || name).slice(0, 160), donorEmail } };
}

/** The account that has confirmed the e-mail address. */
async function accountOf(db: Db, email: string | null): Promise<string | null> {
  if (!email) return null;
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.emailVerifiedAt)));
  return account?.id ?? null;
}

/** A spreadsheet takes the first zero of a postcode away. */
export function refuseLostZero(country: string, postcode: string) {
  if (country === homeCountry && /^\d{4}$/.test(postcode))
    throw fieldRefusal("postalCode", `content:import.cell.postcodeZero?${new URLSearchParams({ value: postcode })}`);
}
