import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { type PaymentMethod, type PaymentRecord, paymentMethods } from "#contract/giving/payments";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, ChoiceGroup, SelectField, TextArea, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Link } from "~/ui/link";

const schema = () => import("#contract/giving/payments").then(({ ReversalForm }) => ReversalForm);

/** What a bank takes back without the charity returning it: a cheque or a transfer. */
const takenBackByBanks: PaymentMethod[] = ["cheque", "transfer"];

type Props = {
  leftCents: number;
  method: PaymentMethod;
  /** Whether it is for a membership, and not for a pledge. */
  isDues: boolean;
  /** The tax receipt that certifies it. */
  receipt: PaymentRecord["receipt"];
  byProvider: boolean;
  today: string;
  submission: string;
  answer: FormAnswer | undefined;
};

/** What is taken back of a payment, and why. */
export function ReversalFields({ leftCents, method, isDues, receipt, byProvider, today, submission, answer }: Props) {
  const { t } = useTranslation("payments");
  const defaultValue = { receivedOn: today, amount: String(leftCents / 100), method, reversal: "refund" } as const;
  const [form, fields] = usePageForm(schema, { id: "reversal", answer, defaultValue });
  return (
    <Form className="group grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <p className="hint">{t("payment.reverseHint")}</p>
      <ChoiceGroup
        field={fields.reversal}
        label={t("payment.kind")}
        cards
        choices={[
          { value: "refund", label: t("payment.kindRefund"), hint: t(isDues ? "payment.kindRefundDuesHint" : "payment.kindRefundHint") },
          {
            value: "mistake",
            label: t("payment.kindMistake"),
            hint: t(isDues ? "payment.kindMistakeDuesHint" : "payment.kindMistakeHint"),
          },
        ]}
      />
      {receipt && (
        <p className="font-semibold">
          {t("payment.receiptFollows")} <Link to={`/dashboard/admin/fiscal-receipts/${receipt.id}`}>{receipt.number}</Link>
        </p>
      )}
      {byProvider && <p className="hint">{t("payment.cardHint")}</p>}
      {method === "cheque" && <p className="hint hidden group-has-[[value=mistake]:checked]:block">{t("payment.wholeCheque")}</p>}
      <TextField field={fields.amount} label={t("payment.amount")} autoComplete="off" />
      {/* What never came has the day and the means of its payment. */}
      <div className="grid gap-4 group-has-[[value=mistake]:checked]:hidden">
        <TextField field={fields.receivedOn} label={t("payment.day")} type="date" optional={false} />
        <SelectField
          field={fields.method}
          label={t("payment.method")}
          choices={paymentMethods.map((value) => ({ value, label: t(`method.${value}`) }))}
          optional={false}
        />
        {!byProvider && takenBackByBanks.includes(method) && (
          <Checkbox field={fields.byBank} label={t("payment.byBank")} hint={t(isDues ? "payment.byBankDuesHint" : "payment.byBankHint")} />
        )}
      </div>
      <TextArea field={fields.reason} label={t("payment.why")} hint={t("payment.whyHint")} rows={3} />
      <p className="actions">
        <Submit variant="danger">{t("payment.send")}</Submit>
      </p>
    </Form>
  );
}
