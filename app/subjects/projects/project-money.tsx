import { useTranslation } from "react-i18next";
import type { ProjectFollow } from "#contract/charity/projects";
import { formatEuros } from "#contract/giving/money";
import { ShareBar } from "~/ui/chart/share-bar";
import { type Fact, Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";

type Props = { project: Pick<ProjectFollow, "id" | "budgetEuros" | "received" | "promised"> };

const path = "/dashboard/admin/donations";

/** The gifts allocated to a project, beside its budget; each sum links to its gifts. */
export function ProjectMoney({ project: { id, budgetEuros, received, promised } }: Props) {
  const { t } = useTranslation("content");
  const { locale } = usePage();
  const euros = (cents: number) => formatEuros(locale, cents);
  const factOf = (status: "received" | "promised", { cents, gifts }: ProjectFollow["received"]): Fact => ({
    label: t(`projectFollow.${status}`),
    value: (
      <>
        {euros(cents)}
        {gifts > 0 && (
          <Link
            to={status === "received" ? `${path}?projectId=${id}` : `${path}/pledges?projectId=${id}&status=promised`}
            className="ml-3 inline-block py-1"
          >
            {t("projectFollow.gifts", { count: gifts })}
          </Link>
        )}
      </>
    ),
  });
  return (
    <section className="grid content-start gap-3">
      <h3 className="font-bold">{t("projectFollow.money")}</h3>
      {budgetEuros ? (
        <div className="grid gap-1.5">
          <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
            {t("projectFollow.ofBudget")}
            <span className="muted tabular-nums">
              {t("projectFollow.sum", { received: euros(received.cents), budget: euros(budgetEuros * 100) })}
            </span>
          </p>
          <ShareBar
            whole={budgetEuros * 100}
            parts={[
              { name: t("projectFollow.received"), value: received.cents },
              { name: t("projectFollow.promised"), value: promised.cents },
            ]}
          />
        </div>
      ) : (
        <p className="muted">{t("projectFollow.noBudget")}</p>
      )}
      <Facts facts={[factOf("received", received), factOf("promised", promised)]} />
      {received.gifts + promised.gifts > 0 && <p className="hint">{t("projectFollow.monthly")}</p>}
    </section>
  );
}
