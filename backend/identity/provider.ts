import { hkdfSync } from "node:crypto";
import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { Provider } from "oidc-provider";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import { franceDay } from "#contract/formats/france-time";
import { isLocale } from "#contract/formats/locale";
import { oidcAdapter } from "./adapter.ts";
import { compareHashes, markUsed, ownMetadata } from "./applications.ts";
import { rememberedGrant } from "./remembered-consents.ts";
import { loadSigningKeys } from "./signing-key.ts";

/** The path of the OpenID provider on the public address. */
export const providerPath = "/oidc";
/** How long a person may take to fill in the login form, in seconds. */
export const interactionLifetime = 60 * 60;

/** How long an application may come back without the person, in seconds. */
const refreshLifetime = 14 * 24 * 60 * 60;

export const webClientId = "maillon-web";

/** The web application's own secret as a client: derived, so that no process needs to store it. */
export function webClientSecret(sessionSecrets: string[]): string {
  return Buffer.from(hkdfSync("sha256", sessionSecrets[0] ?? "", "", "maillon web client", 32)).toString("base64url");
}

export function providerCookies(secure: boolean) {
  const prefix = secure ? "__Secure-" : "";
  return { interaction: `${prefix}oidc_interaction`, resume: `${prefix}oidc_resume`, session: `${prefix}oidc_session` };
}

/**
 * The OpenID provider (certified implementation: oidc-provider). Its login form is the site's `/login` page; the
 * web application is its first client, which needs no consent; other applications ask for it on `/login/consent`.
 */
export async function createProvider({ db, clock, settings, log }: Pick<Services, "db" | "clock" | "settings" | "log">): Promise<Provider> {
  const { publicUrl, sessionSecrets } = settings;
  const secure = publicUrl.startsWith("https:");
  const provider = new Provider(`${publicUrl}${providerPath}`, {
    adapter: oidcAdapter(db, clock),
    jwks: { keys: await loadSigningKeys(db, sessionSecrets) },
    clients: [
      {
        client_id: webClientId,
        client_secret: webClientSecret(sessionSecrets),
        redirect_uris: [`${publicUrl}/api/auth/callback`],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    cookies: {
      keys: sessionSecrets,
      names: providerCookies(secure),
      long: { httpOnly: true, sameSite: "lax", signed: true },
      /** For every path: the login page has two, one for each language. */
      short: { httpOnly: true, sameSite: "lax", signed: true, path: "/" },
    },
    pkce: { required: () => true },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name", "locale"],
      roles: ["role"],
      permissions: ["permissions"],
      sectors: ["sectors"],
    },
    scopes: ["openid", "offline_access", "email", "profile", "roles", "permissions", "sectors"],
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_context, { clientId }, token) => token.clientId === clientId },
      introspection: { enabled: true },
      // Its pages need inline script. People log out on the site, and applications revoke their tokens.
      rpInitiatedLogout: { enabled: false },
    },
    interactions: {
      url: (_context, interaction) => {
        const locale = String(interaction.params.ui_locales ?? "").split(" ")[0];
        const page = interaction.prompt.name === "consent" ? "/login/consent" : "/login";
        return `${isLocale(locale) && locale !== "fr" ? `/${locale}` : ""}${page}?interaction=${interaction.uid}`;
      },
    },
    ttl: {
      Interaction: interactionLifetime,
      Session: 24 * 60 * 60,
      Grant: (_context, { clientId }) => (clientId === webClientId ? 24 * 60 * 60 : refreshLifetime),
      AuthorizationCode: 60,
      IdToken: 5 * 60,
      AccessToken: 10 * 60,
      RefreshToken: refreshLifetime,
    },
    extraClientMetadata: { properties: ownMetadata },
    /** Our own site shows everyone the state of their account; other applications receive open accounts only. */
    async findAccount(context, sub) {
      const own = context.oidc.client?.clientId === webClientId;
      const [user] = await db
        .select()
        .from(users)
        .where(and(eq(users.id, sub), own ? ne(users.accountState, "left") : eq(users.accountState, "validated")));
      if (!user) return undefined;
      return {
        accountId: user.id,
        claims: async (_use, scope) => ({
          sub: user.id,
          ...(await standingClaims(db, user, scope.split(" "), franceDay(clock()))),
          email: user.email,
          email_verified: user.emailVerifiedAt !== null,
          name: `${user.firstName} ${user.lastName}`,
          given_name: user.firstName,
          family_name: user.lastName,
          locale: user.locale,
        }),
      };
    },
    async loadExistingGrant(context) {
      const { client, session, provider: own, result } = context.oidc;
      if (!client || !session) return undefined;
      const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
      const existing = grantId ? await own.Grant.find(grantId) : undefined;
      if (existing || !session.accountId) return existing;
      if (client.clientId !== webClientId) return rememberedGrant(db, own, { userId: session.accountId, clientId: client.clientId });
      const grant = new own.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    /** People never see the provider's own error page: the login page says what happened and starts again. */
    renderError(context, out, error) {
      // Nothing is served there, in whichever flow.
      if ("status" in error && error.status === 404) {
        context.type = "text";
        context.body = "Not found";
        return;
      }
      log.info({ error: out.error }, "login flow ended with an error");
      context.type = "html";
      context.status = 303;
      context.redirect(`${publicUrl}/login?problem=expired`);
    },
  });
  provider.proxy = true;
  compareHashes(provider, clock, (clientId) => clientId === webClientId);
  provider.on("grant.success", ({ oidc }) => {
    if (oidc.client && oidc.client.clientId !== webClientId)
      markUsed(db, oidc.client.clientId, clock()).catch((error) => log.error({ err: error }, "an application's last use was not kept"));
  });
  provider.on("server_error", (_context, error) => log.error({ err: error }, "OpenID provider failed"));
  return provider;
}

type User = typeof users.$inferSelect;

/** What other tools may base their own rights on, read only where its scope was agreed to. */
async function standingClaims(db: Db, { id, role, sectorId }: User, scopes: string[], today: string) {
  const claims: Record<string, unknown> = {};
  if (scopes.includes("roles")) claims.role = role;
  if (scopes.includes("permissions")) {
    // Other tools know no sectors of a right: one that is limited to a sector is not theirs to act on.
    const { userId, permission, sectorId } = permissionGrants;
    const granted = await db
      .select({ permission })
      .from(permissionGrants)
      .where(and(eq(userId, id), isNull(sectorId), isRightInForce(today)));
    claims.permissions = granted.map((row) => row.permission).sort();
  }
  if (scopes.includes("sectors")) {
    const managed = db.select({ id: sectorManagers.sectorId }).from(sectorManagers).where(eq(sectorManagers.userId, id));
    const theirs = or(inArray(sectors.id, managed), sectorId ? eq(sectors.id, sectorId) : undefined);
    claims.sectors = await db.select({ id: sectors.id, name: sectors.name }).from(sectors).where(theirs).orderBy(sectors.name).limit(100);
  }
  return claims;
}
