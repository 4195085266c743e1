import type { PledgePayment } from "#contract/giving/pledges";
import { type QrPath, qrPath } from "~/ui/qr-code.server";
import { epcPayment } from "./epc-payment";

type Pledge = Pick<PledgePayment, "payee" | "amountCents" | "reference" | "rhythm" | "method">;

/** The transfer that pays a pledge, as a code for banking apps. Such a code is for a single transfer: a monthly gift, a cheque, and a payee without an account have none. */
export function paymentCode({ payee, amountCents, reference, rhythm, method }: Pledge): QrPath | null {
  const { holder, iban, bic } = payee;
  if (rhythm === "monthly" || method === "cheque" || !iban || !bic) return null;
  return qrPath(epcPayment({ holder, iban, bic, amountCents, reference }));
}
