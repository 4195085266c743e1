import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ReceiptRecord } from "#contract/giving/fiscal-receipts";
import { formatEuros } from "#contract/giving/money";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** The payments and gifts in kind that a receipt certifies, or the expense claims. */
export function ReceiptSources({ receipt: { sources, inKind, expenses } }: { receipt: ReceiptRecord }) {
  const { t } = useTranslation("receipts");
  const payments = useTranslation("payments").t;
  const { locale } = usePage();
  return (
    <Panel title={t(expenses.length > 0 ? "receipt.expenses" : "receipt.sources")}>
      <ul className="rows">
        {sources.map(({ paymentId, receivedOn, method, cents, leftCents }) => (
          <Source key={paymentId} to={`/dashboard/admin/donations/${paymentId}`} day={receivedOn} cents={cents}>
            {payments(`method.${method}`)}
            {leftCents !== cents && (
              <small className="block font-semibold">{t("receipt.sourceLeft", { amount: formatEuros(locale, leftCents) })}</small>
            )}
          </Source>
        ))}
        {inKind.map(({ giftId, receivedOn, description, cents }) => (
          <Source key={giftId} to={`/dashboard/admin/donations/in-kind/${giftId}`} day={receivedOn} cents={cents}>
            <span className="wrap-anywhere">{t("receipt.inKind", { description })}</span>
          </Source>
        ))}
        {expenses.map(({ claimId, spentOn, cents }) => (
          <Source key={claimId} to={`/dashboard/admin/expense-claims/${claimId}`} day={spentOn} cents={cents} />
        ))}
      </ul>
    </Panel>
  );
}

type Props = { to: `/${string}`; day: string; cents: number; children?: ReactNode };

function Source({ to, day, cents, children }: Props) {
  const { locale } = usePage();
  return (
    <li>
      <span className="min-w-0 flex-[1_1_12rem]">
        <Link to={to} className="font-semibold">
          <LocalDate value={`${day}T12:00:00Z`} style="short" />
        </Link>{" "}
        {children}
      </span>
      <span className="tabular-nums">{formatEuros(locale, cents)}</span>
    </li>
  );
}
