import { getFormProps } from "@conform-to/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { type MessageRecord, MessageReply } from "#contract/contact";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { useLeaveGuard } from "~/forms/leave-guard";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";

type Props = { message: MessageRecord; answer: FormAnswer | undefined; submission: string };

/** The answer to a message. When someone else was faster, the thread above shows it and the words typed stay. */
export function ReplyForm({ message, answer, submission }: Props) {
  const { t } = useTranslation("contact");
  const element = useRef<HTMLFormElement>(null);
  useLeaveGuard(element);
  const [form, fields] = usePageForm(MessageReply, { id: "reply", answer });
  return (
    <Form ref={element} submission={submission} className="panel grid gap-4" {...getFormProps(form)}>
      <ErrorSummary form={form} labels={{ body: t("message.reply") }} />
      {!!answer?.current && <p role="alert">{t("message.stale")}</p>}
      <input type="hidden" name="version" value={message.version} />
      <TextArea
        field={fields.body}
        label={t("message.reply")}
        hint={t(`message.replyHint.${message.locale}`, { name: message.name })}
        rows={8}
        lang={message.locale}
      />
      <p className="actions">
        <Submit>{t("message.send")}</Submit>
      </p>
    </Form>
  );
}
