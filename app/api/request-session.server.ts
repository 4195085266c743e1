import type { ServerBuild } from "@remix-run/node";
import type { Logger } from "pino";
import { type CurrentUser, currentUserApi } from "#contract/accounts/current-user";
import type { Locale } from "#contract/formats/locale";
import type { Translate } from "~/i18n/translate";
import type { ApiResponseCache } from "~/server/cache/api-response-cache.server";
import type { PageCache } from "~/server/cache/page-cache.server";
import { ApiError } from "./api-error";
import type { ApiClient } from "./client.server";
import { isOutage } from "./outage";
import type { PublicSettings } from "./settings.server";

/** The session of one request, shared by all its loaders and actions. */
export class RequestSession {
  readonly #api: ApiClient;
  readonly #hasCookies: boolean;
  #user: Promise<CurrentUser | null> | undefined;

  constructor(api: ApiClient, hasCookies: boolean) {
    this.#api = api;
    this.#hasCookies = hasCookies;
  }

  /**
   * The signed-in person, read once a request; null for a visitor. A 401 clears the session silently. When the backend
   * is unavailable, the person is unknown, so the error is thrown; any other refusal too, unless nobody is logged in.
   */
  user(): Promise<CurrentUser | null> {
    this.#user ??= this.#findUser();
    return this.#user;
  }

  async #findUser(): Promise<CurrentUser | null> {
    if (!this.#hasCookies || this.#api.authenticationCleared) return null;
    try {
      return await this.#api.call(currentUserApi.me);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) this.#api.clearAuthentication();
      if (this.#api.authenticationCleared) return null;
      if (error.status < 500 && !isOutage(error) && error.status !== 429 && !(await this.#api.isLogged())) return null;
      throw error;
    }
  }
}

/** Remix's load context for loaders and actions. */
export type RequestContext = {
  session: RequestSession;
  api: ApiClient;
  locale: Locale;
  /** Translations of every namespace, in the request's language: `context.t("news:list.title")`. */
  t: Translate;
  requestId: string;
  nonce: string;
  settings: PublicSettings;
  /** Cached pages of visitors, and the API responses that they are made of. */
  cache: PageCache;
  answers: ApiResponseCache;
  /** The routes of the site. */
  build(): Promise<ServerBuild>;
  /** Set when the request was refused before it reached a page: the status to answer with. */
  refused: number | null;
  log: Logger;
  /** Rejects requests that wait for this session's refresh. */
  logout(): void;
  /** Seconds after which a request refused with 429 or 503 may be retried. */
  retryAfter(seconds: number): void;
  /** Adds a cookie to whatever response is sent. */
  setCookie(line: string): void;
  cookie(name: string): string | undefined;
};

declare module "@remix-run/node" {
  interface AppLoadContext extends RequestContext {}
}
