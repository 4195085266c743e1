import { eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { registrations } from "#backend/modules/registration/tables";

/** Whether the organisation has a tax regime: without one it issues no receipt, and giving up expenses brings nothing. */
export async function issuesReceipts({ organisation, settings }: Pick<Services, "organisation" | "settings">): Promise<boolean> {
  const { legal } = await organisation.stored();
  return Boolean((legal ?? settings.given?.legal)?.giftTaxRegime);
}

/** Whether somebody's postal address is known, which a receipt names. */
export async function hasPostalAddress(db: Db, userId: string): Promise<boolean> {
  const { addressLine, postcode, city } = registrations;
  const isWhole = sql<boolean>`${addressLine} is not null and ${postcode} is not null and ${city} is not null`;
  const [place] = await db.select({ isWhole }).from(registrations).where(eq(registrations.userId, userId));
  return place?.isWhole ?? false;
}

/** Where somebody finds the receipts for their expenses: donors among their own, others who no longer volunteer by a link to their address. */
export function pageOfExpenses(role: string | undefined): string {
  if (role === "ADMIN" || role === "VOLUNTEER") return "/dashboard/expenses";
  return pageOfReceipts(role);
}

/** The page of somebody's receipts: of donors on their dashboard, of others behind a link to their address. */
export const pageOfReceipts = (role: string | undefined) =>
  role?.startsWith("DONATOR_") ? "/dashboard/donator/fiscal-receipts" : "/donations/access";
