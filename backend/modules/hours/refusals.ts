import { brokenConstraint } from "#backend/db/broken-constraint";
import { fieldRefusal } from "#backend/refusal";

/** What the database says no to by itself: its constraint, the field and the text. */
const texts: Record<string, [string, string]> = {
  volunteer_hours_of_a_day: ["minutes", "hours:error.day"],
  volunteer_hours_closed_year: ["date", "hours:error.closed"],
  volunteer_hours_begun: ["date", "hours:error.future"],
  volunteer_hours_correction: ["minutes", "hours:error.correction"],
  volunteer_hours_one_correction: ["minutes", "hours:error.corrected"],
  hour_rates_do_not_overlap: ["validFrom", "hours:error.rateOverlap"],
};

/** Runs a transaction, and turns a rule that the database held into a message at the field. */
export async function heldByDatabase<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const [field, text] = texts[brokenConstraint(error) ?? ""] ?? [];
    throw field && text ? fieldRefusal(field, text) : error;
  }
}
