import * as z from "zod";

/** What a mark says in place of an alternative text when its picture is decorative: `![](url "decorative")`. */
export const decorative = "decorative";

const shown = 1280;

/** The url of one of our pictures in a text. It shows the picture by itself too, wherever else the text is read. */
export const pictureUrl = (id: string): string => `/images/local/${shown}@1x/${id}.webp`;

const localPictureUrl = /^\/images\/local\/\d{1,4}@[12]x\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** The id of the picture at an url; null when it is none of ours. */
export const pictureIdOf = (url: string): string | null => localPictureUrl.exec(url)?.[1] ?? null;

/** The mark of a picture. Brackets and line breaks would end it. */
export function pictureMark(id: string, alternative: string): string {
  const text = alternative.replace(/\s+/g, " ").replaceAll("[", "(").replaceAll("]", ")").replaceAll("\\", "/").trim();
  return text ? `![${text}](${pictureUrl(id)})` : `![](${pictureUrl(id)} "${decorative}")`;
}

type Mark = { alternative: string; url: string; decorative: boolean };

/** `![text](url "title")`, or the beginning of one whose URL is defined elsewhere. */
const marks = /!\[([^[\]]*)\](?:\(([^\s()]*)(?: +"([^"]*)")? *\)|[[(])/g;

/** The pictures that a text shows; one that is not written as our mark has no url here. */
export function picturesIn(text: string): Mark[] {
  return [...text.matchAll(marks)].map(([, alternative = "", url = "", title = ""]) => ({
    alternative: alternative.trim(),
    url,
    decorative: title === decorative,
  }));
}

/** The ids of our pictures that a text names, each once. */
export function pictureIdsIn(text: string): string[] {
  return [...new Set(picturesIn(text).flatMap(({ url }) => pictureIdOf(url) ?? []))];
}

/** A text that may show our pictures, each with an alternative text unless it is decorative. */
export const withOwnPictures = (text: z.ZodString) =>
  text
    .refine((written) => picturesIn(written).every(({ url }) => pictureIdOf(url)), "markdown:foreignPicture")
    .refine((written) => picturesIn(written).every((mark) => mark.alternative || mark.decorative), "markdown:noAlternative");

/** A text in Markdown without pictures; `missing` is the message when a required text is empty. */
export const markdownText = (longest: number, missing?: string) =>
  z
    .string(missing)
    .trim()
    .max(longest, { abort: true })
    .refine((written) => picturesIn(written).length === 0, "markdown:noPictures");
