/** Reads a URL; null when the answer is none. */
export type Get = (url: URL) => Promise<unknown>;

export function urlOf(base: string, path: string, query: Record<string, string>): URL {
  const url = new URL(base + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

export async function getJson(url: URL): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000), headers: { accept: "application/json" } });
  return answer.ok ? answer.json() : null;
}

/** An unavailable register must not prevent a registration. */
export function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch(() => null);
}
