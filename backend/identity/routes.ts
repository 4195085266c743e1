import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Provider } from "oidc-provider";
import { isOwnRequest } from "#backend/http/origin";
import { done, type Env, on, type ServedEndpoint } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { forgetStoredForms } from "#backend/modules/stored-forms/browser-key";
import { Refusal } from "#backend/refusal";
import { currentUserApi } from "#contract/accounts/current-user";
import { consentApi } from "#contract/accounts/oauth-clients";
import { refreshTokenLifetime, sessionApi } from "#contract/accounts/session";
import { sessionUserOf } from "#contract/accounts/session-user";
import { isLocalPath } from "#contract/formats/urls";
import { forgetProviderLogins } from "./adapter.ts";
import { authenticate, cookieNames } from "./authentication.ts";
import { decideConsent, describeConsent } from "./consent.ts";
import type { LoginFlow } from "./login.ts";
import { interactionLifetime, providerCookies } from "./provider.ts";
import { endSession, holderOf, openSession, rotate, type TokenPair } from "./sessions.ts";

/** The endpoints about sessions (S7-010 to S7-020). */
export function sessionRoutes(login: LoginFlow, provider: Provider): ServedEndpoint[] {
  return [
    on(sessionApi.isLogged, () => done),

    on(sessionApi.login, async ({ query, locale, http, settings }) => {
      const { redirectUri, cookie } = await login.start(isLocalPath(query.redirectTo) ? query.redirectTo : "/dashboard", locale);
      setSessionCookie(http, cookieNames({ settings }).login, cookie, settings.publicUrl, interactionLifetime);
      return { redirect_uri: redirectUri };
    }),

    on(sessionApi.interaction, ({ params, http, settings }) => {
      requireInteractionCookie(http, settings.publicUrl, params.id);
      return login.describe(params.id, getCookie(http, cookieNames({ settings }).login));
    }),

    on(sessionApi.authenticate, async ({ params, body, http, network, settings }) => {
      requireInteractionCookie(http, settings.publicUrl, params.id);
      return { redirect_uri: await login.authenticate(params.id, body, network) };
    }),

    on(consentApi.describe, (call) => {
      requireInteractionCookie(call.http, call.settings.publicUrl, call.params.id);
      return describeConsent(call, provider, call.params.id);
    }),

    on(consentApi.decide, async (call) => {
      const { params, body, http, settings } = call;
      requireInteractionCookie(http, settings.publicUrl, params.id);
      return { redirect_uri: await decideConsent(call, provider, params.id, body.allow) };
    }),

    on(sessionApi.refresh, async (call) => {
      const { http, db, clock, settings, log } = call;
      const token = getCookie(http, cookieNames({ settings }).refresh);
      const rotation = token ? await rotate(db, clock(), token) : null;
      if (rotation && "pair" in rotation) {
        setTokens(http, settings, rotation.pair);
        return done;
      }
      clearTokens(http, settings);
      if (rotation) {
        log.warn({ userId: rotation.reusedBy }, "refresh token reused: session revoked");
        await forgetProviderLogins(db, rotation.reusedBy);
        await queueMail(
          call,
          rotation.reusedBy,
          "session_revoked",
          {},
          `session_revoked:${rotation.reusedBy}:${clock().toISOString().slice(0, 13)}`,
        );
      }
      throw new Refusal("token_refresh_failed");
    }),

    on(sessionApi.logout, async ({ http, ...call }) => {
      if (!isOwnRequest(http.req.raw, call.settings.publicUrl)) throw new Refusal("foreign_origin");
      await leave(http, call, provider);
      return done;
    }),

    on(currentUserApi.session, async ({ http, ...call }) => {
      const actor = await authenticate(call, http, "authenticated");
      return { user: actor && sessionUserOf(actor) };
    }),

    on(currentUserApi.endSession, async ({ http, ...call }) => {
      await leave(http, call, provider);
      return done;
    }),
  ];
}

/** Where the provider sends the browser back: opens the session and goes on to the page the person wanted. */
export function callbackRouter(services: Services, login: LoginFlow): Hono<Env> {
  const { settings } = services;
  const names = cookieNames(services);
  const loginPage = (problem: string) => `${settings.publicUrl}/login?problem=${problem}`;
  return new Hono<Env>().get("/api/auth/callback", async (http) => {
    http.header("cache-control", "no-store");
    const cookie = getCookie(http, names.login);
    const { search } = new URL(http.req.url);
    const arrival = cookie ? await login.finish(new URL(`${settings.publicUrl}/api/auth/callback${search}`), cookie) : null;
    if (!arrival) return http.redirect(loginPage("expired"));
    deleteSessionCookie(http, names.login, settings.publicUrl);
    const present = await loggedInHere(services, http);
    if (present && present !== arrival.userId) return http.redirect(loginPage("other-account"));
    await openSessionFor(services, http, arrival.userId);
    return http.redirect(settings.publicUrl + arrival.redirectTo, 303);
  });
}

/** Who is logged in in this browser, also where the access token is over and the session is not. */
async function loggedInHere(services: Services, http: Context<Env>): Promise<string | null> {
  const actor = await authenticate(services, http, "public");
  if (actor) return actor.id;
  const refresh = getCookie(http, cookieNames(services).refresh);
  return refresh ? holderOf(services.db, services.clock(), refresh) : null;
}

/** Opens a session in the browser that has just proved who is there; one that was open in it ends. */
export async function openSessionFor(
  { db, clock, settings }: Pick<Services, "db" | "clock" | "settings">,
  http: Context<Env>,
  userId: string,
) {
  const before = getCookie(http, cookieNames({ settings }).refresh);
  if (before) await endSession(db, clock(), before);
  setTokens(http, settings, await openSession(db, clock(), { userId, userAgent: http.req.header("user-agent") }));
}

async function leave(http: Context<Env>, { db, clock, settings }: Pick<Services, "db" | "clock" | "settings">, provider: Provider) {
  const names = cookieNames({ settings });
  for (const name of [names.access, names.refresh]) {
    const token = getCookie(http, name);
    if (token) await endSession(db, clock(), token);
  }
  clearTokens(http, settings);
  await forgetStoredForms(http, { db, settings });
  const atProvider = providerCookies(settings.publicUrl.startsWith("https:")).session;
  const providerSession = getCookie(http, atProvider);
  if (providerSession) await (await provider.Session.find(providerSession))?.destroy();
  for (const name of [atProvider, `${atProvider}.sig`]) deleteSessionCookie(http, name, settings.publicUrl);
}

/** The form belongs to the browser whose flow it is: the provider gave that browser the flow's id in a cookie. */
function requireInteractionCookie(http: Context, publicUrl: string, id: string) {
  if (getCookie(http, providerCookies(publicUrl.startsWith("https:")).interaction) !== id) throw new Refusal("login_expired");
}

function setTokens(http: Context, settings: Services["settings"], pair: TokenPair) {
  const names = cookieNames({ settings });
  setSessionCookie(http, names.access, pair.access, settings.publicUrl, refreshTokenLifetime);
  setSessionCookie(http, names.refresh, pair.refresh, settings.publicUrl, refreshTokenLifetime);
}

function clearTokens(http: Context, settings: Services["settings"]) {
  const names = cookieNames({ settings });
  deleteSessionCookie(http, names.access, settings.publicUrl);
  deleteSessionCookie(http, names.refresh, settings.publicUrl);
}

const attributes = (publicUrl: string) => ({ path: "/", httpOnly: true, sameSite: "Lax", secure: publicUrl.startsWith("https:") }) as const;

function setSessionCookie(http: Context, name: string, value: string, publicUrl: string, maxAge: number) {
  setCookie(http, name, value, { ...attributes(publicUrl), maxAge });
}

function deleteSessionCookie(http: Context, name: string, publicUrl: string) {
  deleteCookie(http, name, attributes(publicUrl));
}
