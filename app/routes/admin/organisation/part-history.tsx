import { useTranslation } from "react-i18next";
import type { OrganisationPartRecord } from "#contract/charity/organisation";
import { PartFacts } from "~/subjects/organisation/part-facts";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** Earlier and coming versions of a part. */
export function PartHistory({ history }: Pick<OrganisationPartRecord, "history">) {
  const { t } = useTranslation("organisation");
  const { locale } = usePage();
  return (
    <Panel title={t("history")}>
      <ol className="grid gap-5">
        {history.map(({ number, from, at, by, facts }) => (
          <li key={number} className="grid gap-2">
            <p className="font-semibold">
              {t("since", { from: formatDate(locale, from, "full") })}
              <span className="muted font-normal">
                {" · "}
                {by ? t("savedBy", { at: formatDate(locale, at, "full"), by }) : t("saved", { at: formatDate(locale, at, "full") })}
              </span>
            </p>
            <PartFacts facts={facts} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
