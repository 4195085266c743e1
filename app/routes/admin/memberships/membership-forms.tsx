import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { duesMethods, type MembershipRecord } from "#contract/charity/memberships";
import { ErrorSummary } from "~/forms/error-summary";
import { SelectField, TextArea, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";

const duesSchema = () => import("#contract/charity/memberships").then(({ DuesForm }) => DuesForm);
const cancelSchema = () => import("#contract/charity/memberships").then(({ CancelForm }) => CancelForm);

type DuesProps = {
  membership: MembershipRecord;
  today: string;
  replaces: string | null;
  submission: string;
  answer: FormAnswer | undefined;
};

/** Dues that came. */
export function DuesFields({ membership, today, replaces, submission, answer }: DuesProps) {
  const { t } = useTranslation("memberships");
  const payments = useTranslation("payments").t;
  const { priceCents, receivedCents, method } = membership;
  const defaultValue = {
    receivedOn: today,
    amount: String(Math.max(0, priceCents - receivedCents) / 100),
    method: replaces ? "cheque" : (method ?? undefined),
  };
  const [form, fields] = usePageForm(duesSchema, { id: "dues", answer, defaultValue: defaultValue as never });
  return (
    <Form className="grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      {replaces && <input type="hidden" name={fields.replaces.name} defaultValue={replaces} />}
      <TextField field={fields.receivedOn} label={t("record.receivedOn")} type="date" />
      <TextField field={fields.amount} label={t("record.amount")} autoComplete="off" />
      <SelectField
        field={fields.method}
        label={t("record.method")}
        choices={duesMethods.map((value) => ({ value, label: payments(`method.${value}`) }))}
        optional={false}
      />
      <fieldset className="grid gap-4">
        <legend className="mb-1 font-bold">{t("record.chequeGroup")}</legend>
        <TextField field={fields.chequeNumber} label={payments("create.chequeNumber")} autoComplete="off" />
        <TextField field={fields.chequeBank} label={payments("create.chequeBank")} autoComplete="off" />
      </fieldset>
      <p className="actions">
        <Submit>{t("record.paySend")}</Submit>
      </p>
    </Form>
  );
}

/** Why a membership ends. */
export function CancelFields({ answer, submission }: { answer: FormAnswer | undefined; submission: string }) {
  const { t } = useTranslation("memberships");
  const [form, fields] = usePageForm(cancelSchema, { id: "cancellation", answer });
  return (
    <Form className="grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <p className="hint">{t("record.cancelAbout")}</p>
      <input type="hidden" name="intent" value="cancel" />
      <TextArea field={fields.reason} label={t("record.cancelReason")} hint={t("record.cancelHint")} rows={2} />
      <p className="actions">
        <Submit variant="danger">{t("record.cancelSend")}</Submit>
      </p>
    </Form>
  );
}
