import { useTranslation } from "react-i18next";
import { FileButtons } from "~/ui/file-buttons";
import { Link } from "~/ui/link";
import type { MenuTasks } from "./office-layout";

/** The latest tasks of the person that are under way, and those whose files can be fetched. */
export function TasksPanel({ tasks: { latest, files } }: { tasks: NonNullable<MenuTasks> }) {
  const { t } = useTranslation("dashboard");
  if (latest.length + files.length === 0) return null;
  return (
    <ul className="grid gap-2 px-3 pb-2 text-sm">
      {latest.map(({ id, title, handled, total }) => (
        <li key={id}>
          <Link to={`/account/tasks/${id}`} className="wrap-anywhere">
            {title}
          </Link>
          {total > 0 && <span className="muted block">{t("user.taskOf", { count: handled, total })}</span>}
        </li>
      ))}
      {files.map((task) => (
        <li key={task.id}>
          <Link to={`/account/tasks/${task.id}`} className="wrap-anywhere">
            {task.title}
          </Link>
          <span className="actions mt-1">
            <FileButtons task={task} variant="line" small labelOf={(kind) => t("user.taskFile", { kind, title: task.title })} />
          </span>
        </li>
      ))}
    </ul>
  );
}
