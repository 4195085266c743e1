import { useTranslation } from "react-i18next";
import type { SectorMerge } from "#contract/charity/sectors";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

const sectors = "/dashboard/admin/sectors";

/** Whether a sector can be closed, the obstacles, and the alternative: a merge. */
export function ClosingPanel({ data: { id, status, mergedInto, held } }: { data: SectorMerge }) {
  const { t } = useTranslation("content");
  if (mergedInto)
    return (
      <Panel title={t("closing.merged")}>
        <p>
          {t("closing.mergedText")} <Link to={`${sectors}/${mergedInto.id}/edit`}>{mergedInto.name}</Link>
        </p>
      </Panel>
    );
  const facts = (["people", "events", "sectors"] as const)
    .filter((one) => held[one] > 0)
    .map((one) => ({ label: t(`closing.${one}`), value: held[one] }));
  return (
    <Panel title={t("closing.title")}>
      <div className="grid gap-4">
        <p className="max-w-prose">{t(facts.length > 0 ? "closing.held" : status === "archived" ? "closing.closed" : "closing.free")}</p>
        {facts.length > 0 && <Facts facts={facts} />}
        <p className="actions">
          <ButtonLink variant="line" to={`${sectors}/${id}/merge`}>
            {t("closing.merge")}
          </ButtonLink>
        </p>
      </div>
    </Panel>
  );
}
