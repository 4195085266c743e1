import { useTranslation } from "react-i18next";
import { isForLife } from "#contract/charity/lifetime";
import type { MembershipRecord } from "#contract/charity/memberships";
import { writtenDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { formatEuros } from "#contract/giving/money";
import { type Fact, Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { noon } from "./list-parts";

/** Whose it is, of which plan, and until when it is valid. */
export function MembershipFacts({ membership }: { membership: MembershipRecord }) {
  const { t } = useTranslation("memberships");
  const payments = useTranslation("payments").t;
  const { locale } = usePage();
  const { userId, email, plan, priceCents, receivedCents, reduced, method, reference, requestedAt, remindedAt, cancelledReason } =
    membership;
  const facts: (Fact | false | null | undefined | "")[] = [
    userId && {
      label: t("column.name"),
      value: <Link to={`/dashboard/admin/users/${userId}/view`}>{t("record.account")}</Link>,
    },
    email && { label: t("column.email"), value: <a href={`mailto:${email}`}>{email}</a> },
    { label: t("column.plan"), value: [readIn(locale, plan.name).text, reduced && t("own.reduced")].filter(Boolean).join(", ") },
    { label: t("column.price"), value: formatEuros(locale, priceCents) },
    { label: t("column.received"), value: formatEuros(locale, receivedCents) },
    method && { label: t("column.method"), value: payments(`method.${method}`) },
    reference && { label: t("column.reference"), value: reference },
    !isForLife(membership) && { label: t("record.validUntil"), value: writtenDay(locale, membership.validUntil) },
    { label: t("record.requested"), value: <LocalDate value={requestedAt} style="time" /> },
    remindedAt && { label: t("record.reminded"), value: <LocalDate value={remindedAt} style="time" /> },
    cancelledReason && { label: t("record.reason"), value: cancelledReason },
  ];
  return (
    <section className="panel">
      <Facts facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
    </section>
  );
}

/** What came of a membership; a payment is refunded or corrected on its own page. */
export function DuesList({ payments: items }: Pick<MembershipRecord, "payments">) {
  const { t } = useTranslation("memberships");
  const payments = useTranslation("payments").t;
  const { locale } = usePage();
  if (items.length === 0) return <p>{t("record.noDues")}</p>;
  return (
    <ul className="rows">
      {items.map(({ id, receivedOn, signedCents, refundedCents, method, reversal }) => {
        const amount = formatEuros(locale, signedCents);
        return (
          <li key={id}>
            <span className="min-w-0 flex-[1_1_12rem]">
              <LocalDate value={noon(receivedOn)} style="full" />, {payments(`method.${method}`)}
            </span>
            <span className="font-semibold tabular-nums">{amount}</span>
            {reversal === null && refundedCents < signedCents && (
              <Link to={`/dashboard/admin/donations/${id}`} aria-label={t("record.refundOf", { amount })}>
                {t("record.refund")}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
