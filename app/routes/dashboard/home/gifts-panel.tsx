import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import { formatEuros } from "#contract/giving/money";
import { GiftBadge } from "~/subjects/donations/gift-badge";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

type Props = {
  gifts: NonNullable<Dashboard["gifts"]>;
  /** What those of this year cost after tax, where a reduction is configured. */
  cost: number | null;
};

/** A donor's own gifts: what arrived this year, then the newest ones with what became of each. */
export function GiftsPanel({ gifts: { items, receivedCents }, cost }: Props) {
  const { t } = useTranslation("dashboard");
  const { locale } = usePage();
  return (
    <Panel title={t("gifts.title")} link={items.length > 0 ? { to: "/donations/manage", label: t("gifts.all") } : undefined}>
      {items.length === 0 && <p className="muted">{t("gifts.none")}</p>}
      {receivedCents > 0 && (
        <p className="mb-4">
          <strong className="text-3xl tracking-[-0.03em]">{formatEuros(locale, receivedCents)}</strong>{" "}
          <span className="muted">{t("gifts.year")}</span>
          {cost !== null && <span className="block">{t("gifts.cost", { cost: formatEuros(locale, cost) })}</span>}
        </p>
      )}
      <ul className="rows">
        {items.map(({ reference, amountCents, rhythm, status, at }) => (
          <li key={reference}>
            <span className="min-w-0 flex-1">
              <strong className="block">
                {formatEuros(locale, amountCents)} {rhythm === "monthly" && t("gifts.monthly")}
              </strong>
              <small className="muted">
                <LocalDate value={at} style="full" />, <span className="whitespace-nowrap">{reference}</span>
              </small>
              {rhythm === "monthly" && status !== "cancelled" && (
                <Link
                  to={`/donations/manage/${reference}`}
                  className="block w-fit py-1 font-semibold"
                  aria-label={`${t("gifts.change")}, ${reference}`}
                >
                  {t("gifts.change")}
                </Link>
              )}
            </span>
            <GiftBadge status={status} rhythm={rhythm} />
          </li>
        ))}
      </ul>
      <p className="actions mt-4">
        <ButtonLink variant="line" to="/donate">
          {t("gifts.give")}
        </ButtonLink>
      </p>
    </Panel>
  );
}
