import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { coverObjects, coverPatterns, coverTones } from "#contract/publishing/article-covers";
import type { ArticleDraft, ArticleRecord } from "#contract/publishing/articles";
import { SelectField, TextField } from "~/forms/fields";
import { PictureField } from "~/forms/picture-field";
import { Cover } from "~/subjects/articles/cover";
import { DrawingSymbols } from "~/ui/drawing";

type Props = {
  field: FieldMetadata<z.input<typeof ArticleDraft>["cover"], z.input<typeof ArticleDraft>>;
  article: ArticleRecord | undefined;
};

/** The cover: a drawing of three choices, or a picture with its description. */
export function CoverFields({ field, article }: Props) {
  const { t } = useTranslation("articles");
  const cover = field.getFieldset();
  const alt = cover.alt.getFieldset();
  return (
    <section className="panel grid gap-4" aria-labelledby="cover">
      <h2 id="cover" className="panel-title">
        {t("form.cover")}
      </h2>
      {article && (
        <>
          <DrawingSymbols names={[article.cover.object]} />
          <Cover cover={{ ...article.cover, alt: article.cover.alt.fr }} className="aspect-video w-full rounded-md" />
        </>
      )}
      <div className="grid gap-4 sm:grid-cols-3 lg:grid-cols-1">
        <SelectField
          field={cover.tone}
          label={t("form.tone")}
          optional={false}
          choices={coverTones.map((value) => ({ value, label: t(`tones.${value}`) }))}
        />
        <SelectField
          field={cover.pattern}
          label={t("form.pattern")}
          optional={false}
          choices={coverPatterns.map((value) => ({ value, label: t(`patterns.${value}`) }))}
        />
        <SelectField
          field={cover.object}
          label={t("form.object")}
          optional={false}
          choices={coverObjects.map((value) => ({ value, label: t(`objects.${value}`) }))}
        />
      </div>
      <p className="hint">{t("form.coverHint")}</p>
      <PictureField field={cover.imageId} label={t("form.picture")} />
      <TextField field={alt.fr} label={t("form.alt")} hint={t("form.altHint")} lang="fr" />
      <TextField field={alt.en} label={t("form.altEnglish")} lang="en" />
    </section>
  );
}
