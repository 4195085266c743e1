import { getFormProps } from "@conform-to/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { SectorName } from "#contract/charity/sectors";
import type { ThemeChoice } from "#contract/publishing/article-themes";
import type { ArticleRecord } from "#contract/publishing/articles";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, ChoiceGroup, SelectField, TextArea, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { LanguagePanels } from "~/forms/language-panels";
import { useLeaveGuard } from "~/forms/leave-guard";
import { MarkdownField } from "~/forms/markdown-field";
import { SaveBar } from "~/forms/save-bar";
import { SavedDraft } from "~/forms/saved-draft";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { CoverFields } from "./cover-fields";
import { PictureForText } from "./picture-for-text";
import { SearchPreview } from "./search-preview";

const draft = () => import("#contract/publishing/articles").then(({ ArticleDraft }) => ArticleDraft);
const edit = () => import("#contract/publishing/articles").then(({ ArticleEdit }) => ArticleEdit);

export type ArticleChoices = { sectors: SectorName[]; themes: ThemeChoice[] };

type Props = { article?: ArticleRecord; choices: ArticleChoices; answer: FormAnswer | undefined; submission: string };

/** The article form, shared by the create and edit pages. Works as a plain HTML form. */
export function ArticleForm({ article, choices, answer, submission }: Props) {
  const { t } = useTranslation("articles");
  const { t: common } = useTranslation();
  const { locale: page } = usePage();
  const element = useRef<HTMLFormElement>(null);
  const changed = useLeaveGuard(element);
  const [form, fields] = usePageForm(article ? edit : draft, {
    id: "article",
    answer,
    defaultValue: article && valuesOf(article),
  });
  const [title, lead, body, slug] = [
    fields.title.getFieldset(),
    fields.lead.getFieldset(),
    fields.body.getFieldset(),
    fields.slug.getFieldset(),
  ];
  const inEnglish = Object.keys(form.allErrors).every((name) => name.endsWith(".en")) && Object.keys(form.allErrors).length > 0;
  return (
    <Form ref={element} encType="multipart/form-data" submission={submission} {...getFormProps(form)}>
      <div className="record-text">
        <SavedDraft form={element} version={article?.version} answered={!!answer} />
        <ErrorSummary
          form={form}
          labels={{
            title: t("form.title"),
            lead: t("form.lead"),
            body: t("form.body"),
            slug: t("form.slug"),
            teamId: t("form.team"),
            tagIds: t("form.tags"),
            pinnedUntil: t("form.pinnedUntil"),
          }}
        />
        {article && <input type="hidden" name="version" value={article.version} />}
        <LanguagePanels
          id="article"
          label={t("form.language")}
          initial={inEnglish ? "en" : "fr"}
          notes={article ? { fr: t(`status.${article.status}`), en: common(`english.${article.english}`) } : {}}
        >
          {(locale) => (
            <div className="grid gap-4">
              <div className="beside-label grid gap-4">
                <TextField field={title[locale]} label={t("form.title")} hint={t("form.titleHint")} lang={locale} />
                <TextArea
                  field={lead[locale]}
                  label={t("form.lead")}
                  optional={locale === "en"}
                  hint={t("form.leadHint")}
                  rows={2}
                  lang={locale}
                />
              </div>
              <MarkdownField
                field={body[locale]}
                label={t("form.body")}
                optional={locale === "en"}
                lang={locale}
                picturesTo="/dashboard/admin/news/pictures"
              />
              <TextField field={slug[locale]} label={t("form.slug")} hint={t("form.slugHint")} />
              {locale === "en" && <Checkbox field={fields.englishIsCurrent} label={t("form.englishIsCurrent")} />}
            </div>
          )}
        </LanguagePanels>
        <PictureForText answer={answer} />
      </div>
      <div className="record-rail">
        <section className="panel grid gap-4">
          <SelectField
            field={fields.teamId}
            label={t("form.team")}
            empty={t("form.noTeam")}
            optional={false}
            choices={choices.sectors.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <ChoiceGroup
            field={fields.tagIds}
            label={t("form.tags")}
            hint={t("form.tagsHint")}
            several
            columns
            choices={choices.themes.map(({ id, label }) => ({ value: id, label }))}
          />
          <TextField field={fields.pinnedUntil} type="date" label={t("form.pinnedUntil")} />
        </section>
        <CoverFields field={fields.cover} article={article} />
        {article && <SearchPreview article={article} />}
      </div>
      <SaveBar changed={changed || !!answer}>
        {article && !changed && !answer && (
          <p className="muted mr-auto max-sm:basis-full">
            {t("form.savedAt", { date: formatDate(page, article.updatedAt, "time"), name: article.updatedBy })}
          </p>
        )}
        <Submit name="intent" value="preview" variant="line">
          {t("form.previewButton")}
        </Submit>
        <Submit name="intent" value="save">
          {t("form.save")}
        </Submit>
      </SaveBar>
    </Form>
  );
}

function valuesOf({ title, lead, body, slug, tagIds, teamId, cover, pinnedUntil, english }: ArticleRecord) {
  return {
    title,
    lead,
    body,
    slug,
    tagIds,
    teamId,
    pinnedUntil,
    cover: { ...cover, imageId: cover.imageId ?? undefined },
    englishIsCurrent: english === "reviewed",
  };
}
