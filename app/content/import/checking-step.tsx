import { useTranslation } from "react-i18next";
import { useRefreshFor } from "~/subjects/tasks/shown-task";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";
import { Progress } from "~/ui/progress";
import { ImportStep } from "./import-step";
import type { StepProps } from "./import-steps";

/** The dry run of a long file, while it goes on. */
export function CheckingStep({ path, id, file, count, rows, task }: StepProps<"checking">) {
  const { t } = useTranslation("content");
  const { locale } = usePage();
  useRefreshFor([{ state: "running" }]);
  const text = t("import.checking.of", { rows: formatNumber(locale, rows), count });
  return (
    <ImportStep step={3} title={t("import.check.title")}>
      <Progress label={file} value={rows} max={count} text={text} />
      <p>{t("import.checking.text")}</p>
      <p>
        <Link to={`/account/tasks/${task}`}>{t("import.done.task")}</Link>
      </p>
      <div className="actions">
        <ButtonLink to={`${path}/import?sheet=${id}`}>{t("import.checking.reload")}</ButtonLink>
        <ButtonLink variant="line" to={`${path}/import?sheet=${id}&columns=1`}>
          {t("import.check.change")}
        </ButtonLink>
      </div>
    </ImportStep>
  );
}
