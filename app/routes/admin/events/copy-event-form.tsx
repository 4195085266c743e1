import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Disclosure } from "~/ui/disclosure";

const schema = () => import("#contract/charity/events").then(({ EventCopy }) => EventCopy);

/** Copies the event to another day, as a draft without people. */
export function CopyEventForm({ answer, submission }: { answer: FormAnswer | undefined; submission: string }) {
  const { t } = useTranslation("events");
  const [form, fields] = usePageForm(schema, { id: "copy", answer });
  return (
    <Disclosure variant="panel" summary={t("copy.title")} open={!!answer}>
      <Form submission={submission} {...getFormProps(form)} className="mt-4 grid max-w-md gap-4">
        <ErrorSummary form={form} />
        <TextField field={fields.day} type="date" label={t("copy.day")} hint={t("copy.hint")} />
        <p>
          <Submit name="intent" value="copy">
            {t("copy.submit")}
          </Submit>
        </p>
      </Form>
    </Disclosure>
  );
}
