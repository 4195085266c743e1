import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import { ArticleDraft, articlesApi } from "#contract/articles";
import { documentsApi } from "#contract/documents";
import { teamsApi } from "#contract/teams";
import { ApiError } from "~/api/api-error";
import { renderMarkdown } from "~/news/markdown.server";
import { pictureField, removePictureField } from "./cover-fields";

/** What the form chooses from. */
export async function articleChoices({ api }: ActionFunctionArgs["context"]) {
  const [teams, tags] = await Promise.all([api.call(teamsApi.list), api.call(articlesApi.tags)]);
  return { teams: teams.items, tags: tags.items };
}

/**
 * The posted form with its picture already kept: the picture becomes the id the form carries on, so that it is not
 * lost when something else is to be corrected. A picture that is refused leaves its reason instead.
 */
export async function withPicture({
  request,
  context,
}: ActionFunctionArgs): Promise<{ request: Request; form: FormData; refused?: string }> {
  const form = await request.formData();
  const file = form.get(pictureField);
  form.delete(pictureField);
  if (form.has(removePictureField)) form.delete("cover.imageId");
  let refused: string | undefined;
  if (file instanceof File && file.size > 0) {
    try {
      const { id } = await context.api.call(documentsApi.createPublicMedia, { body: { file } });
      form.set("cover.imageId", id);
    } catch (error) {
      if (!(error instanceof ApiError) || ![413, 422, 429].includes(error.status)) throw error;
      refused = error.body.title ?? "common:forms.failed";
    }
  }
  return { form, refused, request: new Request(request.url, { method: "POST", body: form }) };
}

/** The form as it was typed, with both texts rendered and nothing saved. */
export function previewOf(form: FormData, refused?: string) {
  const submission = parseWithZod(form, { schema: ArticleDraft });
  const text = (name: string) => String(form.get(name) ?? "");
  const render = (locale: "fr" | "en") => ({
    title: text(`title.${locale}`),
    lead: text(`lead.${locale}`),
    html: renderMarkdown(text(`body.${locale}`), { textLocale: locale, pageLocale: locale }),
  });
  const errors = refused ? { fieldErrors: { "cover.imageId": [refused] } } : {};
  return data({
    result: submission.reply({ ...errors, resetForm: false }),
    current: undefined,
    preview: { fr: render("fr"), en: render("en") },
  });
}

/** The form with the reason why its picture was refused. */
export function pictureRefused(form: FormData, reason: string) {
  const submission = parseWithZod(form, { schema: ArticleDraft });
  return data(
    { result: submission.reply({ fieldErrors: { "cover.imageId": [reason] } as never }), current: undefined, preview: undefined },
    { status: 422 },
  );
}
