import type { Locale } from "#contract/formats/locale";
import type { AuditRow } from "#contract/law/audit";
import type { Translate } from "~/i18n/translate";
import { fieldWords, isShown } from "./field-labels";
import { changeWords } from "./value-labels";

/** A line of the log with its fields, and what became of them, in words: they come from many texts, of which a page in the browser has few. */
export type AuditLine = Omit<AuditRow, "names"> & { words?: string[] };

export function withWords(rows: AuditRow[], t: Translate, locale: Locale): AuditLine[] {
  return rows.map(({ names, ...row }) => {
    const fields = row.fields.filter((field) => isShown(row.entityType, field));
    return {
      ...row,
      fields,
      words: fields.map((field) => fieldWords(row.entityType, field, t)),
      changes: row.changes && Object.fromEntries(fields.map((field) => [field, changeWords({ row, names, field, t, locale })])),
    };
  });
}
