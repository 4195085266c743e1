import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";

/** Lifetimes in seconds. */
export const accessTokenLifetime = 15 * 60;
export const refreshTokenLifetime = 30 * 24 * 60 * 60;
/** How long an already rotated refresh token still answers with its one successor. */
export const refreshGrace = 30;

/** `donor` gives temporary access to the donations of one e-mail address; it is not a login. */
export type SessionCookies = { access: string; refresh: string; login: string; donor: string };

/**
 * Names of the session cookies. Over https they carry the `__Host-` prefix, which ties them to this host;
 * over plain http (a local trial) browsers would refuse that prefix.
 */
export function sessionCookies(secure: boolean): SessionCookies {
  const prefix = secure ? "__Host-" : "";
  return { access: `${prefix}access`, refresh: `${prefix}refresh`, login: `${prefix}login`, donor: `${prefix}donor` };
}

export const Credentials = z.object({
  email: z.string("login:email.required").trim().min(1, "login:email.required").max(254, "login:email.required"),
  password: z.string("login:password.required").min(1, "login:password.required").max(256, "login:wrong"),
});
export type Credentials = z.infer<typeof Credentials>;

const RedirectAnswer = z.object({ redirect_uri: z.string() });
const byInteraction = z.object({ id: z.string().regex(/^[\w-]{10,128}$/) });

export const sessionApi = {
  isLogged: endpoint({ method: "GET", path: "/api/auth/is-logged", access: "authenticated", response: z.object({ success: z.boolean() }) }),
  login: endpoint({
    method: "GET",
    path: "/api/auth/login",
    access: "public",
    query: z.object({ redirectTo: z.string().max(2_000).optional() }),
    response: RedirectAnswer,
  }),
  /** Whether a login form's flow is still running, for whom (name, and origin it comes back to), and where the person was going. */
  interaction: endpoint({
    method: "GET",
    path: "/api/auth/interactions/:id",
    access: "public",
    params: byInteraction,
    response: z.object({ clientName: z.string(), origin: z.string(), returnTo: z.string().nullable() }),
  }),
  authenticate: endpoint({
    method: "POST",
    path: "/api/auth/interactions/:id/login",
    access: "public",
    params: byInteraction,
    body: Credentials,
    response: RedirectAnswer,
  }),
  refresh: endpoint({ method: "POST", path: "/api/auth/refresh", access: "public", response: Done }),
  logout: endpoint({ method: "GET", path: "/api/auth/logout", access: "public", response: Done }),
};
