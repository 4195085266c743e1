import { useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { FieldErrors, FileField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { ButtonLink } from "~/ui/button";

const path = "/dashboard/admin/donations/statements";

type Sent = { answer: FormAnswer | undefined; submission: string };

/** The choice of a file of the bank. */
export function UploadForm({ limits, answer, submission }: Sent & { limits: { xml: number; table: number; lines: number } }) {
  const { t } = useTranslation("statements");
  const [form, fields] = useForm<{ file: File }>({ id: "statement", lastResult: answer?.result, constraint: { file: { required: true } } });
  return (
    <Form id={form.id} encType="multipart/form-data" submission={submission} className="grid gap-4">
      <ErrorSummary form={form} />
      <p>{t("upload.text")}</p>
      <FileField
        field={fields.file}
        label={t("upload.file")}
        hint={t("upload.hint", limits)}
        accept=".xml,.csv,.txt,.xlsx,text/xml,application/xml,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      />
      <p className="actions">
        <Submit>{t("upload.send")}</Submit>
      </p>
    </Form>
  );
}

type Table = {
  file: string;
  count: number;
  columns: { column: string; example: string }[];
  targets: { key: string; field: string; label: string; needed: boolean; column: number | null }[];
};

/** What each column of a table is: proposed as it was chosen last, or by its name. */
export function ColumnsForm({ file, count, columns, targets, answer, submission }: Sent & Table) {
  const { t } = useTranslation("statements");
  const common = useTranslation().t;
  const imported = useTranslation("content").t;
  const [form, fields] = useForm<{ sheet: string }>({ id: "columns", lastResult: answer?.result });
  const chosen = answer?.result.initialValue;
  const options = columns.map(({ column, example }, at) => {
    const named = column || imported("import.columns.unnamed", { at: at + 1 });
    return { value: at, label: example ? imported("import.columns.example", { column: named, example }) : named };
  });
  return (
    <Form id={form.id} submission={submission} className="grid gap-4">
      <ErrorSummary form={form} />
      <div id="field-sheet">
        <p className="wrap-anywhere">{t("columns.text", { count, file })}</p>
        <FieldErrors field={fields.sheet} />
      </div>
      {targets.map(({ key, field, label, needed, column }) => (
        <div key={key} className="field">
          <label htmlFor={field}>
            {label}
            {!needed && <span className="muted font-normal"> ({common("forms.optional")})</span>}
          </label>
          <select id={field} name={field} className="control" defaultValue={chosenIn(chosen, key) ?? column ?? ""} required={needed}>
            <option value="">{imported("import.columns.none")}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
      ))}
      <p className="hint">{t("columns.amounts")}</p>
      <p className="actions">
        <Submit>{t("columns.send")}</Submit>
        <ButtonLink variant="line" to={path}>
          {imported("import.columns.other")}
        </ButtonLink>
      </p>
    </Form>
  );
}

/** What was chosen in the form that was refused. */
function chosenIn(values: Record<string, unknown> | null | undefined, key: string): string | undefined {
  const column = (values?.column as Record<string, unknown> | undefined)?.[key];
  return typeof column === "string" ? column : undefined;
}
