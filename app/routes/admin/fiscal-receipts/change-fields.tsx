import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { ChoiceGroup, TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";

const schema = () => import("#contract/giving/fiscal-receipts").then(({ ChangeForm }) => ChangeForm);

type Props = { submission: string; answer: FormAnswer | undefined };

/** Why a receipt is cancelled, and whether another takes its place. */
export function ChangeFields({ submission, answer }: Props) {
  const { t } = useTranslation("receipts");
  const [form, fields] = usePageForm(schema, { id: "change", answer, defaultValue: { what: "replace", reason: "" } });
  return (
    <Form className="grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <p className="hint">{t("receipt.changeHint")}</p>
      <ChoiceGroup
        field={fields.what}
        label={t("receipt.what")}
        cards
        choices={[
          { value: "replace", label: t("receipt.replace"), hint: t("receipt.replaceHint") },
          { value: "cancel", label: t("receipt.cancel"), hint: t("receipt.cancelHint") },
        ]}
      />
      <TextArea field={fields.reason} label={t("receipt.why")} hint={t("receipt.whyHint")} rows={3} />
      <p className="actions">
        <Submit variant="danger">{t("receipt.change")}</Submit>
      </p>
    </Form>
  );
}
