import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { purgeKind } from "#contract/api/operations";
import { type CacheRules, oneHour } from "~/layouts/cache-rules";
import { bytesOf } from "~/server/encoding/bytes-response.server";
import { encodingFor } from "~/server/encoding/compression.server";
import { type CacheMetrics, createCacheMetrics } from "./cache-metrics.server";
import { type Held, heldBy } from "./cache-usage.server";
import { DataCache, type Made } from "./data-cache.server";
import { franceToday } from "./france-today.server";

/** How long a stale page is served while it is re-rendered. */
const staleFor = 1_000;
const everyGroup = "*";
const limit = 64 * 1024 * 1024;
/** The most spellings of a page's path. */
const maxRules = 2_000;
/** The most variants of one page, with different query values. */
const maxVariants = 20;
/** Internal header with the cache rules of a rendered page; it is never sent. */
export const rulesHeader = "x-page-rules";

export type CachedPage = {
  url: URL;
  status: number;
  /** Headers of every encoding, and of a 304. */
  headers: Headers;
  body: Buffer;
  etag: string;
  encoded: Partial<Record<"br" | "gzip", Buffer>>;
  rules: CacheRules;
  group: string;
  /** Whether it may be cached for others. */
  shared: boolean;
};

/** A page that failed to render: the next request tries again, and a stale one may be served. */
class FailedPage extends Error {
  readonly page: CachedPage;

  constructor(page: CachedPage) {
    super(`A page was answered with ${page.status}.`);
    this.page = page;
  }
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Cached pages of visitors, ready to send until something they show changes. */
export class PageCache {
  readonly #pages: DataCache<CachedPage>;
  /** The cache rules of cacheable pages, by path. */
  readonly #rulesOf = new Map<string, CacheRules>();
  readonly #changedAt = new Map<string, number>();
  readonly metrics: CacheMetrics;
  #changes = 0;
  /** Whether the change feed is connected: otherwise nothing is cached or served. */
  live = false;
  readonly #served: (pathname: string) => void;
  readonly #today: () => string;
  #day: string;

  /** `served` is called for every cache hit. */
  constructor({ served = () => {}, clock = Date.now }: { served?: (pathname: string) => void; clock?: () => number } = {}) {
    this.#served = served;
    this.#today = franceToday(clock);
    this.#day = this.#today();
    this.metrics = createCacheMetrics(clock);
    this.#pages = new DataCache<CachedPage>({
      maxAge: oneHour,
      staleFor,
      limit,
      clock,
      // The prepared response of each encoding.
      weigh: ({ body, encoded }) => 2 * (body.byteLength + (encoded.br?.byteLength ?? 0) + (encoded.gzip?.byteLength ?? 0)),
      evicted: ({ group }) => this.metrics.count(group, "evictions"),
    });
  }

  /** The cacheable page for a request without session or flash message; null for any other. */
  async answer(request: Request, render: (canonical: Request) => Promise<Response>): Promise<Response | null> {
    const key = this.live ? this.#keyOf(request) : null;
    if (!key) return null;
    this.#turnDay();
    try {
      const { value, from } = await this.#pages.get(key, () => this.#make(key, request, render));
      if (value.shared) this.metrics.count(value.group, from === "cached" ? "hits" : from === "stale" ? "stale" : "misses");
      if (from !== "made") this.#served(value.url.pathname);
      return send(value, request);
    } catch (error) {
      if (error instanceof FailedPage) return send(error.page, request);
      throw error;
    }
  }

  /** The response for an uncached page: the page, or a stale one when it failed to render. */
  uncached(request: Request, made: Response): Response {
    this.#learn(new URL(request.url).pathname, made);
    return (made.status >= 500 && this.staleResponse(request)) || made;
  }

  /** The cached visitors' page, stale or not, for anyone while it cannot be rendered; it holds no personal data. */
  staleResponse(request: Request, setCookies: string[] = []): Response | null {
    const key = this.#keyOf(request);
    const page = key && this.#pages.last(key);
    if (!page) return null;
    this.metrics.count(page.group, "stale");
    this.#served(page.url.pathname);
    const answer = send(page, request);
    for (const line of setCookies) answer.headers.append("set-cookie", line);
    return answer;
  }

  /** The fresh cached page of exactly this path and query. The caller reports its use with `answered`. */
  cached(target: string): CachedPage | null {
    if (!this.live) return null;
    this.#turnDay();
    return this.#pages.fresh(target);
  }

  answered({ group, url }: CachedPage) {
    this.metrics.count(group, "hits");
    this.#served(url.pathname);
  }

  #turnDay() {
    if (this.#day === this.#today()) return;
    this.#day = this.#today();
    this.changed("day");
  }

  /** Invalidates pages that show this entity type; all pages, when the change is unknown. */
  changed(kind: string | null) {
    this.#changes += 1;
    if (kind === null) {
      this.#changedAt.set("*", this.#changes);
      this.#pages.doubt();
      return;
    }
    this.#changedAt.set(kind, this.#changes);
    if (kind.startsWith(purgeKind)) return this.#purge(kind.slice(purgeKind.length));
    this.#pages.expire(({ rules }) => rules.on.some((one) => one === kind));
  }

  #purge(group: string) {
    this.#pages.drop((page) => group === everyGroup || page.group === group);
  }

  /** The cached pages, by group. */
  groups(): Held {
    this.#pages.sweep();
    return heldBy(this.#pages.values(), ({ group, body }) => ({ group, bytes: body.byteLength }));
  }

  /** Reads the cache rules of a page that was not rendered for the cache. */
  #learn(pathname: string, { headers }: Response) {
    const rules = readRules(headers.get(rulesHeader));
    if (rules) this.#remember(pathname, rules);
  }

  /** When there are too many, all are cleared, and learnt again from the next requests. */
  #remember(pathname: string, rules: CacheRules) {
    if (this.#rulesOf.size >= maxRules) this.#rulesOf.clear();
    this.#rulesOf.set(pathname, rules);
  }

  /** Whether one more variant of a page may be cached: otherwise invented query values could evict all others. */
  #hasRoom(key: string, pathname: string): boolean {
    if (key === pathname) return true;
    let forms = 0;
    for (const { key: other, value } of this.#pages.values()) if (other !== key && value.url.pathname === pathname) forms += 1;
    return forms < maxVariants;
  }

  /** The key: path and relevant parameters, sorted; null when they are unknown, or one has free values. */
  #keyOf(request: Request): string | null {
    const { pathname, search, searchParams } = new URL(request.url);
    if (!search) return pathname;
    const rules = this.#rulesOf.get(pathname);
    const { query = [], unbounded = [], evenEmpty = [] } = rules ?? {};
    // An empty form field is ignored, unless the page answers it.
    const given = [...searchParams].filter(([name, value]) => value !== "" || evenEmpty.includes(name));
    if (!rules || given.some(([name, value]) => value !== "" && unbounded.includes(name))) return null;
    const read = given.filter(([name]) => query.includes(name) || evenEmpty.includes(name));
    if (read.length > 8) return null;
    return read.length > 0 ? `${pathname}?${new URLSearchParams(read.sort(([a], [b]) => a.localeCompare(b)))}` : pathname;
  }

  async #make(key: string, { url }: Request, render: (canonical: Request) => Promise<Response>): Promise<Made<CachedPage>> {
    const begun = this.#changes;
    const response = await render(new Request(new URL(key, url)));
    const body = bytesOf(response) ?? Buffer.from(await response.arrayBuffer());
    const rules = readRules(response.headers.get(rulesHeader));
    const headers = new Headers(response.headers);
    headers.delete(rulesHeader);
    headers.append("vary", "Accept-Encoding");
    const target = new URL(key, url);
    const { pathname } = target;
    const group = pathname.replace(/^\/en(?=\/|$)/, "").split("/")[1] || "home";
    const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    if (response.status === 200) headers.set("etag", etag);
    const value: CachedPage = {
      url: target,
      status: response.status,
      headers,
      body,
      etag,
      encoded: {},
      rules: rules ?? { on: [] },
      group,
      shared: false,
    };
    if (response.status >= 500) throw new FailedPage(value);
    const mayKeep = rules !== null && response.status === 200 && !response.headers.has("set-cookie") && this.#hasRoom(key, pathname);
    if (mayKeep) {
      this.#remember(pathname, rules);
      value.shared = true;
      await encode(value);
    }
    // Checked last: the page also lacks changes during its compression.
    const overtaken = ["*", purgeKind + group, purgeKind + everyGroup, ...value.rules.on].some(
      (kind) => (this.#changedAt.get(kind) ?? 0) > begun,
    );
    return { value, cacheable: mayKeep && !overtaken };
  }
}

/** With the best compression: one visitor waits a moment, and the page is smaller for everyone. */
async function encode(page: CachedPage) {
  const [br, zipped] = await Promise.all([
    brotli(page.body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: page.body.byteLength } }),
    zip(page.body, { level: 9 }),
  ]);
  page.encoded = { br, gzip: zipped };
}

/** The response for a request: a 304 when the browser has the page already. */
export function formOf(page: CachedPage, given: { acceptEncoding: string | null | undefined; ifNoneMatch: string | null | undefined }) {
  if (page.status === 200 && given.ifNoneMatch && matches(given.ifNoneMatch, page.etag))
    return { status: 304, headers: page.headers, bytes: null };
  const encoding = encodingFor(given.acceptEncoding);
  const encoded = encoding ? page.encoded[encoding] : undefined;
  return { status: page.status, headers: page.headers, encoding: encoded ? encoding : null, bytes: encoded ?? page.body };
}

/** ETags are compared without `W/` (RFC 9110, 13.1.2); a star matches any. */
function matches(given: string, etag: string): boolean {
  return given.trim() === "*" || given.includes(etag.replace(/^W\//, ""));
}

export type PageForm = ReturnType<typeof formOf>;

export function headersOf({ headers: all, encoding, bytes }: PageForm): Headers {
  const headers = new Headers(all);
  if (encoding) headers.set("content-encoding", encoding);
  if (bytes) headers.set("content-length", String(bytes.byteLength));
  return headers;
}

function send(page: CachedPage, { method, headers }: Request): Response {
  const form = formOf(page, { acceptEncoding: headers.get("accept-encoding"), ifNoneMatch: headers.get("if-none-match") });
  return new Response(method === "HEAD" ? null : (form.bytes as BodyInit | null), { status: form.status, headers: headersOf(form) });
}

function readRules(header: string | null): CacheRules | null {
  return header ? (JSON.parse(header) as CacheRules) : null;
}
