import { getFormProps } from "@conform-to/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { fileTypes } from "#contract/accounts/documents";
import type { ThreadRecord } from "#contract/charity/threads";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, FileField, TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { useLeaveGuard } from "~/forms/leave-guard";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";

const schema = () => import("#contract/charity/threads").then(({ ReplyDraft }) => ReplyDraft);

type Props = { thread: ThreadRecord; answer: FormAnswer | undefined; submission: string };

/** An answer to a thread, or a note in it. On a conflict, the thread above shows the other answer and the typed text stays. */
export function ReplyForm({ thread, answer, submission }: Props) {
  const { t } = useTranslation("threads");
  const element = useRef<HTMLFormElement>(null);
  useLeaveGuard(element);
  const [form, fields] = usePageForm(schema, { id: "reply", answer });
  return (
    <Form ref={element} submission={submission} className="panel grid gap-4" encType="multipart/form-data" {...getFormProps(form)}>
      <ErrorSummary form={form} labels={{ body: t("reply"), file: t("file") }} />
      <input type="hidden" name="version" value={thread.version} />
      <TextArea
        field={fields.body}
        label={t("reply")}
        hint={t(`replyHint.${thread.locale}`, { name: thread.name })}
        rows={8}
        lang={thread.locale}
      />
      <FileField field={fields.file} label={t("file")} hint={t("fileHint")} accept={fileTypes.join(",")} />
      <Checkbox field={fields.internal} label={t("internal")} hint={t("internalHint")} />
      <p className="actions">
        <Submit>{t("send")}</Submit>
      </p>
    </Form>
  );
}
