/** The two sources of pictures: our own documents through a local proxy, and the public object storage. */
export const imageSources = ["local", "bucket"] as const;
export type ImageSource = (typeof imageSources)[number];

/** The named screen sizes of the theme, in CSS pixels. */
export const screens = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, "2xl": 1536 } as const;
export const widths = Object.values(screens);
export const densities = [1, 2] as const;

export const imagePath =
  /^\/images\/(?<source>\w+)\/(?<width>\d+)@(?<density>\d)x(?<light>-light)?\/(?<name>(?:[\w-]{1,40}\/)?[\w-]{1,80})\.webp$/;

/** The most bytes of a picture in the first view: its URL marks it as light. */
export const lightBytes = 10_240;

type Weight = "light" | "full";

/** Address of a picture at a width and a density. */
export function imageUrl(source: ImageSource, name: string, width: number, density: 1 | 2, weight: Weight = "full"): string {
  return `/images/${source}/${width}@${density}x${weight === "light" ? "-light" : ""}/${name}.webp`;
}

/** `srcset` of a picture shown at most `width` CSS pixels wide: both densities of one named width. */
export function imageSet(source: ImageSource, name: string, width: (typeof widths)[number], weight: Weight = "full"): string {
  return densities.map((density) => `${imageUrl(source, name, width, density, weight)} ${density}x`).join(", ");
}

/** The widths of a picture in a text, in pixels of the picture, each as one of the named widths at a density. */
const inText = [
  [320, 320, 1],
  [640, 640, 1],
  [1280, 640, 2],
] as const;

/** A picture in a column of text: its address, and its `srcset` up to the first width that holds all of it. */
export function textPicture(id: string, width: number): { src: string; srcset: string; sizes: string } {
  const enough = inText.findIndex(([pixels]) => pixels >= width);
  const offered = inText.slice(0, enough < 0 ? inText.length : enough + 1);
  return {
    src: imageUrl("local", id, 640, 1),
    srcset: offered.map(([pixels, named, density]) => `${imageUrl("local", id, named, density)} ${pixels}w`).join(", "),
    sizes: "(min-width: 40rem) 40rem, 100vw",
  };
}

/** The same for staff, while no published article shows it. */
export const officePicture = (id: string): string => `/dashboard/admin/news/pictures/${id}`;

/**
 * The avatar's URL (S3-013, S3-014): storage base, avatar folder, uuid of the AVATAR document; a drawn one when there is
 * none. Without a public storage it is one of our own pictures.
 */
export function avatarUrl(documents: { type: string; uuid: string }[], storage: { base: string | null; folder: string }): string {
  const avatar = documents.find(({ type }) => type === "AVATAR");
  if (!avatar) return defaultAvatar;
  return storage.base === null ? imageUrl("local", avatar.uuid, 320, 1) : `${storage.base}/${storage.folder}/${avatar.uuid}`;
}

export const defaultAvatar = "/icons/avatar.svg";
