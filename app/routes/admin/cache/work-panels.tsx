import { useTranslation } from "react-i18next";
import type { Health } from "#contract/api/operations";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";

const counts = ["waiting", "done", "failed"] as const;

export function JobsPanel({ jobs }: { jobs: Health["jobs"] }) {
  const { t } = useTranslation("cache");
  if (jobs.length === 0)
    return (
      <Panel title={t("jobs.title")}>
        <p>{t("jobs.none")}</p>
      </Panel>
    );
  return (
    <Panel title={t("jobs.title")}>
      <table className="list-table">
        <caption className="sr-only">{t("jobs.caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("jobs.name")}</th>
            {counts.map((count) => (
              <th key={count} scope="col" className="text-right">
                {t(`jobs.${count}`)}
              </th>
            ))}
            <th scope="col">{t("jobs.last")}</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={job.name}>
              <td className="font-semibold">{t(`jobs.names.${job.name}` as "jobs.names.purge", { defaultValue: job.name })}</td>
              {counts.map((count) => (
                <td key={count} data-label={t(`jobs.${count}`)} className="text-right tabular-nums">
                  {job[count]}
                </td>
              ))}
              <td data-label={t("jobs.last")}>{job.lastDoneAt ? <LocalDate value={job.lastDoneAt} style="time" /> : t("jobs.never")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

type Services = { push: boolean; reports: boolean };

/** Waiting mails, and the external services in use. */
export function ServicesPanel({ mails, services }: { mails: Health["mails"]; services: Services }) {
  const { t } = useTranslation("cache");
  const facts = [
    { label: t("services.mailsWaiting"), value: mails.waiting },
    { label: t("services.mailsFailed"), value: mails.failed },
    {
      label: t("services.oldestMail"),
      value: mails.oldestWaitingAt ? <LocalDate value={mails.oldestWaitingAt} style="time" /> : t("services.none"),
    },
    { label: t("services.push"), value: t(services.push ? "services.on" : "services.off") },
    { label: t("services.reports"), value: t(services.reports ? "services.on" : "services.off") },
  ];
  return (
    <Panel title={t("services.title")}>
      <Facts facts={facts} className="grid gap-3" />
    </Panel>
  );
}
