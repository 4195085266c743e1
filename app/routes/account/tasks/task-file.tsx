import { useTranslation } from "react-i18next";
import { maxWorkbookRows } from "#contract/accounts/exports";
import type { Task } from "#contract/accounts/tasks";
import { pathIn } from "~/i18n/locale-of-path";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

type Props = { file: NonNullable<Task["file"]>; task: string; rows: number };

/** The file that a task made, in the formats that hold so many rows. */
export function TaskFile({ file: { address, until }, task, rows }: Props) {
  const { t } = useTranslation("tasks");
  const { locale } = usePage();
  const [path = "", search = ""] = address.split("?");
  const query = new URLSearchParams(search);
  query.set("task", task);
  const kinds = rows > maxWorkbookRows ? (["csv"] as const) : (["csv", "xlsx"] as const);
  return (
    <Panel title={t("file.title")}>
      <p className="actions">
        {kinds.map((kind) => (
          <a key={kind} className="btn" href={`${pathIn(locale, `${path}.${kind}`)}?${query}`} download>
            {t(`file.${kind}`)}
          </a>
        ))}
      </p>
      <p className="muted mt-3 text-sm">
        {t("file.until")} <LocalDate value={until} style="time" />
        {rows > maxWorkbookRows && `. ${t("file.tooLongForWorkbook", { count: maxWorkbookRows })}`}
      </p>
    </Panel>
  );
}
