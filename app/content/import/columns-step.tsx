import { useTranslation } from "react-i18next";
import type { ContentName } from "#contract/publishing/content-names";
import { Button, ButtonLink } from "~/ui/button";
import { ImportStep } from "./import-step";

type Props = {
  name: ContentName;
  id: string;
  file: string;
  count: number;
  columns: { column: string; example: string }[];
  targets: { key: string; field: string; label: string; needed: boolean; column: number | null }[];
};

/** The mapping of columns: a GET form, since nothing is changed yet. */
export function ColumnsStep({ name, id, file, count, columns, targets }: Props) {
  const { t } = useTranslation("content");
  const { t: common } = useTranslation();
  const options = columns.map(({ column, example }, at) => {
    const named = column || t("import.columns.unnamed", { at: at + 1 });
    return { value: at, label: example ? t("import.columns.example", { column: named, example }) : named };
  });
  return (
    <ImportStep step={2} title={t("import.columns.title")}>
      <p className="wrap-anywhere">{t("import.columns.text", { count, file })}</p>
      <form className="grid gap-4">
        <input type="hidden" name="sheet" value={id} />
        <input type="hidden" name="check" value="1" />
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
          <Button>{t("import.columns.submit")}</Button>
          <ButtonLink variant="line" to={`/dashboard/admin/${name}/import`}>
            {t("import.columns.other")}
          </ButtonLink>
        </div>
      </form>
    </ImportStep>
  );
}
