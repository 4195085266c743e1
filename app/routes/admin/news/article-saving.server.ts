import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import { publicSectorsApi } from "#contract/charity/sectors";
import { articleThemesApi } from "#contract/publishing/article-themes";
import { ArticleDraft, type ArticleRecord } from "#contract/publishing/articles";
import type { FormWithUploads } from "~/forms/uploads.server";
import { renderMarkdown } from "~/subjects/articles/markdown.server";

type Refused = FormWithUploads["refused"];

/** The field that holds the id of an article's picture. */
export const coverPicture = "cover.imageId";

/** The choices of the form. A theme that was archived since is left to the articles that have it. */
export async function articleChoices({ api }: ActionFunctionArgs["context"], article?: ArticleRecord) {
  const [sectors, themes] = await Promise.all([api.call(publicSectorsApi.list), api.call(articleThemesApi.choices)]);
  return { sectors: sectors.items, themes: themes.items.filter(({ id, archived }) => !archived || article?.tagIds.includes(id)) };
}

/** A preview: the form with both texts rendered, without saving. */
export function previewOf(form: FormData, refused: Refused) {
  const submission = parseWithZod(form, { schema: ArticleDraft });
  const text = (name: string) => String(form.get(name) ?? "");
  const render = (locale: "fr" | "en") => ({
    title: text(`title.${locale}`),
    lead: text(`lead.${locale}`),
    html: renderMarkdown(text(`body.${locale}`), { textLocale: locale, pageLocale: locale }),
  });
  return data({
    result: submission.reply({ fieldErrors: refused, resetForm: false } as never),
    current: undefined,
    preview: { fr: render("fr"), en: render("en") },
  });
}

/** The form with the reason why its picture was refused. */
export function pictureRefused(form: FormData, refused: Refused) {
  const submission = parseWithZod(form, { schema: ArticleDraft });
  return data({ result: submission.reply({ fieldErrors: refused as never }), current: undefined, preview: undefined }, { status: 422 });
}
