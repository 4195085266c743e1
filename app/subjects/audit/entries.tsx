import { useTranslation } from "react-i18next";
import { useTranslate } from "~/i18n/use-translate";
import { LocalDate } from "~/ui/local-date";
import { AuditChanges } from "./changes";
import { actionLabel } from "./labels";
import type { AuditLine } from "./lines";

/** A list of entries of the audit log: action, actor, time, reason and changes. */
export function AuditEntries({ rows, empty }: { rows: AuditLine[]; empty: string }) {
  const { t } = useTranslation("audit");
  const translate = useTranslate();
  if (rows.length === 0) return <p className="muted">{empty}</p>;
  return (
    <ol className="grid gap-4">
      {rows.map((row) => (
        <li key={row.id}>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <strong>{actionLabel(row.action, translate)}</strong>
            <span className="muted">
              {row.actor ?? t(`actorKind.${row.actorKind}`)}, <LocalDate value={row.at} style="time" />
            </span>
          </p>
          {row.reason && <p>{t("because", { reason: row.reason })}</p>}
          <AuditChanges row={row} />
        </li>
      ))}
    </ol>
  );
}
