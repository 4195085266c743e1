import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { ButtonLink } from "~/ui/button";
import type { ShownReport } from "./import-pages.server";
import { ImportStep } from "./import-step";
import { RefusedLines } from "./refused-lines";

type Props = {
  report: ShownReport;
  /** The link back to the columns. */
  back: string;
};

/** The result of the dry run; nothing is written before the button is pressed. */
export function CheckStep({ report, back }: Props) {
  const { t } = useTranslation("content");
  const { created, refused } = report;
  return (
    <ImportStep step={3} title={t("import.check.title")}>
      <p role="status">
        <b>{t("import.created", { count: created })}.</b> {t("import.check.text")}
      </p>
      <RefusedLines report={report} />
      {created > 0 && refused > 0 && <p>{t("import.check.left")}</p>}
      <Form className="actions">
        {created > 0 && <Submit>{t("import.check.submit", { count: created })}</Submit>}
        <ButtonLink variant="line" to={back}>
          {t("import.check.change")}
        </ButtonLink>
      </Form>
    </ImportStep>
  );
}
