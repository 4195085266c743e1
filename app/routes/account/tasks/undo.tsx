import { Undo2 } from "lucide";
import { useTranslation } from "react-i18next";
import type { TaskUndo } from "#contract/accounts/tasks";
import { Form, Submit } from "~/forms/form";
import { Icon } from "~/ui/icon";
import { LocalDate } from "~/ui/local-date";

/** Takes a task back, or what of it can still be. */
export function UndoButton({ undo: { rows }, done }: { undo: TaskUndo; done: number }) {
  const { t } = useTranslation("tasks");
  return (
    <Form>
      <Submit name="intent" value="undo" variant="white">
        {rows === done ? t("undo.all") : t("undo.some", { count: rows })}
      </Submit>
    </Form>
  );
}

/** Until when a task can be taken back, and what that leaves as it is. */
export function UndoNote({ undo: { way, until } }: { undo: TaskUndo }) {
  const { t } = useTranslation("tasks");
  return (
    <div className="task-note">
      <Icon of={Undo2} />
      <p>
        <strong>
          {t("undo.until")} <LocalDate value={until} style="time" />
          {"."}
        </strong>{" "}
        {t(`undo.means.${way}`)}
      </p>
    </div>
  );
}
