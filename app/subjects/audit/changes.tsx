import { useTranslation } from "react-i18next";
import { emptyCell } from "~/lists/column";
import { Disclosure } from "~/ui/disclosure";
import type { AuditLine } from "./lines";

const labelled = (value: unknown) => String(value ?? emptyCell);

/** The changed fields; with the right to read the log, also their values. */
export function AuditChanges({ row: { fields, labels = fields, changes } }: { row: Pick<AuditLine, "fields" | "labels" | "changes"> }) {
  const { t } = useTranslation("audit");
  if (fields.length === 0) return null;
  if (!changes) return <p className="muted">{labels.join(", ")}</p>;
  return (
    <Disclosure variant="small" summary={labels.join(", ")}>
      <dl className="mt-1 grid gap-2 text-sm">
        {fields.map((field, at) => (
          <div key={field} className="min-w-0">
            <dt className="font-semibold">{labels[at]}</dt>
            <dd className="muted whitespace-pre-line break-words">
              <span className="sr-only">{t("before")} </span>
              {labelled(changes[field]?.before)} → <span className="sr-only">{t("after")} </span>
              <span className="text-ink">{labelled(changes[field]?.after)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
