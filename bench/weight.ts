import { fetchOnce, type Page } from "./load.ts";

export type Weight = { html: number; styles: number; scripts: number; blocking: number; hydrated: boolean };

/** Brotli bytes of a page's own document, its style sheets and its scripts, and how many requests stand before the first paint. */
export async function weigh(url: string, page: Page): Promise<Weight> {
  const asked = { ...page, headers: { ...page.headers, "accept-encoding": "br" } };
  const { body: html } = await fetchOnce(url, asked);
  const { body: plain } = await fetchOnce(url, { ...page, headers: { ...page.headers, "accept-encoding": "identity" } });
  const text = plain.toString();
  const tags = [...text.matchAll(/<(?:link|script)\b[^>]*>/g)].map(([tag]) => tag);
  const styles = addresses(tags, /rel="stylesheet"/, "href");
  const scripts = [...addresses(tags, /^<script\b/, "src"), ...addresses(tags, /rel="modulepreload"/, "href")];
  const imported = [...text.matchAll(/import(?:\s*\*\s*as\s+\w+\s+from)?\s*"(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
  const waiting = tags.filter((tag) => /^<script\b[^>]*\bsrc=/.test(tag) && !/\b(async|defer)\b|type="module"/.test(tag));
  const bytesOf = async (paths: Iterable<string>) => {
    let bytes = 0;
    for (const path of new Set(paths)) bytes += (await fetchOnce(url, { path, headers: asked.headers })).body.byteLength;
    return bytes;
  };
  return {
    html: html.byteLength,
    styles: await bytesOf(styles),
    scripts: await bytesOf([...scripts, ...imported]),
    blocking: 1 + styles.length + waiting.length,
    hydrated: imported.length > 0,
  };
}

function addresses(tags: string[], kind: RegExp, attribute: "href" | "src"): string[] {
  return tags.filter((tag) => kind.test(tag)).flatMap((tag) => tag.match(new RegExp(`\\b${attribute}="(/[^"]+)"`))?.[1] ?? []);
}
