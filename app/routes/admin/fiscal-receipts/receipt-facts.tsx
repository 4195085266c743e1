import { useTranslation } from "react-i18next";
import { countryName, homeCountry } from "#contract/formats/country-names";
import type { ReceiptRecord } from "#contract/giving/fiscal-receipts";
import { type Fact, Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { periodOf, receiptsPath } from "./list-parts";

/** Who gave, for which period, who issued the receipt, and what became of it. */
export function ReceiptFacts({ receipt }: { receipt: ReceiptRecord }) {
  const { t } = useTranslation("receipts");
  const payments = useTranslation("payments").t;
  const { locale } = usePage();
  const { donor, donorId, email, replaces, replacedBy, cancelledAt, cancelReason, sentAt, sha256 } = receipt;
  const by = (name: string | null) => (name ? t("receipt.by", { name }) : t("receipt.automatic"));
  const other = ({ id, number }: { id: string; number: string }) => <Link to={`${receiptsPath}/${id}`}>{number}</Link>;
  const facts: (Fact | false | null | undefined | "")[] = [
    { label: t("receipt.donor"), value: donor ? [donor.company, donor.name].filter(Boolean).join(", ") : t("erased") },
    donor && {
      label: t("receipt.postal"),
      value: [donor.street, `${donor.postcode} ${donor.city}`.trim(), donor.country !== homeCountry && countryName(locale, donor.country)]
        .filter(Boolean)
        .join(", "),
    },
    donor?.siren && { label: t("receipt.siren"), value: donor.siren },
    email && { label: t("receipt.email"), value: <a href={`mailto:${email}`}>{email}</a> },
    donorId && {
      label: t("receipt.accountLabel"),
      value: <Link to={`/dashboard/admin/users/${donorId}/view`}>{t("receipt.account")}</Link>,
    },
    { label: t("receipt.period"), value: periodOf(receipt, t, locale) },
    {
      label: t("receipt.methods"),
      value: receipt.methods.map((method) => payments(`method.${method}`)).join(", ") || t("receipt.noMeans"),
    },
    { label: t("receipt.form"), value: receipt.form },
    { label: t("receipt.article"), value: receipt.article === "200" ? "200" : "238 bis" },
    {
      label: t("receipt.issued"),
      value: (
        <>
          <LocalDate value={receipt.issuedAt} style="time" /> {by(receipt.issuedBy)}
        </>
      ),
    },
    { label: t("receipt.sent"), value: sentAt ? <LocalDate value={sentAt} style="time" /> : t("receipt.notSent") },
    replaces && { label: t("receipt.replaces"), value: other(replaces) },
    cancelledAt && {
      label: t("receipt.cancelled"),
      value: (
        <>
          <LocalDate value={cancelledAt} style="time" /> {by(receipt.cancelledBy)}
        </>
      ),
    },
    cancelReason && { label: t("receipt.reason"), value: cancelReason },
    replacedBy && { label: t("receipt.replacedBy"), value: other(replacedBy) },
    sha256 && { label: t("receipt.hash"), value: <code className="text-sm">{sha256}</code> },
  ];
  return (
    <section className="panel">
      <Facts facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
    </section>
  );
}
