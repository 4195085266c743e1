import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import { isUnderWay } from "#contract/accounts/tasks";
import { pathIn } from "~/i18n/locale-of-path";
import type { ShownTask } from "~/subjects/tasks/shown-task";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** Where the work can be read again: line by line, in the log, and in its list. `log` is the address of the log, null for those who may not read it. */
export function Trace({ task, log }: { task: ShownTask; log: string | null }) {
  const { t } = useTranslation("tasks");
  const { locale } = usePage();
  const { id, list, makesFile, total } = task;
  const button = "btn btn-line btn-small";
  return (
    <Panel title={t("trace.title")}>
      <ul className="rows">
        {!makesFile && !isUnderWay(task) && (
          <li>
            <TraceText title={t("trace.items")} text={t("trace.itemsMeans", { count: total })} />
            <a className={button} href={pathIn(locale, `/account/tasks/${id}/result.csv`)} download>
              <Icon of={Download} />
              {t("trace.file")}
            </a>
          </li>
        )}
        {log && (
          <li>
            <TraceText title={t("trace.log")} text={t(makesFile ? "trace.logOfFile" : "trace.logMeans")} />
            <Link className={button} to={log}>
              {t("trace.open")} <span className="sr-only">{t("trace.log")}</span>
            </Link>
          </li>
        )}
        {list && (
          <li>
            <TraceText title={list.label} text={t("trace.list")} />
            <Link className={button} to={list.to}>
              {t("trace.open")} <span className="sr-only">{list.label}</span>
            </Link>
          </li>
        )}
      </ul>
    </Panel>
  );
}

function TraceText({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-48 grow">
      <span className="font-semibold">{title}</span>
      <span className="muted block text-sm">{text}</span>
    </div>
  );
}
