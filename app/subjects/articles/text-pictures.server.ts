import type { AppLoadContext } from "@remix-run/node";
import { pictureIdsIn } from "#contract/formats/markdown-pictures";
import { articlePicturesApi, type TextPicture } from "#contract/publishing/article-pictures";

/** The most pictures of a text that a preview shows. */
const maxPictures = 100;

/** The pictures that texts name and that this person may use, for a preview before they are saved. */
export async function picturesNamedIn({ api }: AppLoadContext, texts: string[]): Promise<TextPicture[]> {
  const ids = [...new Set(texts.flatMap(pictureIdsIn))].slice(0, maxPictures);
  if (ids.length === 0) return [];
  return (await api.call(articlePicturesApi.find, { query: { ids: ids.join(",") } })).items;
}
