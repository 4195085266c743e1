import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { AnyMonth, ImpactMonth, MonthlyRecord } from "#contract/charity/monthly-records";
import { hoursOf, kilogramsOf } from "#contract/charity/record-units";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { ButtonLink } from "~/ui/button";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { CountedFigures } from "./counted-figures";
import { RecordConflict } from "./record-conflict";
import { middleOf } from "./record-months";

/** The values of a new or an existing month. */
const newMonth = () => import("#contract/charity/monthly-records").then(({ NewMonth }) => NewMonth as unknown as typeof AnyMonth);
const editedMonth = () => import("#contract/charity/monthly-records").then(({ EditedMonth }) => EditedMonth as unknown as typeof AnyMonth);

type Props = {
  record: MonthlyRecord | null;
  theirs?: MonthlyRecord;
  toFill?: string;
  /** The month from which the software counts kits and hours; a new month from then on has none of its own. */
  countedFrom: string | null;
  months: ImpactMonth[];
  answer: FormAnswer | undefined;
};

/** The form of one month: a new one, or the one in the query. What the software counts is shown and not typed. */
export function RecordForm({ record, theirs, toFill, countedFrom, months, answer }: Props) {
  const { t } = useTranslation("sectors");
  const { locale } = usePage();
  const known = record && { kits: record.kits, hours: hoursOf(record), kilograms: kilogramsOf(record) };
  const isCounted = (month?: string) => !!countedFrom && !!month && month >= countedFrom;
  const empty = isCounted(toFill) ? { month: toFill, kits: 0, hours: 0 } : { month: toFill };
  const [form, fields] = usePageForm(record ? editedMonth : newMonth, { id: "record", answer, defaultValue: known ?? empty });
  const title = record ? t("records.of", { month: formatDate(locale, middleOf(record.month), "month") }) : t("records.add");
  return (
    <Panel title={title}>
      {theirs && <RecordConflict theirs={theirs} />}
      <Form className="grid gap-5" {...getFormProps(form)}>
        <ErrorSummary
          form={form}
          labels={{ month: t("records.month"), kits: t("records.kits"), hours: t("records.hours"), kilograms: t("records.kilograms") }}
        />
        {record && <input type="hidden" name="version" value={(theirs ?? record).version} />}
        {countedFrom && (!record || record.counted) && (
          <CountedFigures countedFrom={countedFrom} month={record?.month ?? toFill} record={record} months={months} />
        )}
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4 lg:items-start">
          {!record && <TextField field={fields.month} type="month" label={t("records.month")} hint={t("records.monthHint")} />}
          {record?.counted ? (
            <>
              <input type="hidden" name="kits" value={record.kits} />
              <input type="hidden" name="hours" value={hoursOf(record)} />
            </>
          ) : (
            <>
              <TextField field={fields.kits} type="number" label={t("records.kits")} hint={t("records.kitsHint")} />
              <TextField field={fields.hours} type="number" step="any" label={t("records.hours")} hint={t("records.hoursHint")} />
            </>
          )}
          <TextField field={fields.kilograms} type="number" step="any" label={t("records.kilograms")} hint={t("records.kilogramsHint")} />
        </div>
        <p className="actions">
          <Submit name="intent" value="save">
            {t("records.save")}
          </Submit>
          {record && (
            <>
              <ButtonLink variant="line" to="?">
                {t("records.cancel")}
              </ButtonLink>
              <Submit name="intent" value="remove" variant="danger" formNoValidate>
                {t("records.remove")}
              </Submit>
            </>
          )}
        </p>
      </Form>
    </Panel>
  );
}
