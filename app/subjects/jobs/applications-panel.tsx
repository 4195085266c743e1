import { useTranslation } from "react-i18next";
import { Panel } from "~/ui/panel";

type Props = { data: { id: string; all: number; waiting: number } };

/** How many have applied for an opening, and how many wait for an answer. */
export function ApplicationsPanel({ data: { id, all, waiting } }: Props) {
  const { t } = useTranslation("content");
  const link = { to: `/dashboard/admin/jobs/applications?jobId=${id}`, label: t("jobApplications.see") };
  return (
    <Panel title={t("jobApplications.title")} link={all > 0 ? link : undefined}>
      <p className={all > 0 ? undefined : "muted"}>
        {all > 0
          ? `${t("jobApplications.all", { count: all })} ${t("jobApplications.waiting", { count: waiting })}`
          : t("jobApplications.none")}
      </p>
    </Panel>
  );
}
