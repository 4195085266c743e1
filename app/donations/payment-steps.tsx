import type { PledgePayment } from "#contract/pledges";
import { ChequeSteps } from "./cheque-steps";
import type { QrPath } from "./qr-code.server";
import { TransferSteps } from "./transfer-steps";

type Props = { pledge: Pick<PledgePayment, "payee" | "reference" | "rhythm" | "method">; code: QrPath | null; amount: string };

/** How to pay a pledge, by the means its donor chose. */
export function PaymentSteps({ pledge, code, amount }: Props) {
  return pledge.method === "transfer" ? (
    <TransferSteps pledge={pledge} code={code} amount={amount} />
  ) : (
    <ChequeSteps pledge={pledge} amount={amount} />
  );
}
