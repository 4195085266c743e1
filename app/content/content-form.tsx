import { type FieldMetadata, getFormProps } from "@conform-to/react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import type { Locale } from "#contract/formats/locale";
import type { ContentChoice, ContentRecord, StoredContent } from "#contract/publishing/content";
import type { ContentName } from "#contract/publishing/content-names";
import { ErrorSummary } from "~/forms/error-summary";
import { StarNote, StarRequired } from "~/forms/field-marks";
import { Form, Submit } from "~/forms/form";
import { FormGroup } from "~/forms/form-group";
import { InLanguages, LanguageSwitch } from "~/forms/language-panels";
import { useLeaveGuard } from "~/forms/leave-guard";
import { SaveBar } from "~/forms/save-bar";
import { SavedDraft } from "~/forms/saved-draft";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { useTranslate } from "~/i18n/use-translate";
import { EnglishBadge } from "~/ui/english-badge";
import { LocalDate } from "~/ui/local-date";
import { ContentInput, fieldWidth } from "./content-input";
import { groupsOf } from "./field-groups";
import { subjectTexts } from "./labels";
import { contentSubjects } from "./subjects";
import type { ContentField } from "./subjects/subject";

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

/** With more optional fields than this, the required ones are marked instead. */
const fewOptional = 2;

/** The form of any content subject, its fields in groups. It is inside a `record-page`: pictures are in the rail. */
export function ContentForm({ name, part, record, model, choices, answer, submission }: Props) {
  const { t } = useTranslation("content");
  const texts = subjectTexts(name, useTranslate());
  const element = useRef<HTMLFormElement>(null);
  const changed = useLeaveGuard(element);
  const { api, fields } = { ...contentSubjects[name], ...part };
  const schema = part?.schema ?? (async () => (await api())[record ? "Edit" : "Draft"]);
  const [form, metadata] = usePageForm(schema, { id: "record", answer, defaultValue: (record ?? model) as never });
  const faults = Object.keys(form.allErrors);
  const groups = groupsOf(contentSubjects[name], fields);
  const localized = fields.some((field) => field.localized);
  const ofField = (field: ContentField) => metadata[field.name] as FieldMetadata<Record<Locale, string>> | undefined;
  const input = (field: ContentField, locale?: Locale): ReactNode => {
    const all = ofField(field);
    if (!all) return null;
    const one = locale ? all.getFieldset()[locale] : all;
    return <ContentInput key={field.name} field={field} input={one as never} texts={texts} choices={choices} lang={locale} />;
  };
  const bodyOf = (group: (typeof groups)[number]) =>
    group.fields.map((field) => (
      <div key={field.name} className={fieldWidth(field)}>
        {field.localized ? <InLanguages>{(locale) => input(field, locale)}</InLanguages> : input(field)}
      </div>
    ));
  const inGroups = groups.flatMap((group) => group.fields);
  const labels = Object.fromEntries(inGroups.map((field) => [field.name, texts(`field.${field.name}`)]));
  const optional = fields.filter((field) => (field.localized ? !ofField(field)?.getFieldset().fr?.required : !ofField(field)?.required));
  const isAtFault = ({ fields: own }: (typeof groups)[number]) =>
    own.some((field) => faults.some((fault) => fault === field.name || fault.startsWith(`${field.name}.`)));
  const inRail = groups.filter((group) => group.inRail);
  const inForm = groups.filter((group) => !group.inRail);
  return (
    <StarRequired when={optional.length > fewOptional}>
      <Form ref={element} encType="multipart/form-data" submission={submission} className="language-panels" {...getFormProps(form)}>
        <div className="record-text">
          <SavedDraft form={element} version={record?.version} answered={!!answer} />
          <ErrorSummary form={form} labels={labels} />
          {record && <input type="hidden" name="version" value={record.version} />}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            {localized && (
              <LanguageSwitch
                id="content"
                label={t("language")}
                initial={faults.length > 0 && faults.every((one) => one.endsWith(".en")) ? "en" : "fr"}
                notes={record ? { en: <EnglishBadge state={record.english} short /> } : {}}
              />
            )}
            <StarNote />
          </div>
          {inForm.map((group, at) => (
            <FormGroup
              key={group.name ?? ""}
              title={group.name && t(`group.${group.name}`)}
              number={inForm.length > 1 && !group.folded ? at + 1 : undefined}
              folded={group.folded}
              atFault={isAtFault(group)}
            >
              {bodyOf(group)}
            </FormGroup>
          ))}
        </div>
        {inRail.length > 0 && (
          <div className="record-rail">
            {inRail.map((group) => (
              <FormGroup key={group.name ?? ""} title={group.name && t(`group.${group.name}`)} atFault={isAtFault(group)}>
                {bodyOf(group)}
              </FormGroup>
            ))}
          </div>
        )}
        <SaveBar changed={changed || !!answer}>
          {record && !changed && !answer && (
            <p className="muted mr-auto max-sm:basis-full">
              {t("savedAt")} <LocalDate value={record.updatedAt} style="time" />
              {record.updatedBy && `, ${record.updatedBy}`}
            </p>
          )}
          <Submit name="intent" value="save">
            {t("save")}
          </Submit>
        </SaveBar>
      </Form>
    </StarRequired>
  );
}
