import { Check, Clock, type IconNode, Square, TriangleAlert, X } from "lucide";
import { useTranslation } from "react-i18next";
import { isUnderWay, type TaskState } from "#contract/accounts/tasks";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { useNow } from "~/ui/now";
import { FileLinks } from "./file-links";
import { minutesLeft, type ShownTask } from "./shown-task";

/** Tasks, the latest first, each with its state, its numbers, and the file that can be fetched. */
export function TaskRows({ tasks }: { tasks: ShownTask[] }) {
  return (
    <ul className="task-rows">
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} />
      ))}
    </ul>
  );
}

function TaskRow({ task }: { task: ShownTask }) {
  const { id, title, state, handled, total } = task;
  return (
    <li>
      <span className="task-ring" data-state={state} aria-hidden="true">
        <Icon of={icons[state]} />
      </span>
      <div className="grid min-w-0 gap-1">
        <Link to={`/account/tasks/${id}`} className="row-title -my-1 py-1 font-semibold wrap-anywhere">
          {title}
        </Link>
        <TaskFacts task={task} />
        {state === "running" && <progress className="task-bar" value={handled} max={total || 1} aria-label={title} />}
        {task.file && (
          <p className="actions mt-1">
            <FileLinks task={task} small />
          </p>
        )}
      </div>
    </li>
  );
}

function TaskFacts({ task }: { task: ShownTask }) {
  const { t } = useTranslation("tasks");
  const { handled, total, exceptions, file, createdAt, finishedAt } = task;
  const state = task.state === "cancelled" && task.reason ? "stopped" : task.state;
  const now = useNow();
  const minutes = isUnderWay(task) ? minutesLeft(task, now) : null;
  return (
    <span className="muted block text-sm">
      {t(`state.${state}`)}
      {", "}
      {file ? (
        <>
          {t("file.goes")} <LocalDate value={file.until} style="time" />
        </>
      ) : (
        <>
          <LocalDate value={finishedAt ?? createdAt} style="time" />
          {total > 0 || !isUnderWay(task) ? `, ${t("handledOf", { count: handled, total })}` : state === "running" && `, ${t("counting")}`}
          {minutes !== null && `, ${t("minutesMore", { count: minutes })}`}
        </>
      )}
      {exceptions > 0 && `, ${t("exceptions", { count: exceptions })}`}
    </span>
  );
}

const icons: Record<TaskState, IconNode> = {
  waiting: Clock,
  running: Clock,
  done: Check,
  cancelled: Square,
  failed: TriangleAlert,
  stopped: X,
};
