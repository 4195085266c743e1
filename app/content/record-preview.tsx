import { useLocation } from "@remix-run/react";
import type { ContentRecord } from "#contract/publishing/content";
import type { ContentName } from "#contract/publishing/content-names";
import { RowPanel } from "~/content/row-panel";
import { useTranslate } from "~/i18n/use-translate";
import { withQuery } from "~/lists/list-request";
import { previewParameter } from "~/lists/preview";
import type { AuditLine } from "~/subjects/audit/lines";
import { EnglishBadge } from "~/ui/english-badge";
import { LocalDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { StatusBadge } from "~/ui/status-badge";
import type { ReferenceChoices } from "./content-form";
import { fieldContent } from "./field-value";
import { subjectTexts, valueText } from "./labels";
import { contentSubjects } from "./subjects";
import type { ContentField } from "./subjects/subject";

type Previewed = { record: ContentRecord; history: AuditLine[] | null; wholeHistory: string };
type Props = { name: ContentName; previewed: Previewed; choices: ReferenceChoices };

/** The preview of a record beside its list: every filled-in field, in the reader's language. */
export function RecordPreview({ name, previewed: { record, history, wholeHistory }, choices }: Props) {
  const t = useTranslate();
  const { locale } = usePage();
  const { pathname, search } = useLocation();
  const { fields, columns } = contentSubjects[name];
  const valueTexts = { texts: subjectTexts(name, t), t, locale, choices };
  const filled = fields.filter((field) => field.name !== columns[0] && (valueText(field, record[field.name], valueTexts) ?? "") !== "");
  const shownValue = (field: ContentField) => {
    const texts = fieldContent(field, record[field.name], valueTexts);
    return isLong(field) ? <span className="line-clamp-6 font-normal">{texts}</span> : texts;
  };
  const first = fields.find((field) => field.name === columns[0]);
  return (
    <RowPanel
      id={record.id}
      title={String((first && valueText(first, record[first.name], valueTexts)) ?? "")}
      closeTo={(pathname + withQuery(search, { [previewParameter]: null })).replace(/\?$/, "")}
      edit={`/dashboard/admin/${name}/${record.id}/edit`}
      facts={[
        ...filled.map((field) => ({ label: valueTexts.texts(`field.${field.name}`), value: shownValue(field) })),
        { label: t("content:column.updatedAt"), value: <LocalDate value={record.updatedAt} style="time" /> },
        ...(record.updatedBy ? [{ label: t("content:by"), value: record.updatedBy }] : []),
      ]}
      history={history}
      wholeHistory={wholeHistory}
    >
      <p className="flex flex-wrap gap-2">
        <StatusBadge status={record.status} />
        {fields.some(({ localized }) => localized) && <EnglishBadge state={record.english} short />}
      </p>
    </RowPanel>
  );
}

const isLong = ({ kind }: ContentField) => kind === "text" || kind === "markdown";
