import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";
import type { MonthlyDebit, PledgeRecord } from "#contract/giving/pledges";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

/** The donor, the means of payment, and the donor's wishes. */
export function PledgeFacts({ pledge }: { pledge: PledgeRecord }) {
  const { t } = useTranslation("donate");
  const { locale } = usePage();
  const facts = [
    { label: t("pledge.email"), value: <a href={`mailto:${pledge.email}`}>{pledge.email}</a> },
    ...(pledge.donor === "company"
      ? [{ label: t("pledge.company"), value: [pledge.company, pledge.legalForm, pledge.siren].filter(Boolean).join(", ") }]
      : []),
    { label: t("pledges.column.rhythm"), value: t(`rhythm.${pledge.rhythm}`) },
    { label: t("pledges.column.method"), value: t(`method.${pledge.method}`) },
    { label: t("pledge.allocation"), value: t(`allocation.${pledge.allocation}`) },
    { label: t("pledge.receipt"), value: pledge.receipt ? pledge.address : t("pledge.noReceipt") },
    { label: t("pledges.column.pledgedAt"), value: <LocalDate value={pledge.pledgedAt} style="time" /> },
    ...(pledge.debit ? [{ label: t("debit.state"), value: <DebitState debit={pledge.debit} /> }] : []),
    ...(pledge.pendingCents > 0 ? [{ label: t("debit.pending"), value: formatEuros(locale, pledge.pendingCents) }] : []),
    ...(pledge.stoppedAt ? [{ label: t("pledge.stoppedAt"), value: <LocalDate value={pledge.stoppedAt} style="time" /> }] : []),
    ...(pledge.stopReason ? [{ label: t("pledge.stopReason"), value: pledge.stopReason }] : []),
  ];
  return (
    <section className="panel">
      <Facts facts={facts} />
    </section>
  );
}

/** How a monthly gift is at the provider. */
function DebitState({ debit: { state, nextOn, pausedUntil, givenUp } }: { debit: MonthlyDebit }) {
  const { t } = useTranslation("donate");
  const { locale } = usePage();
  if (givenUp) return t("debit.givenUp");
  if (state === "failing") return t("debit.failing");
  if (pausedUntil) return t("debit.paused", { date: writtenDay(locale, pausedUntil) });
  return nextOn ? t("debit.next", { date: writtenDay(locale, nextOn) }) : t("debit.active");
}
