import { type ActionFunctionArgs, type AppLoadContext, data } from "@remix-run/node";
import { publicSectorsApi } from "#contract/charity/sectors";
import { pictureMark } from "#contract/formats/markdown-pictures";
import { articleThemesApi } from "#contract/publishing/article-themes";
import { ArticleDraft, type ArticleRecord } from "#contract/publishing/articles";
import { readForm } from "~/forms/submission.server";
import type { FormWithUploads } from "~/forms/uploads.server";
import { renderMarkdown } from "~/subjects/articles/markdown.server";
import { picturesNamedIn } from "~/subjects/articles/text-pictures.server";
import { storePicture } from "./pictures/store-picture.server";

type Refused = FormWithUploads["refused"];

/** The field that holds the id of an article's picture. */
export const coverPicture = "cover.imageId";

/** The choices of the form. A theme that was archived since is left to the articles that have it. */
export async function articleChoices({ api }: ActionFunctionArgs["context"], article?: ArticleRecord) {
  const [sectors, themes] = await Promise.all([api.call(publicSectorsApi.list), api.call(articleThemesApi.choices)]);
  return { sectors: sectors.items, themes: themes.items.filter(({ id, archived }) => !archived || article?.tagIds.includes(id)) };
}

const nothing = { current: undefined, preview: undefined, picture: undefined };

/** A preview: the form with both texts rendered, without saving. */
export async function previewOf(context: AppLoadContext, form: FormData, refused: Refused) {
  const submission = readForm(form, ArticleDraft);
  const text = (name: string) => String(form.get(name) ?? "");
  const pictures = await picturesNamedIn(context, [text("body.fr"), text("body.en")]);
  const render = (locale: "fr" | "en") => ({
    title: text(`title.${locale}`),
    lead: text(`lead.${locale}`),
    html: renderMarkdown(text(`body.${locale}`), { textLocale: locale, pageLocale: locale, pictures, office: true }),
  });
  const result = submission.reply({ fieldErrors: refused, resetForm: false } as never);
  return data({ ...nothing, result, preview: { fr: render("fr"), en: render("en") } });
}

/** The form with the reason why its picture was refused. */
export function pictureRefused(form: FormData, refused: Refused) {
  const submission = readForm(form, ArticleDraft);
  return data({ ...nothing, result: submission.reply({ fieldErrors: refused as never }) }, { status: 422 });
}

/** A picture for the text, from the form itself: its mark to copy, or what is missing. */
export type AddedPicture = {
  stored?: { id: string; mark: string };
  fault?: { field: "file" | "alternative"; text: string };
  alternative: string;
  decorative: boolean;
};

/** Whether a form brings a picture for its text: its button was pressed, or one was chosen and the form saved without it. */
export function bringsPicture(form: FormData): boolean {
  const file = form.get("picture-file");
  return form.get("intent") === "picture" || (file instanceof File && file.size > 0);
}

/** Stores the picture of a form without script, and gives the form back with its mark. Nothing else is saved. */
export async function addPicture(context: AppLoadContext, form: FormData, refused: Refused) {
  const submission = readForm(form, ArticleDraft);
  const picture = await storedPicture(context, form);
  const result = submission.reply({ fieldErrors: refused, resetForm: false } as never);
  return data({ ...nothing, result, picture }, { status: picture.fault ? 422 : 200 });
}

async function storedPicture(context: AppLoadContext, form: FormData): Promise<AddedPicture> {
  const { t } = context;
  const alternative = String(form.get("picture-alternative") ?? "").trim();
  const given = { alternative, decorative: form.has("picture-decorative") };
  if (!alternative && !given.decorative) return { ...given, fault: { field: "alternative", text: t("markdown:noAlternative") } };
  const stored = await storePicture(context, form.get("picture-file"));
  if ("refused" in stored) return { ...given, fault: { field: "file", text: stored.refused } };
  return {
    alternative: "",
    decorative: false,
    stored: { id: stored.id, mark: pictureMark(stored.id, given.decorative ? "" : alternative) },
  };
}
