import { type FieldMetadata, getFormProps } from "@conform-to/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import type { Locale } from "#contract/formats/locale";
import type { ContentChoice, ContentRecord, StoredContent } from "#contract/publishing/content";
import type { ContentName } from "#contract/publishing/content-names";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import { LanguagePanels } from "~/forms/language-panels";
import { useLeaveGuard } from "~/forms/leave-guard";
import { SaveBar } from "~/forms/save-bar";
import { SavedDraft } from "~/forms/saved-draft";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { useTranslate } from "~/i18n/use-translate";
import { EnglishBadge } from "~/ui/english-badge";
import { ContentInput } from "./content-input";
import { wordsOf } from "./labels";
import type { ContentField } from "./subject";
import { contentSubjects } from "./subjects";

export type ReferenceChoices = Record<string, ContentChoice[]>;

/** The fields that people with limited access may change, and their schema. */
export type ContentPart = { fields: readonly ContentField[]; schema: () => Promise<z.ZodObject> };

type Props = {
  name: ContentName;
  part?: ContentPart;
  record?: StoredContent;
  /** Initial values of a new record. */
  model?: Partial<ContentRecord>;
  choices: ReferenceChoices;
  answer: FormAnswer | undefined;
  submission: string;
};

/** The form of any content subject: localised fields on one side, the others on the other. */
export function ContentForm({ name, part, record, model, choices, answer, submission }: Props) {
  const { t } = useTranslation("content");
  const words = wordsOf(name, useTranslate());
  const element = useRef<HTMLFormElement>(null);
  const changed = useLeaveGuard(element);
  const { api, fields } = { ...contentSubjects[name], ...part };
  const schema = part?.schema ?? (async () => (await api())[record ? "Edit" : "Draft"]);
  const [form, metadata] = usePageForm(schema, { id: "record", answer, defaultValue: (record ?? model) as never });
  const errors = Object.keys(form.allErrors);
  const localized = fields.filter((field) => field.localized);
  const plain = fields.filter((field) => !field.localized);
  const input = (field: (typeof fields)[number], locale?: Locale) => {
    const all = metadata[field.name] as FieldMetadata<Record<Locale, string>> | undefined;
    if (!all) return null;
    const one = locale ? all.getFieldset()[locale] : all;
    return <ContentInput key={field.name} field={field} input={one as never} words={words} choices={choices} lang={locale} />;
  };
  const labels = Object.fromEntries([...localized, ...plain].map((field) => [field.name, words(`field.${field.name}`)]));
  return (
    <Form ref={element} encType="multipart/form-data" submission={submission} className="record-form" {...getFormProps(form)}>
      <SavedDraft form={element} version={record?.version} answered={!!answer} />
      <div className="grid gap-5">
        <ErrorSummary form={form} labels={labels} />
        {record && <input type="hidden" name="version" value={record.version} />}
        {localized.length > 0 && (
          <LanguagePanels
            id="content"
            label={t("language")}
            initial={errors.length > 0 && errors.every((one) => one.endsWith(".en")) ? "en" : "fr"}
            notes={record ? { en: <EnglishBadge state={record.english} short /> } : {}}
          >
            {(locale) => <div className="grid gap-5">{localized.map((field) => input(field, locale))}</div>}
          </LanguagePanels>
        )}
      </div>
      {plain.length > 0 && <section className="panel grid content-start gap-4">{plain.map((field) => input(field))}</section>}
      <SaveBar changed={changed || !!answer}>
        <Submit name="intent" value="save">
          {t("save")}
        </Submit>
      </SaveBar>
    </Form>
  );
}
