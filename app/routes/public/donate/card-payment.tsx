import { useTranslation } from "react-i18next";
import type { PledgePayment } from "#contract/giving/pledges";
import { Form, Submit } from "~/forms/form";
import { PaymentSteps } from "~/subjects/donations/payment-steps";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import type { QrPath } from "~/ui/qr-code.server";

export type CardNotice = "stopped" | "unavailable" | "unknown" | "processing" | "failing";

type Props = { pledge: PledgePayment; notice: CardNotice | null; code: QrPath | null; amount: string };

/** A gift by card that is not paid: the way to the provider's page, and the other means. */
export function CardPayment({ pledge, notice, code, amount }: Props) {
  const { t } = useTranslation("donate");
  const { cardOrigin, payee } = pledge;
  const isDebit = pledge.method === "sepa_debit";
  const method = payee.iban ? "transfer" : "cheque";
  const mayPay = cardOrigin !== null && notice !== "processing" && notice !== "failing";
  const hasOther = payee.iban !== null || payee.postalAddress !== null;
  return (
    <>
      {notice && (
        <Notice>
          {t(`card.${notice}`)} {notice === "failing" && <Link to="/donations/access">{t("manage.link")}</Link>}
        </Notice>
      )}
      {mayPay && (
        <Form className="mt-8 grid max-w-xl gap-3">
          <div>
            <Submit>{t(isDebit ? "card.debit" : "card.pay", { amount })}</Submit>
          </div>
          <p className="hint">{t(isDebit ? "card.debitHint" : "card.hint")}</p>
        </Form>
      )}
      {hasOther && <p className="mt-10 max-w-xl text-lg font-semibold">{t(cardOrigin ? "card.other" : "card.off")}</p>}
      {(hasOther || !cardOrigin) && <PaymentSteps pledge={{ ...pledge, method }} code={code} amount={amount} />}
    </>
  );
}
