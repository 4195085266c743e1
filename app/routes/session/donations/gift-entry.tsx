import { useTranslation } from "react-i18next";
import type { OwnGift } from "#contract/giving/donor-access";
import { formatEuros } from "#contract/giving/money";
import { GiftBadge } from "~/subjects/donations/gift-badge";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

/** One gift of the list: amount, state and details. */
export function GiftEntry({ gift }: { gift: OwnGift }) {
  const { t } = useTranslation("donations");
  const { locale } = usePage();
  const { reference, rhythm, status, amountCents, receivedCents } = gift;
  const to = `/donations/manage/${reference}`;
  return (
    <article className="grid gap-x-12 gap-y-4 lg:grid-cols-[1fr_auto]">
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 className="text-[length:var(--text-2xl)] leading-[1.15] tracking-[-0.025em]">
            {t(`amount.${rhythm}`, { amount: formatEuros(locale, amountCents) })}
          </h2>
          <GiftBadge status={status} rhythm={rhythm} />
        </div>
        <GiftFacts gift={gift} />
        {gift.pendingCents > 0 && <p>{t("came.pending", { amount: formatEuros(locale, gift.pendingCents) })}</p>}
        {receivedCents > 0 && <p>{t("came.received", { amount: formatEuros(locale, receivedCents) })}</p>}
      </div>
      <p className="self-center">
        <Link
          className="inline-flex min-h-11 items-center font-semibold"
          to={to}
          aria-label={`${t(status === "promised" ? "manage.pay" : "manage.see")}, ${reference}`}
        >
          {t(status === "promised" ? "manage.pay" : "manage.see")}
        </Link>
      </p>
    </article>
  );
}

/** The donor's choices for a gift. */
export function GiftFacts({ gift }: { gift: OwnGift }) {
  const { t } = useTranslation("donations");
  const { t: say } = useTranslation("donate");
  const facts = [
    { label: t("gift.pledgedAt"), value: <LocalDate value={gift.pledgedAt} style="full" /> },
    { label: t("gift.method"), value: say(`method.${gift.method}`) },
    { label: t("gift.allocation"), value: say(`allocation.${gift.allocation}`) },
    ...(gift.company ? [{ label: t("gift.company"), value: gift.company }] : []),
    { label: t("gift.reference"), value: <span className="font-mono">{gift.reference}</span> },
  ];
  return <Facts facts={facts} />;
}
