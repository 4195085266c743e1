import { getFormProps } from "@conform-to/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { fileTypes } from "#contract/accounts/documents";
import type { Locale } from "#contract/formats/locale";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, FileField, TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { useLeaveGuard } from "~/forms/leave-guard";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Link } from "~/ui/link";
import { cannedNames } from "./canned-answers";

const schema = () => import("#contract/accounts/verification-chats").then(({ StaffDraft }) => StaffDraft);

type Props = {
  /** The page that the form is on, where canned answers begin. */
  page: string;
  person: { name: string; locale: Locale };
  draft: { body: string };
  answer: FormAnswer | undefined;
  submission: string;
  rows?: number;
};

/** A message to the person or an internal note; the links above it insert a canned answer. */
export function ReplyForm({ page, person: { name, locale }, draft, answer, submission, rows = 7 }: Props) {
  const { t } = useTranslation("chats");
  const { t: threads } = useTranslation("threads");
  const element = useRef<HTMLFormElement>(null);
  useLeaveGuard(element);
  const [form, fields] = usePageForm(schema, { id: "reply", answer, defaultValue: { body: draft.body } });
  return (
    <Form ref={element} submission={submission} className="panel grid gap-4" encType="multipart/form-data" {...getFormProps(form)}>
      <h2 className="panel-title">{t("reply.title")}</h2>
      <ErrorSummary form={form} />
      <div className="flex flex-wrap items-center gap-2">
        <span className="muted text-sm">{t("reply.canned")}</span>
        {cannedNames.map((one) => (
          <Link key={one} to={`${page}?answer=${one}`} className="chip" preventScrollReset>
            {t(`canned.label.${one}`)}
          </Link>
        ))}
      </div>
      <TextArea field={fields.body} label={t("reply.body")} hint={t(`reply.hint_${locale}`, { name })} rows={rows} lang={locale} />
      <FileField field={fields.attachment} label={threads("file")} hint={threads("fileHint")} accept={fileTypes.join(",")} />
      <Checkbox field={fields.internal} label={t("reply.internal")} hint={t("reply.internalHint")} />
      <p className="actions">
        <Submit>{t("reply.send")}</Submit>
      </p>
    </Form>
  );
}
