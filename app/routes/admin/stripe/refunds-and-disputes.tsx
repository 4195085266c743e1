import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import type { CardOverview } from "#contract/giving/card-payments";
import { formatEuros } from "#contract/giving/money";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { PopupLink } from "~/ui/popup-link";

/** Refunds that the provider has not made yet. */
export function Refunds({ overview: { refunds } }: { overview: CardOverview }) {
  const { t } = useTranslation("cards");
  const { locale } = usePage();
  const { count, cents, rows } = refunds;
  return (
    <Panel title={t("refunds.title", { count, amount: formatEuros(locale, cents) })}>
      <ul className="rows">
        {rows.map(({ paymentId, reference, amountCents, since }) => (
          <li key={`${paymentId} ${since} ${amountCents}`}>
            <span className="min-w-0 flex-[1_1_12rem]">
              <Link to={`/dashboard/admin/donations/${paymentId}`}>{reference ?? t("mismatches.open")}</Link>
              <small className="muted block">{t("refunds.since", { date: writtenDay(locale, since) })}</small>
            </span>
            <span className="tabular-nums">{formatEuros(locale, amountCents)}</span>
          </li>
        ))}
      </ul>
      {count > rows.length && <p className="mt-4">{t("refunds.first", { count: rows.length })}</p>}
    </Panel>
  );
}

/** What banks dispute: each is answered at the provider, until a day. */
export function Disputes({ overview: { disputes, live } }: { overview: CardOverview }) {
  const { t } = useTranslation("cards");
  const { locale } = usePage();
  const { count, rows } = disputes;
  return (
    <Panel title={t("disputes.title", { count })}>
      <p className="mb-4 max-w-prose">{t("disputes.about")}</p>
      <ul className="rows">
        {rows.map(({ paymentId, providerId, reference, amountCents, needsAnswer, answerBy }) => (
          <li key={`${paymentId} ${amountCents} ${answerBy}`}>
            <span className="min-w-0 flex-[1_1_12rem]">
              <Link to={`/dashboard/admin/donations/${paymentId}`}>{reference ?? t("mismatches.open")}</Link>
              <small className={needsAnswer ? "block font-semibold text-danger" : "muted block"}>
                {t(`disputes.${stateOf({ needsAnswer, answerBy })}`, { date: answerBy ? writtenDay(locale, answerBy) : "" })}
              </small>
            </span>
            <span className="tabular-nums">{formatEuros(locale, amountCents)}</span>
            <PopupLink href={`https://dashboard.stripe.com/${live ? "" : "test/"}payments/${providerId}`} name="stripe">
              {t("disputes.answer")}
            </PopupLink>
          </li>
        ))}
      </ul>
      {count > rows.length && <p className="mt-4">{t("disputes.first", { count: rows.length })}</p>}
    </Panel>
  );
}

function stateOf({ needsAnswer, answerBy }: { needsAnswer: boolean; answerBy: string | null }) {
  if (!needsAnswer) return "answered";
  return answerBy ? "until" : "open";
}
