import { performance as eventLoop } from "node:perf_hooks";
import { createFetch, FetchError, type FetchOptions } from "ofetch";
import type * as z from "zod";
import { sessionApi, type sessionCookies } from "#contract/accounts/session";
import { type Endpoint, mayBeSlow } from "#contract/api/endpoint";
import { tokenExpiredStatus } from "#contract/api/problem";
import { defaultLocale, isLocale } from "#contract/formats/locale";
import type { ApiResponseCache } from "~/server/cache/api-response-cache.server";
import { ApiError } from "./api-error";
import type { BackendHealth } from "./backend-health.server";
import type { CookieJar } from "./cookie-jar.server";
import { isBackendUnavailable } from "./outage";
import { PageReads } from "./page-reads.server";
import type { RefreshOutcome, RefreshQueue } from "./refresh.server";
import { type Transport, untilAborted } from "./transport.server";

/** Statuses on which a safe call is retried once (S7-007). */
export const retryStatuses = [408, 409, 425, 429, 500, 502, 503, 504];
/** Milliseconds of one try, of all calls of a browser's request, and the least remaining time for another try. */
export const timeouts = { try: 5_000, request: 8_000 };
const leastRetryTime = 1_000;
/**
 * A process whose event loop was busy for this share of a request's time is late itself: the backend gets more time then, checked every
 * so many milliseconds, up to the last of these.
 */
const busy = { share: 0.8, again: 250, longest: 18_000 };
const isTimeout = (error: unknown) => error instanceof Error && error.cause instanceof DOMException && error.cause.name === "TimeoutError";
/** The refusals of a refresh. After any other failure it is unknown whether the session is valid, and it stays. */
const refusedRefresh: number[] = [401, tokenExpiredStatus];
/** Characters of an id, an address or a token in a path. */
const maxParameterLength = 300;
const isPathParameter = (value: string) => value.length <= maxParameterLength && value.isWellFormed();

/** A query without lone surrogates, which no URL can hold: a text that ends in one is no fault of the backend. */
const sendable = (query: ApiRequest["query"]) =>
  query &&
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, typeof value === "string" ? value.toWellFormed() : value]));

/** The result of a call: either data, or an error with its parsed body; the status is 500 when there was no answer. */
export type ApiResult<T> =
  | { data: T; error: null; body: null; status: number }
  | { data: null; error: ApiError; body: unknown; status: number };

/** `file`: the response may be of any length, and is streamed. `slow`: a time-out is no outage of the backend. */
export type ApiRequest = {
  method: string;
  path: string;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: boolean;
  slow?: boolean;
};

export type ApiClientParts = {
  transport: Transport;
  jar: CookieJar;
  refreshQueue: RefreshQueue;
  cookieNames: ReturnType<typeof sessionCookies>;
  /** Our own origin: the backend refuses changes that do not carry it. */
  origin: string;
  locale: unknown;
  requestId: string;
  ip: string;
  log: (message: string) => void;
  /** Cached responses for visitors; only for a visitor's request. */
  apiCache?: ApiResponseCache;
  /** Timeouts other than {@link timeouts}. */
  timeouts?: typeof timeouts;
  /** Called after every call with whether the backend could answer it. */
  health?: Pick<BackendHealth, "recordOutcome">;
};

type Input<E extends Endpoint> = {
  [K in "params" | "query" | "body" as NonNullable<E[K]> extends z.ZodUndefined ? never : K]: z.input<NonNullable<E[K]>>;
};
/** The input of a call; optional when the endpoint takes none. */
export type CallInput<E extends Endpoint> = keyof Input<E> extends never
  ? []
  : Input<E> extends { params: unknown } | { body: unknown }
    ? [input: Input<E>]
    : [input?: Input<E>];

/** The API as one request of one person sees it: their cookies, their language, and one refresh when the session needs it. */
export class ApiClient {
  readonly #parts: ApiClientParts;
  readonly #reads = new PageReads();
  readonly #began = performance.now();
  readonly #idleBefore = eventLoop.eventLoopUtilization();
  #endsAt: number;
  #remembers = true;
  /** Set when it is unknown whether the session can be refreshed. */
  #undecided: ApiError | undefined;
  /** Set when the session could not be refreshed: the person counts as logged out for the rest of the request. */
  authenticationCleared = false;
  /** The idempotency key of the submitted form: the backend makes each change once per key. */
  idempotencyKey: string | undefined;

  constructor(parts: ApiClientParts) {
    this.#parts = parts;
    this.#endsAt = this.#began + (parts.timeouts ?? timeouts).request;
  }

  /** For long requests, such as an export of a whole list: each call still has its own timeout, and is not cached for the request. */
  withoutDeadline() {
    this.#endsAt = Number.POSITIVE_INFINITY;
    this.#remembers = false;
  }

  /** Calls an endpoint and checks its answer; throws {@link ApiError} on a refusal, a failure or an invalid response. */
  async call<E extends Endpoint>(endpoint: E, ...[input]: CallInput<E>): Promise<z.output<E["response"]>> {
    const { apiCache, locale } = this.#parts;
    const fetch = () => this.#fetch(endpoint, input);
    if (endpoint.method !== "GET" || !this.#remembers) return fetch();
    const name = `${locale} ${endpoint.path} ${JSON.stringify(input)}`;
    return apiCache && endpoint.shows ? apiCache.get(endpoint.shows, name, fetch) : this.#reads.read(name, fetch);
  }

  async #fetch<E extends Endpoint>(endpoint: E, input: CallInput<E>[0]): Promise<z.output<E["response"]>> {
    const { params, query, body } = (input ?? {}) as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
    // No id is this long or holds a lone surrogate, and a proxy would refuse the URL with an error of its own.
    if (Object.values(params ?? {}).some((value) => !isPathParameter(String(value)))) throw new ApiError(404, { code: "not_found" });
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? "")));
    const result = await this.request({
      method: endpoint.method,
      path,
      query,
      body: endpoint.bodyType === "multipart" ? formOf(body) : body,
      slow: mayBeSlow(endpoint),
    });
    if (result.error) throw result.error;
    const answer = endpoint.response.safeParse(result.data);
    if (!answer.success) throw this.#invalidResponse(answer.error);
    return answer.data as z.output<E["response"]>;
  }

  #invalidResponse(cause: unknown): ApiError {
    this.#parts.health?.recordOutcome(false);
    return new ApiError(502, { code: "bad_answer" }, cause);
  }

  /** Sends one request. An expired token starts one refresh, and the request is sent once more. */
  request<T = unknown>(request: ApiRequest): Promise<ApiResult<T>> {
    return request.method === "GET" ? this.#renewed(request) : this.#reads.change(() => this.#renewed(request));
  }

  async #renewed<T>(request: ApiRequest): Promise<ApiResult<T>> {
    const { jar, cookieNames, log } = this.#parts;
    const token = jar.get(cookieNames.refresh);
    const first = await this.#once<T>(request);
    if (first.status !== tokenExpiredStatus || this.authenticationCleared) return first;
    log("Token expired");
    const renewedMeanwhile = jar.get(cookieNames.refresh) !== token;
    if (renewedMeanwhile || (await this.refresh())) return this.#once<T>(request);
    return this.#undecided ? failure(this.#undecided.status, this.#undecided.body, this.#undecided) : first;
  }

  /** Whether the session could be renewed; false, and never an error, when it could not. */
  async refresh(): Promise<boolean> {
    const { jar, refreshQueue, cookieNames, log } = this.#parts;
    const token = jar.get(cookieNames.refresh);
    const outcome: RefreshOutcome = token
      ? await refreshQueue
          .run(token, () => this.#requestRefresh())
          .catch((error): RefreshOutcome => ({ refreshed: false, setCookies: [], error }))
      : { refreshed: false, setCookies: [], error: null };
    if (outcome.refreshed) {
      jar.accept(outcome.setCookies);
    } else {
      log("Token refresh failed");
      if (outcome.undecided) this.#undecided = new ApiError(503, { code: "unavailable" }, outcome.error);
      else this.clearAuthentication();
    }
    return outcome.refreshed;
  }

  /** Whether someone is logged in, as far as the backend can tell: a check that fails counts as nobody. */
  async isLogged(): Promise<boolean> {
    return this.call(sessionApi.isLogged).then(
      ({ success }) => success,
      () => false,
    );
  }

  /** Removes the session's cookies here and in the browser. */
  clearAuthentication() {
    const { jar, cookieNames, origin, log } = this.#parts;
    if (!this.authenticationCleared) log("Authentication cleared");
    this.authenticationCleared = true;
    for (const name of [cookieNames.access, cookieNames.refresh]) jar.drop(name, origin.startsWith("https:"));
  }

  async #requestRefresh(): Promise<RefreshOutcome> {
    const { method, path } = sessionApi.refresh;
    const setCookies: string[] = [];
    const answer = await this.#once({ method, path }, setCookies);
    const { access } = this.#parts.cookieNames;
    const renewed = !answer.error && setCookies.some((line) => line.startsWith(`${access}=`));
    if (renewed) return { refreshed: true, setCookies };
    const undecided = answer.error !== null && !refusedRefresh.includes(answer.status);
    return { refreshed: false, setCookies, error: answer.error, undecided };
  }

  /** One request, retried as the specification says. Cookies it is given go to `collect`, or to the jar. */
  async #once<T>({ method, path, query, body, file = false, slow = false }: ApiRequest, collect?: string[]): Promise<ApiResult<T>> {
    const { transport, jar, origin, locale, requestId } = this.#parts;
    const options: FetchOptions = {
      method,
      query: sendable(query),
      body: body as FetchOptions["body"],
      baseURL: transport.baseUrl,
      redirect: "manual",
      retryStatusCodes: retryStatuses,
      headers: {
        cookie: jar.header,
        origin,
        "accept-language": isLocale(locale) ? locale : defaultLocale,
        "x-request-id": requestId,
        accept: "application/json",
        ...(this.idempotencyKey && method !== "GET" && { "idempotency-key": this.idempotencyKey }),
      },
      onRequestError: ({ options }) => this.#limitRetries(options),
      onResponseError: ({ options }) => this.#limitRetries(options),
      onResponse: ({ response }) => {
        const cookies = response.headers.getSetCookie();
        if (collect) collect.push(...cookies);
        else jar.accept(cookies);
      },
    };
    const send = (input: RequestInfo | URL, init?: RequestInit) => this.#tryOnce({ input, init, file });
    try {
      const response = await createFetch({ fetch: send as typeof fetch, Headers, AbortController }).raw(path, options);
      this.#parts.health?.recordOutcome(true);
      return { data: response._data as T, error: null, body: null, status: response.status };
    } catch (cause) {
      const response = cause instanceof FetchError ? cause.response : undefined;
      const failed = failure(response?.status ?? 500, response?._data ?? null, cause);
      if (!(slow && isTimeout(cause))) this.#parts.health?.recordOutcome(!isBackendUnavailable(failed.error));
      return failed;
    }
  }

  /** One try, aborted after its timeout, or that of the browser's request. */
  async #tryOnce({ input, init, file }: { input: RequestInfo | URL; init: RequestInit | undefined; file: boolean }): Promise<Response> {
    const { transport, ip, timeouts: given = timeouts } = this.#parts;
    const over = new AbortController();
    const abortWhenOver = () => {
      if (this.#isEventLoopBusy()) timer = setTimeout(abortWhenOver, busy.again);
      else over.abort(new DOMException("the backend did not answer in time", "TimeoutError"));
    };
    let timer = setTimeout(abortWhenOver, Math.max(0, Math.min(given.try, this.#endsAt - performance.now())));
    try {
      const request = new Request(input, { ...init, signal: over.signal });
      return await untilAborted(transport.fetch(request, { ip, page: this.#reads.key, whole: !file }), over.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  #isEventLoopBusy(): boolean {
    const { utilization } = eventLoop.eventLoopUtilization(this.#idleBefore);
    return utilization > busy.share && performance.now() - this.#began < busy.longest;
  }

  #limitRetries(options: FetchOptions) {
    if (this.#endsAt - performance.now() < leastRetryTime) options.retry = false;
  }
}

function failure(status: number, body: unknown, cause?: unknown) {
  return { data: null, error: new ApiError(status, body, cause), body, status };
}

function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value));
  return form;
}
