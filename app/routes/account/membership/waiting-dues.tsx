import { useTranslation } from "react-i18next";
import type { OwnMembership } from "#contract/charity/memberships";
import { writtenDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { formatEuros } from "#contract/giving/money";
import type { PledgePayment } from "#contract/giving/pledges";
import { Form, Submit } from "~/forms/form";
import { PaymentSteps } from "~/subjects/donations/payment-steps";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import type { QrPath } from "~/ui/qr-code.server";
import { Withdrawal } from "./withdrawal";

type Props = {
  item: OwnMembership;
  pledge: Pick<PledgePayment, "payee" | "reference" | "rhythm" | "method">;
  left: number;
  code: QrPath | null;
  byCard: boolean;
};

/** A membership that waits for its dues: how they are paid, and how it is withdrawn; or that they are on their way. */
export function WaitingDues({ item, pledge, left, code, byCard }: Props) {
  const { t } = useTranslation("memberships");
  const { locale } = usePage();
  const amount = formatEuros(locale, left);
  const { payee } = pledge;
  const isOpen = pledge.method === "cheque" ? payee.postalAddress : payee.iban && payee.bic;
  if (item.isBeingRenewed)
    return (
      <Panel title={t("own.pay")}>
        <p>{t("own.renewing", { plan: readIn(locale, item.plan.name).text, amount })}</p>
      </Panel>
    );
  if (item.debit) {
    const { amountCents, since } = item.debit;
    const values = { plan: readIn(locale, item.plan.name).text, amount: formatEuros(locale, amountCents), date: writtenDay(locale, since) };
    return (
      <Panel title={t("own.pay")}>
        <p>{t("own.debited", values)}</p>
      </Panel>
    );
  }
  const isDebit = item.method === "sepa_debit";
  const byHand = item.method === "cash" ? t("own.payCash", { amount, reference: pledge.reference }) : null;
  return (
    <Panel title={t("own.pay")}>
      <p>
        {t("own.waits", { plan: readIn(locale, item.plan.name).text, amount })}{" "}
        {item.lapsesOn && t("dues.lapses", { date: writtenDay(locale, item.lapsesOn) })}
      </p>
      {byCard && (
        <Form className="mt-4 grid gap-3">
          <div>
            <Submit name="pay" value={item.id}>
              {t(isDebit ? "own.payDebit" : "own.payCard", { amount })}
            </Submit>
          </div>
          <p className="hint">{t(isDebit ? "own.payDebitHint" : "own.payCardHint")}</p>
        </Form>
      )}
      {byCard && <p className="mt-6 font-semibold">{t("own.payOtherwise")}</p>}
      {byHand || !isOpen ? (
        <p className="mt-4 font-semibold">{byHand ?? t("own.payElse", { amount, reference: pledge.reference })}</p>
      ) : (
        <PaymentSteps pledge={pledge} code={code} amount={amount} />
      )}
      {item.receivedCents === 0 && <Withdrawal id={item.id} />}
    </Panel>
  );
}
