import { useTranslation } from "react-i18next";
import type { WorkQueues } from "#contract/charity/work-queues";
import { pathOf } from "~/layouts/office/navigation";
import type { ToolFamily } from "~/layouts/office/tools";
import { Marked } from "~/search/marked";
import { markWordStarts } from "~/search/word-starts";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import type { ToolRow } from "./tool-search";

type Props = { family: ToolFamily; tools: ToolRow[]; queues: WorkQueues["queues"]; typed: string };

/** The tools of one family, each with what it is for, and a number only where something waits. */
export function ToolFamilySection({ family, tools: rows, queues, typed }: Props) {
  const { t } = useTranslation("dashboard");
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-3 lg:grid-cols-[11rem_1fr]" aria-labelledby={`tools-${family}`}>
      <div>
        <h2 id={`tools-${family}`} className="panel-title">
          {t(`tools.family.${family}`)}
        </h2>
        <p className="muted text-sm">{t(`tools.familyAbout.${family}`)}</p>
      </div>
      <ul className="tool-grid">
        {rows.map((row) => (
          <ToolLink key={row.name} row={row} queues={queues} typed={typed} />
        ))}
      </ul>
    </section>
  );
}

type LinkProps = Pick<Props, "queues" | "typed"> & { row: ToolRow };

function ToolLink({ row: { label, about, ...tool }, queues, typed }: LinkProps) {
  const { locale } = usePage();
  const { t } = useTranslation("dashboard");
  const waiting = tool.queue && queues[tool.queue];
  return (
    <li>
      <Link to={pathOf(tool, queues)}>
        <Icon of={tool.icon} className="size-6 shrink-0" />
        <span className="min-w-0 flex-1">
          <strong className="block">
            <Marked text={markWordStarts(label, typed)} locale={locale} />
          </strong>
          <small className="muted">
            <Marked text={markWordStarts(about, typed)} locale={locale} />
          </small>
        </span>
        {!!waiting?.count && (
          <strong className={waiting.late > 0 ? "text-danger" : undefined}>{t("tools.waiting", { count: waiting.count })}</strong>
        )}
      </Link>
    </li>
  );
}
