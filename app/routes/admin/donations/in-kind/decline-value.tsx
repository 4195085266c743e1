import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Disclosure } from "~/ui/disclosure";

const schema = () => import("#contract/giving/gifts-in-kind").then(({ DeclineValueForm }) => DeclineValueForm);

type Props = { version: number; answer: FormAnswer | undefined };

/** Declines a value, with the reason that its donor reads. */
export function DeclineValue({ version, answer }: Props) {
  const { t } = useTranslation("in-kind");
  const [form, fields] = usePageForm(schema, { id: "decline", answer });
  return (
    <Disclosure summary={t("value.decline")} open={answer !== undefined}>
      <Form className="mt-4 grid max-w-xl gap-3" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="decline" />
        <input type="hidden" name="version" value={String(version)} />
        <TextArea field={fields.reason} label={t("value.declineReason")} hint={t("value.declineHint")} rows={3} />
        <p className="actions">
          <Submit variant="danger">{t("value.decline")}</Submit>
        </p>
      </Form>
    </Disclosure>
  );
}
