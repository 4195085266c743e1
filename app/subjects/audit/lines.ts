import type { Locale } from "#contract/formats/locale";
import type { AuditRow } from "#contract/law/audit";
import type { Translate } from "~/i18n/translate";
import { fieldLabel, isShown } from "./field-labels";
import { listTitle } from "./labels";
import { changeText } from "./value-labels";

/** An entry of the log with the labels of its fields and values: they come from many namespaces, of which the browser has few. */
export type AuditLine = Omit<AuditRow, "names"> & { labels?: string[]; listTitle?: string };

export function withLabels(rows: AuditRow[], t: Translate, locale: Locale): AuditLine[] {
  return rows.map(({ names, ...row }) => {
    const fields = row.fields.filter((field) => isShown(row.entityType, field));
    return {
      ...row,
      fields,
      listTitle: row.entityType === "list" ? listTitle(row.entityId, t) : undefined,
      labels: fields.map((field) => fieldLabel(row.entityType, field, t)),
      changes: row.changes && Object.fromEntries(fields.map((field) => [field, changeText({ row, names, field, t, locale })])),
    };
  });
}
