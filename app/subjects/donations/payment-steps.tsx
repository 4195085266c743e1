import { useTranslation } from "react-i18next";
import { isByProvider } from "#contract/giving/card-settings";
import type { PledgePayment } from "#contract/giving/pledges";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import type { QrPath } from "~/ui/qr-code.server";
import { ChequeSteps } from "./cheque-steps";
import { TransferSteps } from "./transfer-steps";

type Props = { pledge: Pick<PledgePayment, "payee" | "reference" | "rhythm" | "method">; code: QrPath | null; amount: string };

/** How to pay a pledge, by the donor's means of payment; a contact when that is no longer offered. */
export function PaymentSteps({ pledge, code, amount }: Props) {
  const { t } = useTranslation("donate");
  const { method, reference, payee } = pledge;
  const { holder, iban, bic, postalAddress } = payee;
  if (method === "transfer" && iban && bic)
    return <TransferSteps pledge={pledge} account={{ holder, iban, bic }} code={code} amount={amount} />;
  if (method === "cheque" && postalAddress) return <ChequeSteps reference={reference} to={{ holder, postalAddress }} amount={amount} />;
  if (isByProvider(method))
    return (
      <p className="actions mt-8">
        <ButtonLink to={`/donate/${reference}`}>{t(method === "card" ? "card.pay" : "card.debit", { amount })}</ButtonLink>
      </p>
    );
  return (
    <p className="mt-8 max-w-xl">
      {t("closed.pledged", { reference })} <Link to="/contact?topic=donation">{t("closed.write")}</Link>
    </p>
  );
}
