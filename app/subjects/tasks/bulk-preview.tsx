import { type FormMetadata, getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { BulkResult } from "#contract/api/bulk";
import { ErrorSummary } from "~/forms/error-summary";
import { type FieldProps, TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { AsTask } from "~/lists/as-task";
import { ChosenNames } from "~/lists/chosen-names";
import { FirstFew } from "~/lists/first-few";
import { ButtonLink } from "~/ui/button";

type Props<Values extends Record<string, unknown>> = {
  result: Omit<BulkResult, "task">;
  title: string;
  /** What it means for the rows. */
  children?: ReactNode;
  obstacle: (code: string) => string;
  /** The form of an action that needs a reason, and the field for it. */
  reason?: { form: FormMetadata<Values, string[]>; field: FieldProps["field"]; label: string; hint: string } | null;
  submit: string;
  back: string;
};

/** The preview of a bulk action: which rows it would change, and why others stay as they are. */
export function BulkPreview<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { result, title, children, obstacle, reason, submit, back } = props;
  const { count, changed, names, left, leftCount } = result;
  const { t } = useTranslation("lists");
  return (
    <section className="panel grid max-w-2xl justify-items-start gap-4">
      <h1 className="office-title">{title}</h1>
      {children}
      <ChosenNames names={names} count={changed} />
      {leftCount > 0 && (
        <div className="grid w-full gap-2">
          <p>{t("bulk.left", { count: leftCount })}</p>
          <FirstFew className="rows">
            {left.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
              <li key={at}>
                <strong className="wrap-anywhere">{row.name}</strong>
                <span className="text-warning">{obstacle(row.obstacle)}</span>
              </li>
            ))}
          </FirstFew>
          {leftCount > left.length && <p className="muted">{t("bulk.andMore", { count: leftCount - left.length })}</p>}
        </div>
      )}
      <AsTask count={count} />
      <Form className="grid w-full gap-4" {...(reason && getFormProps(reason.form))}>
        {reason && (
          <>
            <ErrorSummary form={reason.form} />
            <TextArea field={reason.field} label={reason.label} hint={reason.hint} rows={3} />
          </>
        )}
        <p className="actions">
          {changed > 0 && <Submit>{submit}</Submit>}
          <ButtonLink variant="line" to={back}>
            {t("bulk.back")}
          </ButtonLink>
        </p>
      </Form>
    </section>
  );
}
