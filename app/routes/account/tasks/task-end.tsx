import { Check, type IconNode, Square, TriangleAlert, X } from "lucide";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { TaskState } from "#contract/accounts/tasks";
import { FileLinks } from "~/subjects/tasks/file-links";
import type { ShownTask } from "~/subjects/tasks/shown-task";
import { Icon } from "~/ui/icon";
import { LocalDate } from "~/ui/local-date";

const icons: Partial<Record<TaskState, IconNode>> = { done: Check, cancelled: Square, failed: TriangleAlert };

/** The end of a task: its result in one sentence, and what can be done about it. */
export function TaskEnd({ task, children }: { task: ShownTask; children?: ReactNode }) {
  const { t } = useTranslation("tasks");
  const { state, result, reason, total, handled, exceptions, file, makesFile } = task;
  // Somebody else's stop has a reason.
  const ended = state === "cancelled" && reason ? "stopped" : state;
  return (
    <section className="task-end" data-state={state} role="status">
      <span className="task-ring" aria-hidden="true">
        <Icon of={icons[state] ?? X} />
      </span>
      <div>
        <h2>{state === "done" ? result : t("endedAt", { handled, count: total, state: t(`state.${ended}`) })}</h2>
        <p className="mt-1.5">
          {reason}
          {reason && state === "cancelled" && " "}
          {state === "cancelled" && t("cancelledMeans")}
          {state === "done" && t(exceptions > 0 ? "someLeft" : makesFile ? "wholeFile" : "noneLeft", { count: exceptions })}
          {file && (
            <>
              {" "}
              {t("file.until")} <LocalDate value={file.until} style="time" />
              {"."}
            </>
          )}
          {state === "done" && makesFile && !file && ` ${t("file.gone")}`}
        </p>
      </div>
      <div className="actions">
        <FileLinks task={task} variant="white" />
        {children}
      </div>
    </section>
  );
}
