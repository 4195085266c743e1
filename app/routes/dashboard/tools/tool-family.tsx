import { useTranslation } from "react-i18next";
import type { WorkQueues } from "#contract/charity/work-queues";
import { type ToolFamily, tools } from "~/layouts/office/tools";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import type { ToolRow } from "./tool-search";

type Props = { family: ToolFamily; tools: ToolRow[]; queues: WorkQueues["queues"] };

/** The tools of one family, each with what it is for, and a number only where something waits. */
export function ToolFamilySection({ family, tools: rows, queues }: Props) {
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
          <ToolLink key={row.name} row={row} queues={queues} />
        ))}
      </ul>
    </section>
  );
}

function ToolLink({ row: { name, label, about }, queues }: { row: ToolRow; queues: WorkQueues["queues"] }) {
  const { t } = useTranslation("dashboard");
  const tool = tools.find((one) => one.name === name);
  if (!tool) return null;
  const waiting = tool.queue && queues[tool.queue];
  return (
    <li>
      <Link to={tool.to}>
        <Icon of={tool.icon} className="size-6 shrink-0" />
        <span className="min-w-0 flex-1">
          <strong className="block">{label}</strong>
          <small className="muted">{about}</small>
        </span>
        {!!waiting?.count && (
          <strong className={waiting.late > 0 ? "text-danger" : undefined}>{t("tools.waiting", { count: waiting.count })}</strong>
        )}
      </Link>
    </li>
  );
}
