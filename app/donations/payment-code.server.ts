import type { PledgePayment } from "#contract/pledges";
import { epcPayment } from "./epc-payment";
import { type QrPath, qrPath } from "./qr-code.server";

/** The transfer that pays a pledge, as a code for banking apps. */
export function paymentCode({ payee, amountCents, reference }: Pick<PledgePayment, "payee" | "amountCents" | "reference">): QrPath {
  return qrPath(epcPayment({ ...payee, amountCents, reference }));
}
