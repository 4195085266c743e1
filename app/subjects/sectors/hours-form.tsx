import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { hourKinds, weekdays } from "#contract/charity/sector-hours";
import { writtenWeekday } from "#contract/formats/weekday-names";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/charity/sector-hours").then(({ HoursDraft }) => HoursDraft);

/** The form to add an opening. */
export function HoursForm({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation("sectors");
  const sectorTexts = useTranslation("team").t;
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "hours", answer });
  const note = fields.note.getFieldset();
  return (
    <Panel title={t("hours.add")}>
      <Form className="grid gap-5" {...getFormProps(form)}>
        <ErrorSummary form={form} labels={{ opensAt: t("hours.opensAt"), closesAt: t("hours.closesAt"), note: t("hours.note") }} />
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4 lg:items-start">
          <SelectField
            field={fields.weekday}
            label={t("hours.weekday")}
            choices={weekdays.map((day) => ({ value: String(day), label: writtenWeekday(locale, day) }))}
          />
          <TextField field={fields.opensAt} type="time" label={t("hours.opensAt")} />
          <TextField field={fields.closesAt} type="time" label={t("hours.closesAt")} />
          <SelectField
            field={fields.kind}
            label={t("hours.kind")}
            choices={hourKinds.map((kind) => ({ value: kind, label: sectorTexts(`hours.kind.${kind}`) }))}
          />
        </div>
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 sm:items-end">
          <TextField field={note.fr} label={t("hours.note")} hint={t("hours.noteHint")} optional lang="fr" />
          <TextField field={note.en} label={t("hours.noteEn")} lang="en" />
        </div>
        <p className="actions">
          <Submit>{t("hours.save")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
