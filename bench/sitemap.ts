import { fetchOnce } from "./load.ts";

/** Paths that the sitemap names, and one record of each kind in place of all. */
export async function urlsIn(url: string): Promise<string[]> {
  const { body } = await fetchOnce(url, { path: "/sitemap.xml", headers: {} });
  const paths = [...body.toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname);
  const kindOf = (path: string) => path.replace(/^((?:\/en)?\/(?:news|team|jobs))\/.*/, "$1/{id}");
  return [...new Map(paths.map((path) => [kindOf(path), path])).values()];
}
