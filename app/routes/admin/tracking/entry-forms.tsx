import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { TrackingRecord } from "#contract/accounts/tracking";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { EntryFields } from "~/subjects/tracking/entry-fields";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";

const editSchema = () => import("#contract/accounts/tracking").then(({ TrackingEdit }) => TrackingEdit);
const correctionSchema = () => import("#contract/accounts/tracking").then(({ TrackingCorrection }) => TrackingCorrection);

type EditProps = { entry: TrackingRecord; until: string; happened: string; mayRestrict: boolean; answer: FormAnswer | undefined };

/** Changes an entry, while its author may. */
export function EditForm({ entry, until, happened, mayRestrict, answer }: EditProps) {
  const { t } = useTranslation("tracking");
  const { kind, title, body, visibility } = entry;
  const defaultValue = { kind, title, body, visibility, occurredAt: happened };
  const [form, fields] = usePageForm(editSchema, { id: "edit", answer, defaultValue });
  return (
    <Panel title={t("entry.edit")}>
      <p className="muted">
        {t("entry.editUntil")} <LocalDate value={until} style="time" />.
      </p>
      <Form className="mt-4 grid gap-5" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="edit" />
        <EntryFields fields={fields} mayRestrict={mayRestrict} />
        <p className="actions">
          <Submit>{t("entry.save")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}

/** Adds a correction to an entry, which stays as it is. */
export function CorrectionForm({ answer, submission }: { answer: FormAnswer | undefined; submission: string }) {
  const { t } = useTranslation("tracking");
  const [form, fields] = usePageForm(correctionSchema, { id: "correction", answer });
  return (
    <Panel title={t("entry.correct")}>
      <p className="muted">{t("entry.correctHelp")}</p>
      <Form className="mt-4 grid gap-5" submission={submission} {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="correction" />
        <TextField field={fields.title} label={t("form.entryTitle")} />
        <TextArea field={fields.body} label={t("form.body")} optional />
        <p className="actions">
          <Submit variant="line">{t("entry.correct")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
