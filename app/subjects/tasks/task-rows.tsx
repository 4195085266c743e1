import { Check, Clock, type IconNode, LoaderCircle, OctagonX, Square, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import type { TaskState } from "#contract/accounts/tasks";
import { Badge, type BadgeMeaning } from "~/ui/badge";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import type { ShownTask } from "./shown-task";

/** Tasks, the latest first, each with its state and its numbers. */
export function TaskRows({ tasks }: { tasks: ShownTask[] }) {
  return (
    <ul className="rows">
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} />
      ))}
    </ul>
  );
}

function TaskRow({ task }: { task: ShownTask }) {
  const { t } = useTranslation("tasks");
  const { id, title, state, done, total, leftOut, failed, createdAt } = task;
  const left = leftOut + failed;
  return (
    <li>
      <div className="min-w-48 grow">
        <Link to={`/account/tasks/${id}`} className="font-semibold wrap-anywhere">
          {title}
        </Link>
        <span className="muted block text-sm">
          <LocalDate value={createdAt} style="time" />
          {", "}
          {t("doneOf", { count: done, total })}
          {left > 0 && `, ${t("exceptions", { count: left })}`}
        </span>
      </div>
      <TaskBadge state={state} />
    </li>
  );
}

const badges: Record<TaskState, { meaning: BadgeMeaning; icon: IconNode }> = {
  waiting: { meaning: "warning", icon: Clock },
  running: { meaning: "information", icon: LoaderCircle },
  done: { meaning: "success", icon: Check },
  cancelled: { meaning: "plain", icon: Square },
  failed: { meaning: "danger", icon: TriangleAlert },
  stopped: { meaning: "danger", icon: OctagonX },
};

export function TaskBadge({ state }: { state: TaskState }) {
  const { t } = useTranslation("tasks");
  return <Badge {...badges[state]}>{t(`state.${state}`)}</Badge>;
}
