import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { ImportNumbers } from "./import-numbers";
import { ImportStep } from "./import-step";
import type { StepProps } from "./import-steps";
import { LeftLines, Lines } from "./lines";

/** The report of the import, with its undoing. */
export function DoneStep({ path, id, created, counts, waiting, task, undoTask, undoUntil, undone, lines }: StepProps<"done">) {
  const { t } = useTranslation("content");
  const underWay = undoTask ?? task;
  return (
    <ImportStep step={4} title={t(waiting > 0 ? "import.done.underWay" : "import.done.title")}>
      <div role="status" className="grid gap-2">
        <ImportNumbers counts={counts} verb="are" />
        {waiting > 0 && <p>{t("import.done.waiting", { count: waiting })}</p>}
        {undone && (
          <p>
            <b>{t("import.undo.done", { count: undone.done })}</b> {undone.left > 0 && t("import.undo.left", { count: undone.left })}
          </p>
        )}
      </div>
      {underWay && (
        <p>
          <Link to={`/account/tasks/${underWay}`}>{t("import.done.task")}</Link>
        </p>
      )}
      <LeftLines lines={lines.left} />
      <Lines path={path} sheet={id} counts={counts} lines={lines} />
      <div className="actions">
        <ButtonLink to={`${path}${created}`}>{t("import.done.see")}</ButtonLink>
        <ButtonLink variant="line" to={`${path}/import`}>
          {t("import.done.again")}
        </ButtonLink>
      </div>
      {undoUntil && counts.created + counts.changed > 0 && (
        <Form className="grid gap-3 border-t border-line pt-4">
          <h3 className="font-bold">{t("import.undo.title")}</h3>
          <p>
            {t("import.undo.text")} {t("import.undo.until")} <LocalDate value={undoUntil} style="time" />.
          </p>
          <input type="hidden" name="intent" value="undo" />
          <div>
            <Submit variant="line">{t("import.undo.submit")}</Submit>
          </div>
        </Form>
      )}
    </ImportStep>
  );
}
