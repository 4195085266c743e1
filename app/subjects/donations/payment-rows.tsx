import { useTranslation } from "react-i18next";
import { formatEuros } from "#contract/giving/money";
import type { PaymentRow } from "#contract/giving/payments";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { PaymentBadge, stateOf } from "./payment-badge";

/** Payments of one pledge or person, each with a link to its record. */
export function PaymentRows({ payments }: { payments: PaymentRow[] }) {
  const { t } = useTranslation("payments");
  const { locale } = usePage();
  return (
    <ul className="rows">
      {payments.map((payment) => (
        <li key={payment.id}>
          <span className="min-w-0 flex-[1_1_10rem]">
            <Link to={`/dashboard/admin/donations/${payment.id}`} className="font-semibold">
              <LocalDate value={`${payment.receivedOn}T12:00:00Z`} style="short" />, {t(`method.${payment.method}`)}
            </Link>
          </span>
          <PaymentBadge state={stateOf(payment)} />
          <span className="tabular-nums">{formatEuros(locale, payment.signedCents)}</span>
        </li>
      ))}
    </ul>
  );
}
