import { useTranslation } from "react-i18next";
import { type Question, QuestionLink, QuestionPanel } from "~/forms/confirm-question";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { ImportNumbers } from "./import-numbers";
import { ImportStep } from "./import-step";
import type { StepProps } from "./import-steps";
import { LeftLines, Lines } from "./lines";

/** The report of the import, with its undoing, which is asked for first. */
export function DoneStep(props: StepProps<"done">) {
  const { path, list, id, created, counts, cents, waiting, underWay, task, undoTask, undoUntil, undone, lines, asks } = props;
  const { t } = useTranslation("content");
  const report = `${path}/import?sheet=${id}`;
  const toUndo = undone ? undone.rest : counts.created + counts.changed;
  const question = useQuestion(report, toUndo);
  const canUndo = undoUntil && toUndo > 0;
  if (asks && canUndo) return <QuestionPanel question={question} back={report} />;
  const followed = undoTask ?? task;
  return (
    <ImportStep step={4} title={t(titleOf(props))}>
      <div role="status" className="grid gap-2">
        <ImportNumbers counts={counts} cents={cents} verb="are" />
        {waiting > 0 && <p>{t(underWay ? "import.done.waiting" : "import.done.notImported", { count: waiting })}</p>}
        {undone && (
          <p>
            <b>{t("import.undo.done", { count: undone.done })}</b> {undone.left > 0 && t("import.undo.left", { count: undone.left })}{" "}
            {undone.rest > 0 && t("import.undo.rest", { count: undone.rest })}
          </p>
        )}
      </div>
      {followed && (
        <p>
          <Link to={`/account/tasks/${followed}`}>{t("import.done.task")}</Link>
        </p>
      )}
      <LeftLines lines={lines.left} />
      <Lines path={path} sheet={id} counts={counts} lines={lines} />
      <div className="actions">
        <ButtonLink to={`${list}${created}`}>{t("import.done.see")}</ButtonLink>
        <ButtonLink variant="line" to={`${path}/import`}>
          {t("import.done.again")}
        </ButtonLink>
      </div>
      {canUndo && (
        <div className="grid gap-3 border-t border-line pt-4">
          <h3 className="font-bold">{t("import.undo.title")}</h3>
          <p>
            {t("import.undo.text")} {t("import.undo.until")} <LocalDate value={undoUntil} style="time" />.
          </p>
          <div>
            <QuestionLink dialog="undo" to={`${report}&ask=undo`} variant="danger" question={question}>
              {t("import.undo.submit")}
            </QuestionLink>
          </div>
        </div>
      )}
    </ImportStep>
  );
}

function titleOf({ underWay, undoTask, waiting }: StepProps<"done">) {
  if (underWay) return undoTask ? "import.undo.underWay" : "import.done.underWay";
  return waiting > 0 ? "import.done.stopped" : "import.done.title";
}

function useQuestion(action: string, count: number): Question {
  const { t } = useTranslation("content");
  const texts = {
    title: t("import.undo.ask", { count }),
    text: t("import.undo.text"),
    confirm: t("import.undo.submit"),
    keep: t("import.undo.keep"),
  };
  return { ...texts, action, name: "intent", value: "undo" };
}
