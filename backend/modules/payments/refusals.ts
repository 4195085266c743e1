import { brokenConstraint } from "#backend/db/broken-constraint";
import { fieldRefusal, Refusal } from "#backend/refusal";

/** What the database holds of payments, said at the field of the form. */
const messages: Record<string, [field: string, message: string]> = {
  payments_refunded: ["amount", "payments:error.tooMuch"],
  payments_whole_cheque: ["amount", "payments:error.wholeCheque"],
  payments_returned_cheque: ["amount", "payments:error.returnedCheque"],
  payments_reversal_later: ["receivedOn", "payments:error.beforePayment"],
};

/** Runs a change whose rules the database holds, and says which was broken. */
export async function heldByDatabase<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const constraint = brokenConstraint(error);
    const known = constraint && messages[constraint];
    if (known) throw fieldRefusal(...known);
    if (constraint === "payments_reversal_once" || constraint === "payments_replaced_once") throw new Refusal("wrong_state");
    throw error;
  }
}
