import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Disclosure } from "~/ui/disclosure";

const schema = () => import("#contract/publishing/article-publication").then(({ SendBack }) => SendBack);

/** Sends an article back from review, with the reason that its author reads. The loaders of its pages provide the rules of `sendBack`. */
export function SendBackForm({ id, answer }: { id: string; answer?: FormAnswer }) {
  const { t } = useTranslation("articles");
  const [form, fields] = usePageForm(schema, { id: "sendBack", answer });
  return (
    <Disclosure summary={t("publication.sendBack")} open={answer !== undefined}>
      <Form action={`/dashboard/admin/news/${id}/publication`} className="mt-3 grid gap-3" {...getFormProps(form)}>
        <ErrorSummary form={form} labels={{ reason: t("sendBack.reason") }} />
        <TextArea field={fields.reason} label={t("sendBack.reason")} hint={t("sendBack.hint")} rows={4} />
        <p className="actions">
          <Submit name="intent" value="sendBack" variant="line">
            {t("sendBack.send")}
          </Submit>
        </p>
      </Form>
    </Disclosure>
  );
}
