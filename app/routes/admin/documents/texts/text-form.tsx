import { getFormProps } from "@conform-to/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { roles } from "#contract/accounts/roles";
import type { NewText, TextEdit, TextRecord } from "#contract/law/legal-editing";
import { knownLegalKeys } from "#contract/law/legal-keys";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, ChoiceGroup, SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { LanguagePanels } from "~/forms/language-panels";
import { useLeaveGuard } from "~/forms/leave-guard";
import { MarkdownField } from "~/forms/markdown-field";
import { SaveBar } from "~/forms/save-bar";
import { SavedDraft } from "~/forms/saved-draft";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";

const draft = () => import("#contract/law/legal-editing").then(({ NewText }) => NewText);
const edit = () => import("#contract/law/legal-editing").then(({ TextEdit }) => TextEdit);

type Props = { text?: TextRecord; answer: FormAnswer | undefined; submission: string };

/** The form of a legal text: its text in both languages, the roles concerned, and what they must do. */
export function TextForm({ text, answer, submission }: Props) {
  const { t } = useTranslation("signing");
  const element = useRef<HTMLFormElement>(null);
  const changed = useLeaveGuard(element);
  const defaultValue = text && { ...text, blocking: tick(text.blocking), minorChange: tick(text.minorChange) };
  const [form, fields] = usePageForm<typeof NewText | typeof TextEdit>(text ? edit : draft, { id: "text", answer, defaultValue });
  const [title, body] = [fields.title.getFieldset(), fields.body.getFieldset()];
  const labels = { title: t("form.title"), body: t("form.body"), key: t("form.key") };
  return (
    <Form ref={element} submission={submission} className="record-form" {...getFormProps(form)}>
      <SavedDraft form={element} version={text?.version} answered={!!answer} />
      <div className="grid gap-5">
        <ErrorSummary form={form} labels={labels} />
        {text && <input type="hidden" name="version" value={text.version} />}
        {text && <input type="hidden" name="key" value={text.key} />}
        <LanguagePanels id="text" label={t("form.language")} initial="fr" notes={{}}>
          {(locale) => (
            <div className="grid gap-5">
              <TextField field={title[locale]} label={t("form.title")} lang={locale} />
              <MarkdownField
                field={body[locale]}
                label={t("form.body")}
                hint={t("form.bodyHint")}
                optional={locale === "en"}
                lang={locale}
                rows={24}
              />
            </div>
          )}
        </LanguagePanels>
      </div>
      <section className="panel grid content-start gap-5">
        {!text && (
          <>
            <SelectField
              field={fields.knownKey}
              label={t("form.which")}
              hint={t("form.whichHint")}
              choices={knownLegalKeys.map((key) => ({ value: key, label: t(`keys.${key}`) }))}
              empty={t("form.another")}
            />
            <TextField field={fields.key} label={t("form.key")} hint={t("form.keyHint")} />
          </>
        )}
        <ChoiceGroup
          field={fields.appliesTo}
          label={t("form.appliesTo")}
          several
          choices={roles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        />
        <Checkbox field={fields.blocking} label={t("form.blocking")} hint={t("form.blockingHint")} />
        {text && text.number > 1 && <Checkbox field={fields.minorChange} label={t("form.minor")} hint={t("form.minorHint")} />}
      </section>
      <SaveBar changed={changed || !!answer}>
        <Submit name="intent" value="save">
          {t("form.save")}
        </Submit>
      </SaveBar>
    </Form>
  );
}

function tick(value: boolean) {
  return value ? "on" : undefined;
}
