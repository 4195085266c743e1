import { type FormMetadata, getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { type FieldProps, TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { AsTask } from "~/lists/as-task";
import { ChosenNames } from "~/lists/chosen-names";
import { FirstFew } from "~/lists/first-few";
import { ButtonLink } from "~/ui/button";

type Props<Values extends Record<string, unknown>> = {
  title: string;
  /** The sum of what is decided on. */
  sum: string;
  outcome: { count: number; changed: number; names: string[] };
  /** What is left as it is, in a sentence, and the first ones with the reason. */
  left: { sentence: string; rows: { name: string; reason: string }[] } | null;
  form: FormMetadata<Values, string[]>;
  /** The reason, where the decision needs one. */
  reason: { field: FieldProps["field"]; label: string; hint: string } | null;
  send: string;
  back: string;
};

/** The preview of a decision on several rows: which of them it is about, and why others are left out. */
export function DecisionPreview<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { title, sum, outcome, left, form, reason, send, back } = props;
  const { t } = useTranslation();
  return (
    <section className="panel grid max-w-2xl justify-items-start gap-4">
      <h1 className="office-title">{title}</h1>
      <p>{sum}</p>
      <ChosenNames names={outcome.names} count={outcome.changed} />
      {left && (
        <div className="grid w-full gap-2">
          <p>{left.sentence}</p>
          <FirstFew className="rows">
            {left.rows.map(({ name, reason: why }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a person may have two on one day
              <li key={at}>
                <strong>{name}</strong>
                <span className="text-warning">{why}</span>
              </li>
            ))}
          </FirstFew>
        </div>
      )}
      <AsTask count={outcome.count} />
      <Form className="grid w-full gap-4" {...getFormProps(form)}>
        {reason && (
          <>
            <ErrorSummary form={form} />
            <TextArea field={reason.field} label={reason.label} hint={reason.hint} rows={3} />
          </>
        )}
        <p className="actions">
          {outcome.changed > 0 && <Submit>{send}</Submit>}
          <ButtonLink variant="line" to={back}>
            {t("forms.cancel")}
          </ButtonLink>
        </p>
      </Form>
    </section>
  );
}
