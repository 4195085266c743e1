import { useTranslation } from "react-i18next";
import type { RetentionRun } from "#contract/law/retention";
import { Form, Submit } from "~/forms/form";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";
import { RunCounts } from "./run-counts";

/** The results of the nightly runs, and a dry run. */
export function RunsPanel({ runs }: { runs: RetentionRun[] }) {
  const { t } = useTranslation("privacy");
  return (
    <Panel title={t("runs.title")}>
      <p className="muted mb-4">{t("runs.lead")}</p>
      <Form>
        <Submit variant="line">{t("runs.dryRun")}</Submit>
      </Form>
      {runs.length > 0 && (
        <ul className="rows mt-5">
          {runs.map(({ id, at, dryRun, counts }) => (
            <li key={id}>
              <strong className="min-w-48">
                <LocalDate value={at} style="time" /> ({t(dryRun ? "runs.dry" : "runs.real")})
              </strong>
              <span className="grow">
                <RunCounts counts={counts} named />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
