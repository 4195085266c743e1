import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { shortText } from "../formats/validation.ts";

/** The scopes that an application may ask for. `offline_access` is a refresh token. */
export const oauthScopes = ["openid", "email", "profile", "roles", "permissions", "sectors", "offline_access"] as const;

export const oauthClientTypes = ["confidential", "public"] as const;
export const oauthClientStatuses = ["active", "disabled"] as const;

/** How long a replaced secret still works, in days: time to set the new one everywhere. */
export const secretOverlapDays = 7;

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

/** A redirect URI: compared exactly, https unless it is on the caller's own machine. */
export const RedirectUri = shortText(300).refine(isRedirectUri, "oauth-clients:redirectUris.form");

export function isRedirectUri(value: string): boolean {
  if (!URL.canParse(value) || value.includes("#") || value.includes("*")) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username || password) return false;
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return protocol === "https:" || (protocol === "http:" && loopback);
}

/** One address a line, as the form has it. */
const RedirectUris = z.preprocess(
  (value) => (typeof value === "string" ? value.split(/\s+/).filter(Boolean) : value),
  z.array(RedirectUri, "oauth-clients:redirectUris.required").min(1, "oauth-clients:redirectUris.required").max(10),
);

const settings = {
  name: z.string("oauth-clients:name.required").trim().min(1, "oauth-clients:name.required").max(80),
  redirectUris: RedirectUris,
  scopes: z.array(z.enum(oauthScopes)).max(oauthScopes.length).default([]),
};

export const OAuthClientDraft = z.object({ ...settings, type: z.enum(oauthClientTypes, "oauth-clients:type.required") });
export const OAuthClientEdit = z.object({ ...settings, version: z.int32() });

export const OAuthClientRow = z.object({
  id: z.uuid(),
  clientId: z.string(),
  name: z.string(),
  type: z.enum(oauthClientTypes),
  status: z.enum(oauthClientStatuses),
  scopes: z.array(z.enum(oauthScopes)),
  redirectUris: z.array(z.string()),
  lastUsedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type OAuthClientRow = z.infer<typeof OAuthClientRow>;

export const OAuthClientRecord = OAuthClientRow.extend({
  version: z.int(),
  /** Until when the previous secret works. */
  previousSecretUntil: z.iso.datetime().nullable(),
  /** The number of people who have authorised it now. */
  consents: z.int(),
});
export type OAuthClientRecord = z.infer<typeof OAuthClientRecord>;

/** The secret in plain text, in this response only. */
const WithSecret = z.object({ id: z.uuid(), clientId: z.string(), secret: z.string().nullable() });

export const OAuthClientsQuery = listQuery(["createdAt", "name", "lastUsedAt"], {
  status: z.enum(oauthClientStatuses).optional().catch(undefined),
  type: z.enum(oauthClientTypes).optional().catch(undefined),
});
export type OAuthClientsQuery = z.infer<typeof OAuthClientsQuery>;

const path = "/api/admin/oauth-clients";

export const oauthClientsApi = {
  list: endpoint({ method: "GET", path, access: admins, query: OAuthClientsQuery, response: pageOf(OAuthClientRow) }),
  create: endpoint({ method: "POST", path, access: admins, body: OAuthClientDraft, response: WithSecret, status: 201, confidential: true }),
  get: endpoint({ method: "GET", path: `${path}/:id`, access: admins, params: byId, response: OAuthClientRecord }),
  update: endpoint({
    method: "PATCH",
    path: `${path}/:id`,
    access: admins,
    params: byId,
    body: OAuthClientEdit,
    response: OAuthClientRecord,
  }),
  rotate: endpoint({ method: "POST", path: `${path}/:id/secret`, access: admins, params: byId, response: WithSecret, confidential: true }),
  /** Disabling revokes every token and consent at once. */
  setStatus: endpoint({
    method: "POST",
    path: `${path}/:id/status`,
    access: admins,
    params: byId,
    body: z.object({ status: z.enum(oauthClientStatuses) }),
    response: Done,
  }),
};

const byInteraction = z.object({ id: z.string().regex(/^[\w-]{10,128}$/) });

/** What a person let other applications know, in their own settings. */
export const ownApplicationsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/account/applications",
    access: "authenticated",
    response: z.object({
      items: z.array(z.object({ id: z.uuid(), name: z.string(), scopes: z.array(z.string()), agreedAt: z.iso.datetime() })),
    }),
  }),
  withdraw: endpoint({ method: "DELETE", path: "/api/account/applications/:id", access: "authenticated", params: byId, response: Done }),
};

export const consentApi = {
  /** The consent that an application requests from the person who is logging in. */
  describe: endpoint({
    method: "GET",
    path: "/api/auth/interactions/:id/consent",
    access: "public",
    params: byInteraction,
    response: z.object({ clientName: z.string(), origin: z.string(), person: z.string(), scopes: z.array(z.enum(oauthScopes)) }),
  }),
  decide: endpoint({
    method: "POST",
    path: "/api/auth/interactions/:id/consent",
    access: "public",
    params: byInteraction,
    body: z.object({ allow: z.boolean() }),
    response: z.object({ redirect_uri: z.string() }),
  }),
};
