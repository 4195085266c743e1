import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";
import type { PaymentRecord } from "#contract/giving/payments";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** What a bank disputes of a payment: it is answered at Stripe, until a day. */
export function OpenDisputes({ disputes }: { disputes: PaymentRecord["disputes"] }) {
  const { t } = useTranslation("payments");
  const { locale } = usePage();
  const stateOf = (needsAnswer: boolean, answerBy: string | null) => (!needsAnswer ? "answered" : answerBy ? "until" : "open");
  return (
    <>
      {disputes.map(({ id, amountCents, needsAnswer, answerBy }) => (
        <p key={id} className={needsAnswer ? "font-semibold text-danger" : undefined}>
          {t(`payment.disputed.${stateOf(needsAnswer, answerBy)}`, {
            amount: formatEuros(locale, amountCents),
            date: answerBy ? writtenDay(locale, answerBy) : "",
          })}{" "}
          <Link to="/dashboard/admin/stripe-manage">{t("payment.disputed.link")}</Link>
        </p>
      ))}
    </>
  );
}

/** The refunds of a payment that Stripe has not made yet: who ordered each, when and why. */
export function WaitingRefunds({ refunds }: { refunds: PaymentRecord["waitingRefunds"] }) {
  const { t } = useTranslation("payments");
  const { locale } = usePage();
  if (refunds.length === 0) return null;
  return (
    <Panel title={t("payment.waiting.title")}>
      <p className="mb-4 max-w-prose">{t("payment.waiting.about")}</p>
      <ul className="rows">
        {refunds.map(({ id, amountCents, orderedAt, orderedBy, reason }) => (
          <li key={id}>
            <span className="min-w-0 flex-[1_1_12rem]">
              <LocalDate value={orderedAt} style="time" />,{" "}
              {orderedBy ? t("payment.waiting.by", { name: orderedBy }) : t("payment.waiting.atStripe")}
              {reason && <small className="muted block">{reason}</small>}
            </span>
            <span className="tabular-nums">{formatEuros(locale, amountCents)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
