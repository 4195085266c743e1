type Transfer = { holder: string; iban: string; bic: string; amountCents: number; reference: string };

/**
 * A transfer as banking apps read it from a QR code: the lines of EPC069-12, version 002. Purpose CHAR is a gift to a
 * charity; the reference travels as free text, so the line of structured references stays empty.
 */
export function epcPayment({ holder, iban, bic, amountCents, reference }: Transfer): string {
  const amount = `EUR${(amountCents / 100).toFixed(2)}`;
  return ["BCD", "002", "1", "SCT", bic, holder.slice(0, 70), iban, amount, "CHAR", "", reference].join("\n");
}
