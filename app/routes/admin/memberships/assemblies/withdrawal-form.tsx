import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { ButtonLink } from "~/ui/button";

const schema = () => import("#contract/charity/assemblies").then(({ WithdrawalForm }) => WithdrawalForm);

type Props = { userId: string; back: string; submission: string; answer: FormAnswer | undefined };

/** Why a presence or a proxy is taken back. */
export function WithdrawalFields({ userId, back, submission, answer }: Props) {
  const { t } = useTranslation("assemblies");
  const [form, fields] = usePageForm(schema, { id: "withdrawal", answer });
  return (
    <Form className="grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="withdraw" />
      <input type="hidden" name="userId" value={userId} />
      <TextField field={fields.reason} label={t("members.reason")} hint={t("members.reasonHint")} autoComplete="off" />
      <p className="actions">
        <Submit variant="danger">{t("members.withdrawSend")}</Submit>
        <ButtonLink variant="line" to={back}>
          {t("form.cancel")}
        </ButtonLink>
      </p>
    </Form>
  );
}
