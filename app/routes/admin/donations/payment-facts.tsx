import { useTranslation } from "react-i18next";
import { readIn } from "#contract/formats/localized-text";
import { formatEuros } from "#contract/giving/money";
import type { PaymentRecord } from "#contract/giving/payments";
import { type Fact, Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { noon } from "./list-parts";

const path = "/dashboard/admin/donations";

/** Who gave, when, how and for what, and where the payment belongs. */
export function PaymentFacts({ payment }: { payment: PaymentRecord }) {
  const { t } = useTranslation("payments");
  const donate = useTranslation("donate").t;
  const { locale } = usePage();
  const { pledgeId, donorId, depositId, refundOf, chequeNumber, chequeBank, project } = payment;
  const facts: (Fact | false | null | undefined | "")[] = [
    { label: t("column.receivedOn"), value: <LocalDate value={noon(payment.receivedOn)} style="full" /> },
    { label: t("column.method"), value: t(`method.${payment.method}`) },
    { label: t("column.purpose"), value: payment.membershipId ? t("dues") : donate(`allocation.${payment.allocation}`) },
    project && { label: t("column.project"), value: readIn(locale, project.name).text },
    payment.email && { label: t("payment.email"), value: <a href={`mailto:${payment.email}`}>{payment.email}</a> },
    donorId && { label: t("payment.from"), value: <Link to={`/dashboard/admin/users/${donorId}/view`}>{t("payment.account")}</Link> },
    pledgeId && { label: t("column.reference"), value: <Link to={`${path}/pledges/${pledgeId}`}>{t("payment.pledgeLink")}</Link> },
    payment.membershipId && {
      label: t("payment.membership"),
      value: <Link to={`/dashboard/admin/memberships/${payment.membershipId}`}>{t("payment.membershipLink")}</Link>,
    },
    (chequeNumber || chequeBank) && { label: t("method.cheque"), value: [chequeNumber, chequeBank].filter(Boolean).join(", ") },
    depositId && { label: t("column.deposit"), value: <Link to={`${path}/cheques/${depositId}`}>{payment.deposit}</Link> },
    payment.helloasso && { label: t("payment.helloasso"), value: payment.helloasso.reference },
    payment.helloasso?.receipted && {
      label: t("payment.receiptElsewhere"),
      value: payment.helloasso.receiptNumber ?? t("payment.receiptUnnumbered"),
    },
    payment.receipt && {
      label: t("payment.receipt"),
      value: <Link to={`/dashboard/admin/fiscal-receipts/${payment.receipt.id}`}>{payment.receipt.number}</Link>,
    },
    payment.statementId && {
      label: t("payment.statement"),
      value: <Link to={`${path}/statements/${payment.statementId}`}>{t("payment.statementLink")}</Link>,
    },
    payment.replaces && {
      label: t("payment.replaces"),
      value: <Link to={`${path}/${payment.replaces}`}>{t("payment.replacesLink")}</Link>,
    },
    refundOf && { label: t("column.state"), value: <Link to={`${path}/${refundOf}`}>{t("payment.origin")}</Link> },
    payment.reason && { label: t("payment.reason"), value: payment.reason },
    payment.refundedCents > 0 && { label: t("payment.left"), value: formatEuros(locale, payment.signedCents - payment.refundedCents) },
    {
      label: t("payment.recorded"),
      value: (
        <>
          <LocalDate value={payment.recordedAt} style="time" />{" "}
          {payment.recordedBy ? t("payment.by", { name: payment.recordedBy }) : t("payment.taken")}
        </>
      ),
    },
    payment.parts.length > 0 && {
      label: t("payment.split"),
      value: payment.parts.map(({ id, name, signedCents }) => (
        <Link key={id} to={`${path}/${id}`} className="block">
          {name}, {formatEuros(locale, signedCents)}
        </Link>
      )),
    },
  ];
  return (
    <section className="panel">
      <Facts facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
    </section>
  );
}
