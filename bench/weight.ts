import { bytesOnTheWire, fetchOnce, type Page } from "./load.ts";

export type Weight = {
  html: number;
  styles: number;
  scripts: number;
  blocking: number;
  hydrated: boolean;
  scriptFiles: Map<string, number>;
};

/** Brotli bytes of a page's own document, the head of its response included, of its style sheets and its scripts, and how many requests stand before the first paint. */
export async function weigh(url: string, page: Page): Promise<Weight> {
  const request = { ...page, headers: { ...page.headers, "accept-encoding": "br" } };
  const { body: plain } = await fetchOnce(url, { ...page, headers: { ...page.headers, "accept-encoding": "identity" } });
  const text = plain.toString();
  const tags = [...text.matchAll(/<(?:link|script)\b[^>]*>/g)].map(([tag]) => tag);
  // A style sheet for print alone is loaded after the page has been painted.
  const styles = urlsOf(tags, /^(?!.*\bmedia="print").*rel="stylesheet"/, "href");
  const scripts = [...urlsOf(tags, /^<script\b/, "src"), ...urlsOf(tags, /rel="modulepreload"/, "href")];
  const imported = [...text.matchAll(/import(?:\s*\*\s*as\s+\w+\s+from)?\s*"(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
  const waiting = tags.filter((tag) => /^<script\b[^>]*\bsrc=/.test(tag) && !/\b(async|defer)\b|type="module"/.test(tag));
  const weightsOf = async (paths: Iterable<string>) => {
    const weights = new Map<string, number>();
    for (const path of new Set(paths)) weights.set(path, (await fetchOnce(url, { path, headers: request.headers })).body.byteLength);
    return weights;
  };
  const scriptFiles = await weightsOf([...scripts, ...imported]);
  return {
    html: await bytesOnTheWire(url, request),
    styles: sum((await weightsOf(styles)).values()),
    scripts: sum(scriptFiles.values()),
    scriptFiles,
    blocking: 1 + styles.length + waiting.length,
    hydrated: imported.length > 0,
  };
}

function urlsOf(tags: string[], kind: RegExp, attribute: "href" | "src"): string[] {
  return tags.filter((tag) => kind.test(tag)).flatMap((tag) => tag.match(new RegExp(`\\b${attribute}="(/[^"]+)"`))?.[1] ?? []);
}

/** A sequence of screens, and the bytes of script that each one loads first. */
export async function weighWalk(url: string, headers: Page["headers"], walk: string[]): Promise<{ path: string; scripts: number }[]> {
  const known = new Set<string>();
  const steps: { path: string; scripts: number }[] = [];
  for (const path of walk) {
    const { scriptFiles } = await weigh(url, { path, headers });
    const fresh = [...scriptFiles].filter(([file]) => !known.has(file));
    steps.push({ path, scripts: sum(fresh.map(([, bytes]) => bytes)) });
    for (const [file] of fresh) known.add(file);
  }
  return steps;
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((all, one) => all + one, 0);
}
