import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";

/** Where the public figures of a team come from, and the way to change that. An activity has none of its own. */
export function CountingPanel({ data }: { data: { id: string } | null }) {
  const { t } = useTranslation("content");
  if (!data) return null;
  const { id } = data;
  return (
    <Panel title={t("counting.title")}>
      <div className="grid gap-4">
        <p className="max-w-prose">{t("counting.about")}</p>
        <p className="actions">
          <ButtonLink variant="line" to={`/dashboard/admin/sectors/${id}/counting`}>
            {t("counting.change")}
          </ButtonLink>
          <ButtonLink variant="line" to={`/dashboard/admin/sectors/${id}/records`}>
            {t("counting.records")}
          </ButtonLink>
        </p>
      </div>
    </Panel>
  );
}
