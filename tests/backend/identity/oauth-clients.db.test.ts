import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { eq } from "drizzle-orm";
import * as client from "openid-client";
import { expect, onTestFinished, test } from "vitest";
import { forgetClient, forgetProviderLogins } from "#backend/identity/adapter";
import { hashPassword } from "#backend/identity/passwords";
import { auditLog } from "#backend/modules/audit/tables";
import { oauthClients } from "#backend/modules/oauth-clients/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants } from "#backend/modules/users/tables";
import { isRedirectUri } from "#contract/accounts/oauth-clients";
import { startBackend, type TestBackend, testSettings } from "#tests/support/backend";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";

const password = "un maillon de plus";
const draft = {
  name: "Agenda du campus",
  type: "confidential",
  redirectUris: ["http://127.0.0.1:9/retour"],
  scopes: ["email", "profile", "offline_access"],
};

/** The backend on a real socket, under the address that it believes to be its own. */
async function onASocket() {
  let backend: TestBackend | undefined;
  const server: Server = createServer(getRequestListener((request) => backend?.fetch(request, { ip: "192.0.2.7" }) ?? new Response()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  backend = await startBackend({
    settings: { ...testSettings, publicUrl },
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await backend?.close();
  });
  const admin = await signIn(backend, { role: "ADMIN" });
  const call = async (method: string, path: string, json?: unknown) => {
    const response = await fetch(`${publicUrl}/api/admin/oauth-clients${path}`, {
      method,
      headers: { cookie: admin.cookie, origin: publicUrl, ...(json !== undefined && { "content-type": "application/json" }) },
      body: json === undefined ? undefined : JSON.stringify(json),
    });
    return { status: response.status, body: await response.json() };
  };
  return { backend, publicUrl, call, issuer: new URL(`${publicUrl}/oidc`) };
}

/** A browser of one person: it keeps cookies, and stops where the site's own pages or another host begin. */
function aBrowser(publicUrl: string) {
  const jar = new Map<string, string>();
  const send = async (url: string, init: RequestInit = {}) => {
    const headers = { ...init.headers, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "), origin: publicUrl };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return response;
  };
  const follow = async (address: string) => {
    for (let url = address; ; ) {
      if (!url.startsWith(`${publicUrl}/oidc/`)) return url;
      url = new URL((await send(url)).headers.get("location") ?? "", url).href;
    }
  };
  const post = async (path: string, json: unknown) => {
    const response = await send(publicUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(json),
    });
    return (await response.json()) as { redirect_uri: string };
  };
  return { send, follow, post };
}

/** A third application that sends a person to log in, as far as its own callback. */
async function logInThrough(config: client.Configuration, publicUrl: string, email: string, allow = true) {
  const browser = aBrowser(publicUrl);
  const codeVerifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const start = client.buildAuthorizationUrl(config, {
    redirect_uri: draft.redirectUris[0] ?? "",
    scope: "openid email profile offline_access",
    prompt: "consent",
    state,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
  });
  const login = new URL(await browser.follow(start.href));
  expect(login.pathname).toBe("/login");
  const interaction = login.searchParams.get("interaction");
  const { redirect_uri } = await browser.post(`/api/auth/interactions/${interaction}/login`, { email, password });
  const consent = new URL(await browser.follow(redirect_uri));
  expect(consent.pathname).toBe("/login/consent");
  const consentUrl = `/api/auth/interactions/${consent.searchParams.get("interaction")}/consent`;
  const shown = (await (await browser.send(publicUrl + consentUrl)).json()) as object;
  const decided = await browser.post(consentUrl, { allow });
  const back = new URL(await browser.follow(decided.redirect_uri));
  return { back, shown, checks: { pkceCodeVerifier: codeVerifier, expectedState: state } };
}

/** What a person of a web application (its callback on https) goes through, without asking for consent again; answers the pages on the way. */
async function walk(config: client.Configuration, browser: ReturnType<typeof aBrowser>, scope: string, email: string) {
  const codeVerifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const start = client.buildAuthorizationUrl(config, {
    redirect_uri: "https://agenda.example/retour",
    scope,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
  });
  const pages: string[] = [];
  let at = new URL(await browser.follow(start.href));
  while (at.host !== "agenda.example") {
    pages.push(at.pathname);
    const step = at.pathname === "/login" ? "login" : "consent";
    const path = `/api/auth/interactions/${at.searchParams.get("interaction")}/${step}`;
    const { redirect_uri } = await browser.post(path, step === "login" ? { email, password } : { allow: true });
    at = new URL(await browser.follow(redirect_uri));
  }
  const tokens = await client.authorizationCodeGrant(config, at, { pkceCodeVerifier: codeVerifier, expectedState: state });
  return { pages, tokens };
}

test("consent is asked once for an application and its scopes, on whichever device, again for more, and after it was taken back", async () => {
  const { backend, publicUrl, call, issuer } = await onASocket();
  const [team] = await backend.services.db.insert(sectors).values({ name: "Lyon", slug: "lyon", status: "published" }).returning();
  const person = await addPerson(backend, {
    role: "ADMIN",
    permissions: ["EXPORT_PERSONAL_DATA"],
    sectorId: team?.id,
    passwordHash: await hashPassword(password),
  });
  await backend.services.db.insert(permissionGrants).values({ userId: person.id, permission: "AUDIT_READ", expiresOn: "2020-01-01" });
  const scopes = ["email", "roles", "permissions", "sectors"];
  const { body: made } = await call("POST", "", { ...draft, redirectUris: ["https://agenda.example/retour"], scopes });
  const options = { execute: [client.allowInsecureRequests] };
  const config = await client.discovery(issuer, made.clientId, undefined, client.ClientSecretBasic(made.secret), options);
  const through = (scope: string, browser = aBrowser(publicUrl)) => walk(config, browser, scope, person.email);

  const browser = aBrowser(publicUrl);
  expect((await through("openid email", browser)).pages).toEqual(["/login", "/login/consent"]);
  expect((await through("openid email", browser)).pages).not.toContain("/login/consent");
  expect((await through("openid email")).pages).toEqual(["/login"]);
  const more = await through("openid email roles permissions sectors");
  expect(more.pages).toEqual(["/login", "/login/consent"]);
  const info = await client.fetchUserInfo(config, more.tokens.access_token, person.id);
  expect(info).toMatchObject({ role: "ADMIN", permissions: ["EXPORT_PERSONAL_DATA"], sectors: [{ id: team?.id, name: "Lyon" }] });
  const less = await through("openid email");
  expect(await client.fetchUserInfo(config, less.tokens.access_token, person.id)).not.toHaveProperty("role");

  const cookie = await cookiesOf(backend, person.id);
  const own = (await (await backend.request("/api/account/applications", { cookie })).json()) as { items: { id: string; name: string }[] };
  expect(own.items.map(({ name }) => name)).toEqual([draft.name]);
  const withdraw = () => backend.request(`/api/account/applications/${own.items[0]?.id}`, { method: "DELETE", cookie });
  const other = await signIn(backend, { role: "ADMIN" });
  const byAnother = await backend.request(`/api/account/applications/${own.items[0]?.id}`, { method: "DELETE", cookie: other.cookie });
  expect(byAnother.status).toBe(404);
  expect((await through("openid email")).pages).toEqual(["/login"]);
  expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 404]);
  await expect(client.fetchUserInfo(config, more.tokens.access_token, person.id)).rejects.toThrow();
  expect((await through("openid email")).pages).toEqual(["/login", "/login/consent"]);
  await forgetClient(backend.services.db, made.clientId);
  expect((await through("openid email")).pages).toEqual(["/login", "/login/consent"]);
  await forgetProviderLogins(backend.services.db, person.id);
  expect((await through("openid email")).pages).toEqual(["/login", "/login/consent"]);
});

test("a third application logs a person in with code and PKCE, reads their profile, refreshes without them, and is disabled", async () => {
  const { backend, publicUrl, call, issuer } = await onASocket();
  const person = await addPerson(backend, {
    role: "VOLUNTEER",
    firstName: "Inès",
    lastName: "Abbadi",
    passwordHash: await hashPassword(password),
  });
  const { body: made } = await call("POST", "", draft);
  const options = { execute: [client.allowInsecureRequests] };
  const config = await client.discovery(issuer, made.clientId, undefined, client.ClientSecretBasic(made.secret), options);

  const { back, shown, checks } = await logInThrough(config, publicUrl, person.email);
  expect(shown).toEqual({
    clientName: draft.name,
    origin: "http://127.0.0.1:9",
    person: "Inès Abbadi",
    scopes: ["openid", "email", "profile", "offline_access"],
  });
  const tokens = await client.authorizationCodeGrant(config, back, checks);
  expect(tokens.claims()?.sub).toBe(person.id);
  const info = await client.fetchUserInfo(config, tokens.access_token, person.id);
  expect(info).toMatchObject({ email: person.email, name: "Inès Abbadi", locale: "fr" });

  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect(refreshed.access_token).not.toBe(tokens.access_token);
  expect(await client.fetchUserInfo(config, refreshed.access_token, person.id)).toMatchObject({ sub: person.id });
  const { body: record } = await call("GET", `/${made.id}`);
  expect([record.consents, record.lastUsedAt !== null]).toEqual([1, true]);

  await client.tokenRevocation(config, refreshed.refresh_token ?? tokens.refresh_token ?? "");
  await expect(client.refreshTokenGrant(config, refreshed.refresh_token ?? tokens.refresh_token ?? "")).rejects.toThrow();

  const again = await logInThrough(config, publicUrl, person.email);
  const last = await client.authorizationCodeGrant(config, again.back, again.checks);
  expect((await call("POST", `/${made.id}/status`, { status: "disabled" })).status).toBe(200);
  await expect(client.fetchUserInfo(config, last.access_token, person.id)).rejects.toThrow();
  await expect(client.refreshTokenGrant(config, last.refresh_token ?? "")).rejects.toThrow();
});

test("a person who refuses is redirected back without a code", async () => {
  const { backend, publicUrl, call, issuer } = await onASocket();
  const person = await addPerson(backend, { role: "VOLUNTEER", passwordHash: await hashPassword(password) });
  const { body: made } = await call("POST", "", draft);
  const options = { execute: [client.allowInsecureRequests] };
  const config = await client.discovery(issuer, made.clientId, undefined, client.ClientSecretBasic(made.secret), options);
  const { back } = await logInThrough(config, publicUrl, person.email, false);
  expect([back.searchParams.get("error"), back.searchParams.get("code")]).toEqual(["access_denied", null]);
});

test("closing an account revokes every application's access", async () => {
  const { backend, publicUrl, call, issuer } = await onASocket();
  const person = await addPerson(backend, { role: "VOLUNTEER", passwordHash: await hashPassword(password) });
  const { body: made } = await call("POST", "", draft);
  const options = { execute: [client.allowInsecureRequests] };
  const config = await client.discovery(issuer, made.clientId, undefined, client.ClientSecretBasic(made.secret), options);
  const { back, checks } = await logInThrough(config, publicUrl, person.email);
  const tokens = await client.authorizationCodeGrant(config, back, checks);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await fetch(`${publicUrl}/api/admin/people/${person.id}/steps`, {
    method: "POST",
    headers: { cookie, origin: publicUrl, "content-type": "application/json" },
    body: JSON.stringify({ step: "suspend", reason: "Essai" }),
  });
  await expect(client.fetchUserInfo(config, tokens.access_token, person.id)).rejects.toThrow();
  await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? "")).rejects.toThrow();
});

test("the secret is shown once, stored as a hash, and works for seven days more after its rotation", async () => {
  const { backend, call, issuer } = await onASocket();
  const { body: made } = await call("POST", "", draft);
  const { body: next } = await call("POST", `/${made.id}/secret`);
  const rows = JSON.stringify([
    await backend.services.db.select().from(oauthClients),
    await backend.services.db.select().from(auditLog),
    (await call("GET", "")).body,
    (await call("GET", `/${made.id}`)).body,
  ]);
  for (const secret of [made.secret, next.secret]) expect(rows).not.toContain(secret);
  const accepted = async (secret: string) => {
    const config = await client.discovery(issuer, made.clientId, undefined, client.ClientSecretBasic(secret), {
      execute: [client.allowInsecureRequests],
    });
    const error = await client.refreshTokenGrant(config, "unknown").catch((reason: { error: string }) => reason.error);
    return error === "invalid_grant";
  };
  expect([await accepted(made.secret), await accepted(next.secret), await accepted("wrong")]).toEqual([true, true, false]);
  await backend.services.db
    .update(oauthClients)
    .set({ previousSecretUntil: new Date("2020-01-01") })
    .where(eq(oauthClients.id, made.id));
  expect([await accepted(made.secret), await accepted(next.secret)]).toEqual([false, true]);
});

test("a redirect URI that does not match exactly is refused before the login", async () => {
  const { publicUrl, call } = await onASocket();
  const { body: made } = await call("POST", "", draft);
  for (const address of ["http://127.0.0.1:9/retour/", "http://127.0.0.1:9/retour?x=1", "http://127.0.0.1:9/", "https://evil.example/"]) {
    const query = new URLSearchParams({
      client_id: made.clientId,
      redirect_uri: address,
      response_type: "code",
      scope: "openid",
      code_challenge: "x".repeat(43),
      code_challenge_method: "S256",
    });
    const response = await fetch(`${publicUrl}/oidc/auth?${query}`, { redirect: "manual" });
    expect([address, response.headers.get("location")]).toEqual([address, `${publicUrl}/login?problem=expired`]);
  }
});

test.each([
  ["https://agenda.example/retour", true],
  ["http://localhost:8080/retour", true],
  ["http://127.0.0.1/retour", true],
  ["http://[::1]:3000/", true],
  ["http://agenda.example/retour", false],
  ["https://*.agenda.example/retour", false],
  ["https://agenda.example/retour#ici", false],
  ["https://user:secret@agenda.example/", false],
  ["javascript:alert(1)", false],
  ["agenda.example", false],
])("as an address to come back to, %s is fine: %s", (address, fine) => {
  expect(isRedirectUri(address)).toBe(fine);
});

test("applications are for administrators, and a conflicting edit is refused", async () => {
  const { backend, publicUrl, call } = await onASocket();
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  expect(
    (await fetch(`${publicUrl}/api/admin/oauth-clients`, { headers: { cookie: await cookiesOf(backend, volunteer.id) } })).status,
  ).toBe(403);
  const { body: made } = await call("POST", "", { ...draft, type: "public" });
  expect(made.secret).toBeNull();
  const edit = { name: "Autre nom", redirectUris: draft.redirectUris, scopes: [], version: 1 };
  expect((await call("PATCH", `/${made.id}`, edit)).status).toBe(200);
  expect((await call("PATCH", `/${made.id}`, edit)).status).toBe(409);
  expect((await call("POST", "", { ...draft, redirectUris: ["http://agenda.example/"] })).status).toBe(422);
  expect((await call("POST", `/${made.id}/secret`)).status).toBe(409);
});
