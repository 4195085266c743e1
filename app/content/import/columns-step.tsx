import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { ButtonLink } from "~/ui/button";
import { ImportStep } from "./import-step";
import type { StepProps } from "./import-steps";

/** The mapping of columns, and the button of the dry run. */
export function ColumnsStep({ path, file, count, columns, targets }: StepProps<"columns">) {
  const { t } = useTranslation("content");
  const { t: common } = useTranslation();
  const options = columns.map(({ column, example }, at) => {
    const named = column || t("import.columns.unnamed", { at: at + 1 });
    return { value: at, label: example ? t("import.columns.example", { column: named, example }) : named };
  });
  return (
    <ImportStep step={2} title={t("import.columns.title")}>
      <p className="wrap-anywhere">{t("import.columns.text", { count, file })}</p>
      <p className="muted">{t("import.columns.numbers")}</p>
      <Form className="grid gap-4">
        <input type="hidden" name="intent" value="check" />
        <div className="grid gap-4 sm:grid-cols-2">
          {targets.map(({ key, field, label, needed, column }) => (
            <div key={key} className="field">
              <label htmlFor={field}>
                {label}
                {!needed && <span className="muted font-normal"> ({common("forms.optional")})</span>}
              </label>
              <select id={field} name={field} className="control" defaultValue={column ?? ""} required={needed}>
                <option value="">{t("import.columns.none")}</option>
                {options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </select>
            </div>
          ))}
        </div>
        <div className="actions">
          <Submit>{t("import.columns.submit")}</Submit>
          <ButtonLink variant="line" to={`${path}/import`}>
            {t("import.columns.other")}
          </ButtonLink>
        </div>
      </Form>
    </ImportStep>
  );
}
