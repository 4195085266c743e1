import { brokenConstraint } from "#backend/db/broken-constraint";
import { fieldRefusal, Refusal } from "#backend/refusal";

/** What the database refuses by itself: its constraint, the field and the text. */
const texts: Record<string, [string, string]> = {
  expense_claims_begun: ["spentOn", "expenses:error.future"],
  mileage_rates_do_not_overlap: ["validFrom", "expenses:error.rateOverlap"],
};

/** Runs a transaction, and turns a rule that the database held into a message at the field. */
export async function heldByDatabase<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const constraint = brokenConstraint(error) ?? "";
    if (constraint === "expense_claims_not_by_oneself") throw new Refusal("forbidden");
    const [field, text] = texts[constraint] ?? [];
    throw field && text ? fieldRefusal(field, text) : error;
  }
}
