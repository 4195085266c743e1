import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import type { CardOverview, ProviderPayout } from "#contract/giving/card-payments";
import { formatEuros } from "#contract/giving/money";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** Monthly gifts that the provider takes: how many, and those that a bank refuses. */
export function MonthlyGifts({ overview: { monthly } }: { overview: CardOverview }) {
  const { t } = useTranslation("cards");
  return (
    <Panel title={t("monthly.active", { count: monthly.active })}>
      <p>{monthly.failing > 0 ? t("monthly.failing", { count: monthly.failing }) : t("monthly.none")}</p>
      {monthly.gifts.length > 0 && (
        <ul className="rows mt-4">
          {monthly.gifts.map(({ id, reference, givenUp }) => (
            <li key={id}>
              <Link to={`/dashboard/admin/donations/pledges/${id}`}>{reference}</Link>
              <span className="muted">{t(givenUp ? "monthly.givenUp" : "monthly.again")}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What the provider has paid to the bank account, and will pay. */
export function Payouts({ payouts }: { payouts: ProviderPayout[] }) {
  const { t } = useTranslation("cards");
  const { locale } = usePage();
  return (
    <Panel title={t("payouts.title")}>
      {payouts.length === 0 ? (
        <p>{t("payouts.none")}</p>
      ) : (
        <ul className="rows">
          {payouts.map(({ id, amountCents, arrivesOn, state }) => (
            <li key={id}>
              <span className="min-w-0 flex-[1_1_12rem]">
                <strong>{formatEuros(locale, amountCents)}</strong>
                <small className="muted block">{t(`payouts.state.${state}`, { date: writtenDay(locale, arrivesOn) })}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
