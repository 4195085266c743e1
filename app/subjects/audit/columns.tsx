import { type Column, cellOf } from "~/lists/column";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { AuditChanges } from "./changes";
import { actionLabel, entityLabel, entityPage } from "./labels";
import type { AuditLine } from "./lines";

export const auditColumns: Column<AuditLine>[] = [
  {
    key: "action",
    header: (t) => t("audit:column.action"),
    value: ({ action }, t) => actionLabel(action, t),
    cell: ({ action, id }, t) => (
      <>
        <strong>{actionLabel(action, t)}</strong>
        <small className="muted block">{t("audit:number", { seq: id })}</small>
      </>
    ),
  },
  {
    key: "at",
    header: (t) => t("audit:column.at"),
    value: ({ at }) => new Date(at),
    cell: ({ at }) => <LocalDate value={at} style="time" />,
    sortable: true,
  },
  { key: "actor", header: (t) => t("audit:column.actor"), value: ({ actor, actorKind }, t) => actor ?? t(`audit:actorKind.${actorKind}`) },
  {
    key: "entity",
    header: (t) => t("audit:column.entity"),
    value: ({ entityType, entityId }) => `${entityType} ${entityId}`,
    cell: ({ action, entityType, entityId, listTitle }, t) => {
      const page = entityPage({ action, entityType, entityId });
      return page ? (
        <Link to={page} className="inline-block py-1">
          {t("audit:open", { type: entityLabel(entityType, t) })}
        </Link>
      ) : (
        <span>
          {entityLabel(entityType, t)} <small className="muted block break-all">{listTitle ?? entityId}</small>
        </span>
      );
    },
    card: "fact",
  },
  {
    key: "changes",
    header: (t) => t("audit:column.changes"),
    value: ({ labels = [] }) => labels.join(", "),
    cell: (row) => (row.fields.length > 0 ? <AuditChanges row={row} /> : cellOf(null)),
    card: "fact",
  },
  { key: "reason", header: (t) => t("audit:column.reason"), value: ({ reason }) => reason },
];
