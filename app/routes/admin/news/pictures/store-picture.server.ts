import type { AppLoadContext } from "@remix-run/node";
import { articlePicturesApi, type TextPicture } from "#contract/publishing/article-pictures";
import { ApiError } from "~/api/api-error";

/** A stored picture, or the sentence that says why it was refused. */
export type StoredPicture = TextPicture | { refused: string };

/** Stores a picture for the text of an article. */
export async function storePicture({ api, t }: AppLoadContext, file: FormDataEntryValue | null): Promise<StoredPicture> {
  if (!(file instanceof File) || file.size === 0) return { refused: t("markdown:picture.noFile") };
  try {
    const { id, width, height } = await api.call(articlePicturesApi.create, { body: { file } });
    return { id, width: width ?? 0, height: height ?? 0 };
  } catch (error) {
    if (!(error instanceof ApiError) || ![413, 422, 429].includes(error.status)) throw error;
    return { refused: error.body.title ?? t("common:forms.failed") };
  }
}
