import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { AsTask } from "~/lists/as-task";
import { ButtonLink } from "~/ui/button";
import { ImportNumbers } from "./import-numbers";
import { ImportStep } from "./import-step";
import type { StepProps } from "./import-steps";
import { Lines } from "./lines";

type Props = StepProps<"check"> & {
  /** Whether the form was sent without the statement that it needs. */
  missing: boolean;
};

/** The result of the dry run; nothing is written before the button is pressed. */
export function CheckStep({ path, id, about, agreement, file, counts, cents, lines, count, missing }: Props) {
  const { t } = useTranslation("content");
  const changes = counts.created + counts.changed;
  return (
    <ImportStep step={3} title={t("import.check.title")}>
      <div role="status" className="grid gap-2">
        <p className="wrap-anywhere">
          <b>{t("import.check.of", { count, file })}</b> {t("import.check.text")}
        </p>
        <ImportNumbers counts={counts} cents={cents} verb="would" />
      </div>
      <p>{t(`import.about.${about}`)}</p>
      <AsTask count={count} />
      <Form className="grid gap-4">
        <input type="hidden" name="intent" value="import" />
        {agreement && changes > 0 && (
          <div className="field">
            <label className="choice font-normal">
              <input
                type="checkbox"
                className="tick"
                name="agreed"
                required
                aria-invalid={missing || undefined}
                aria-describedby={missing ? "agreed-error" : undefined}
              />
              <span>{t("import.agreement.label")}</span>
            </label>
            {missing && (
              <p id="agreed-error" className="field-error">
                {t("import.agreement.missing")}
              </p>
            )}
          </div>
        )}
        <div className="actions">
          {changes > 0 && <Submit>{t("import.check.submit", { count: changes })}</Submit>}
          <ButtonLink variant="line" to={`${path}/import?sheet=${id}&columns=1`}>
            {t("import.check.change")}
          </ButtonLink>
        </div>
      </Form>
      <Lines path={path} sheet={id} counts={counts} lines={lines} />
    </ImportStep>
  );
}
