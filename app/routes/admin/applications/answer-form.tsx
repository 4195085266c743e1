import { getFormProps } from "@conform-to/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Application, ApplicationAnswer } from "#contract/applications";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { useLeaveGuard } from "~/forms/leave-guard";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";

type Props = { application: Application; answer: FormAnswer | undefined; submission: string };

/** The answer, which leaves by mail in the language of the person. */
export function AnswerForm({ application, answer, submission }: Props) {
  const { t } = useTranslation("applications");
  const element = useRef<HTMLFormElement>(null);
  useLeaveGuard(element);
  const [form, fields] = usePageForm(ApplicationAnswer, { id: "answer", answer });
  return (
    <Form ref={element} submission={submission} className="panel grid gap-4" {...getFormProps(form)}>
      <ErrorSummary form={form} labels={{ text: t("answer.label") }} />
      <TextArea
        field={fields.text}
        label={t("answer.label")}
        hint={t(`answer.hint.${application.locale}`)}
        rows={8}
        lang={application.locale}
      />
      <p className="actions">
        <Submit>{t("answer.send")}</Submit>
      </p>
    </Form>
  );
}
