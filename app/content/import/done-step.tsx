import { useTranslation } from "react-i18next";
import type { ContentName } from "#contract/publishing/content-names";
import { ButtonLink } from "~/ui/button";
import type { ShownReport } from "./import-pages.server";
import { ImportStep } from "./import-step";
import { RefusedLines } from "./refused-lines";

/** The report of the import. */
export function DoneStep({ name, report }: { name: ContentName; report: ShownReport }) {
  const { t } = useTranslation("content");
  const list = `/dashboard/admin/${name}`;
  return (
    <ImportStep step={4} title={t("import.done.title")}>
      <p role="status">
        <b>{t("import.done.created", { count: report.created })}</b>
      </p>
      <RefusedLines report={report} />
      <div className="actions">
        <ButtonLink to={`${list}?status=draft`}>{t("import.done.see")}</ButtonLink>
        <ButtonLink variant="line" to={`${list}/import`}>
          {t("import.done.again")}
        </ButtonLink>
      </div>
    </ImportStep>
  );
}
