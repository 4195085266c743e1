import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import { publicSectorsApi } from "#contract/charity/sectors";
import { ArticleDraft, articlesApi } from "#contract/publishing/articles";
import type { FormWithUploads } from "~/forms/uploads.server";
import { renderMarkdown } from "~/subjects/articles/markdown.server";

type Refused = FormWithUploads["refused"];

/** The field that holds the id of an article's picture. */
export const coverPicture = "cover.imageId";

/** The choices of the form. */
export async function articleChoices({ api }: ActionFunctionArgs["context"]) {
  const [sectors, tags] = await Promise.all([api.call(publicSectorsApi.list), api.call(articlesApi.tags)]);
  return { sectors: sectors.items, tags: tags.items };
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
