import { useTranslation } from "react-i18next";
import { nothing } from "~/lists/column";
import { Disclosure } from "~/ui/disclosure";
import type { AuditLine } from "./lines";

const inWords = (value: unknown) => String(value ?? nothing);

/** The changed fields; with the right to read the log, also their values. */
export function AuditChanges({ row: { fields, words = fields, changes } }: { row: Pick<AuditLine, "fields" | "words" | "changes"> }) {
  const { t } = useTranslation("audit");
  if (fields.length === 0) return null;
  if (!changes) return <p className="muted">{words.join(", ")}</p>;
  return (
    <Disclosure look="small" summary={words.join(", ")}>
      <dl className="mt-1 grid gap-2 text-sm">
        {fields.map((field, at) => (
          <div key={field} className="min-w-0">
            <dt className="font-semibold">{words[at]}</dt>
            <dd className="muted whitespace-pre-line break-words">
              <span className="sr-only">{t("before")} </span>
              {inWords(changes[field]?.before)} → <span className="sr-only">{t("after")} </span>
              <span className="text-ink">{inWords(changes[field]?.after)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
