import { type FieldMetadata, getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { ButtonLink } from "~/ui/button";
import type { ReferenceChoices } from "./content-form";
import { ContentInput } from "./content-input";
import type { subjectTexts } from "./labels";
import type { ContentField } from "./subjects/subject";

type Props = {
  field: ContentField | undefined;
  texts: ReturnType<typeof subjectTexts>;
  choices: ReferenceChoices;
  schema: () => Promise<z.ZodObject>;
  answer: FormAnswer | undefined;
  back: string;
};

/** A form to set one field in many records. A day defaults to today. */
export function BulkEditForm({ field, texts, choices, schema, answer, back }: Props) {
  const { t } = useTranslation("content");
  const today = new Date().toISOString().slice(0, 10);
  const defaultValue = field?.kind === "date" ? { [field.name]: today } : undefined;
  const [form, metadata] = usePageForm(schema, { id: "set", answer, defaultValue: defaultValue as never });
  const input = field && metadata[field.name];
  if (!field || !input) return null;
  return (
    <Form className="grid w-full max-w-md gap-5" {...getFormProps(form)}>
      <ErrorSummary form={form} labels={{ [field.name]: texts(`field.${field.name}`) }} />
      <ContentInput
        field={{ ...field, hint: false }}
        input={input as FieldMetadata<string>}
        texts={texts}
        choices={choices}
        lang={undefined}
      />
      <p className="actions">
        <Submit>{t("set.confirm")}</Submit>
        <ButtonLink variant="line" to={back}>
          {t("bulk.back")}
        </ButtonLink>
      </p>
    </Form>
  );
}
