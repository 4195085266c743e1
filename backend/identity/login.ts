import { setTimeout } from "node:timers/promises";
import { and, eq, gt, lt } from "drizzle-orm";
import type { Provider } from "oidc-provider";
import * as client from "openid-client";
import type { Services } from "#backend/http/services";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { Credentials } from "#contract/accounts/session";
import type { Locale } from "#contract/formats/locale";
import { hashOf, newToken } from "../secrets.ts";
import { triedAccount, triedFrom } from "./login-tries.ts";
import { passwordMatches } from "./passwords.ts";
import { interactionLifetime, providerPath, webClientId, webClientSecret } from "./provider.ts";
import { loginRequests } from "./tables.ts";

export type LoginFlow = {
  /** Starts a login: where to send the browser, and the cookie that binds the answer to it. */
  start(redirectTo: string, locale: Locale): Promise<{ redirectUri: string; cookie: string }>;
  /** What the login form shows; refuses a flow that is over. */
  describe(
    interactionId: string,
    loginCookie: string | undefined,
  ): Promise<{ clientName: string; origin: string; returnTo: string | null }>;
  /** Checks e-mail and password; answers where the flow goes on. */
  authenticate(interactionId: string, credentials: Credentials, network: string): Promise<string>;
  /** Ends a login: who came back, and where they wanted to go. Null when nothing matches the cookie. */
  finish(callbackUrl: URL, loginCookie: string): Promise<{ userId: string; redirectTo: string; locale: Locale } | null>;
};

/**
 * How long the answer to a try waits, in milliseconds, by the number of wrong ones for the account in the window, from wherever they came. The same
 * for accounts that do not exist. It stays far below the time that the web tier waits for an answer.
 */
export function slowedBy(wrong: number): number {
  return Math.min(Math.max(wrong - 10, 0) * 250, 2_500);
}

type Deps = Pick<Services, "db" | "clock" | "settings" | "limits">;

/** The login redirect flow: the web application as a client (code + PKCE) of the charity's own provider. */
export function createLoginFlow(
  { db, clock, settings, limits }: Deps,
  provider: Provider,
  providerFetch: (request: Request) => Promise<Response>,
): LoginFlow {
  const { publicUrl, sessionSecrets } = settings;
  const redirectUri = `${publicUrl}/api/auth/callback`;
  const issuer = `${publicUrl}${providerPath}`;
  const relyingParty = new client.Configuration(
    { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` },
    webClientId,
    webClientSecret(sessionSecrets),
  );
  relyingParty[client.customFetch] = (url, options) => providerFetch(new Request(url, options as RequestInit));
  if (publicUrl.startsWith("http:")) client.allowInsecureRequests(relyingParty);

  return {
    async start(redirectTo, locale) {
      const cookie = newToken();
      const request = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier: client.randomPKCECodeVerifier() };
      const expiresAt = new Date(clock().getTime() + interactionLifetime * 1000);
      await db.insert(loginRequests).values({ cookieHash: hashOf(cookie), ...request, redirectTo, locale, expiresAt });
      const target = client.buildAuthorizationUrl(relyingParty, {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state: request.state,
        nonce: request.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(request.codeVerifier),
        code_challenge_method: "S256",
        ui_locales: locale,
      });
      return { redirectUri: target.href, cookie };
    },

    async describe(interactionId, loginCookie) {
      const interaction = await provider.Interaction.find(interactionId);
      if (!interaction) throw new Refusal("login_expired");
      const oauthClient = await provider.Client.find(String(interaction.params.client_id));
      const [own] = loginCookie
        ? await db
            .select()
            .from(loginRequests)
            .where(eq(loginRequests.cookieHash, hashOf(loginCookie)))
        : [];
      const { origin } = new URL(String(interaction.params.redirect_uri));
      const ownFlow = interaction.params.client_id === webClientId;
      return {
        clientName: oauthClient?.clientName ?? settings.organisation,
        origin,
        returnTo: ownFlow ? (own?.redirectTo ?? "/dashboard") : null,
      };
    },

    async authenticate(interactionId, { email, password }, network) {
      const interaction = await provider.Interaction.find(interactionId);
      if (!interaction) throw new Refusal("login_expired");
      const account = triedAccount(email);
      await limits.take("loginByNetwork", network);
      await limits.take("loginByAccountAndNetwork", triedFrom(email, network));
      const wrong = await limits.count("loginByAccount", account);
      await setTimeout(slowedBy(wrong));
      const [user] = await db.select().from(users).where(eq(users.email, email));
      const known = user && user.accountState !== "left" ? user : undefined;
      if (!(await passwordMatches(known?.passwordHash, password)) || !known) throw new Refusal("wrong_credentials");
      await limits.clear("loginByAccountAndNetwork", triedFrom(email, network));
      await limits.uncount("loginByAccount", account);
      await limits.uncount("loginByNetwork", network);
      await db.update(users).set({ lastInteractionAt: clock() }).where(eq(users.id, known.id));
      interaction.result = { login: { accountId: known.id, remember: false } };
      await interaction.persist();
      return interaction.returnTo;
    },

    async finish(callbackUrl, loginCookie) {
      const [request] = await db
        .delete(loginRequests)
        .where(and(eq(loginRequests.cookieHash, hashOf(loginCookie)), gt(loginRequests.expiresAt, clock())))
        .returning();
      if (!request) return null;
      try {
        const tokens = await client.authorizationCodeGrant(relyingParty, callbackUrl, {
          expectedState: request.state,
          expectedNonce: request.nonce,
          pkceCodeVerifier: request.codeVerifier,
          idTokenExpected: true,
        });
        const userId = tokens.claims()?.sub;
        return userId ? { userId, redirectTo: request.redirectTo, locale: request.locale } : null;
      } catch (error) {
        if (
          error instanceof client.ClientError ||
          error instanceof client.ResponseBodyError ||
          error instanceof client.AuthorizationResponseError
        )
          return null;
        throw error;
      }
    },
  };
}

export async function purgeLoginRequests(db: Services["db"], now: Date) {
  await db.delete(loginRequests).where(lt(loginRequests.expiresAt, now));
}
