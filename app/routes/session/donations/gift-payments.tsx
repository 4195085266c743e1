import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import type { OwnGiftRecord } from "#contract/giving/donor-access";
import { formatEuros } from "#contract/giving/money";
import { usePage } from "~/ui/page-context";

/** The payments that arrived for a gift, the newest first; nothing until one has. */
export function GiftPayments({ gift: { payments, receivedCents } }: { gift: OwnGiftRecord }) {
  const { t } = useTranslation("donations");
  const say = useTranslation("payments").t;
  const { locale } = usePage();
  if (payments.length === 0) return null;
  return (
    <section className="mt-8 grid max-w-xl gap-3">
      <h2 className="title-card">{t("came.title")}</h2>
      <ul>
        {payments.map(({ id, receivedOn, method, signedCents }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 border-t-2 border-line py-2.5">
            <span>
              {[writtenDay(locale, receivedOn), say(`method.${method}`), signedCents < 0 && t("came.back")].filter(Boolean).join(", ")}
            </span>
            <span className="font-semibold tabular-nums">{formatEuros(locale, signedCents)}</span>
          </li>
        ))}
      </ul>
      {payments.length > 1 && <p className="font-semibold">{t("came.total", { amount: formatEuros(locale, receivedCents) })}</p>}
    </section>
  );
}
