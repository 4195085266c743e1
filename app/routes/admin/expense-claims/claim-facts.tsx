import { useTranslation } from "react-i18next";
import type { StaffClaimRow } from "#contract/charity/expense-claims";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { pathIn } from "~/i18n/locale-of-path";
import { useTranslate } from "~/i18n/use-translate";
import { claimText } from "~/subjects/expenses/claim-text";
import { type Fact, Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";

/** What was spent, its proof, the waiver, and what became of it. */
export function ClaimFacts({ claim }: { claim: StaffClaimRow }) {
  const { t } = useTranslation("expenses");
  const translate = useTranslate();
  const { locale } = usePage();
  const { documentId, sector, decider, decidedAt, declineReason, receipt } = claim;
  const day = (instant: string) => writtenDay(locale, franceDay(new Date(instant)));
  const facts: (Fact | false | null | "")[] = [
    { label: t("column.name"), value: <Link to={`/dashboard/admin/users/${claim.userId}/view`}>{claim.name}</Link> },
    { label: t("column.spentOn"), value: writtenDay(locale, claim.spentOn) },
    { label: t("column.what"), value: claimText(claim, translate, locale) },
    { label: t("column.reason"), value: claim.reason },
    sector !== null && { label: t("column.sector"), value: sector },
    {
      label: t("column.proof"),
      value: documentId ? (
        <a href={pathIn(locale, `/dashboard/admin/files/${documentId}`)} download>
          {t("record.proof")}
        </a>
      ) : (
        t(claim.kind === "cost" ? "record.erasedProof" : "record.noProof")
      ),
    },
    {
      label: t("column.waivedAt"),
      value: (
        <>
          {t("record.waiver", { sentence: claim.waiver })} <span className="muted">{day(claim.waivedAt)}</span>
        </>
      ),
    },
    decider !== null &&
      decidedAt !== null && {
        label: t("column.decider"),
        value: t("record.by", { name: decider, day: day(decidedAt) }),
      },
    declineReason !== null && { label: t("record.why"), value: declineReason },
    receipt && { label: t("column.receipt"), value: <Link to={`/dashboard/admin/fiscal-receipts/${receipt.id}`}>{receipt.number}</Link> },
  ];
  return (
    <section className="panel">
      <Facts facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
    </section>
  );
}
