import type { Page } from "./load.ts";
import { urlsIn } from "./sitemap.ts";
import { type Weight, weigh } from "./weight.ts";

export type PublicPage = { path: string } & Weight;

/** Every public page of the sitemap in both languages, with one article and one team: the bytes of its first view. */
export async function weighPublicPages(url: string, headers: Page["headers"]): Promise<PublicPage[]> {
  const pages: PublicPage[] = [];
  for (const path of await urlsIn(url)) pages.push({ path, ...(await weigh(url, { path, headers })) });
  return pages;
}
