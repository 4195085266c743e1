import { and, gt } from "drizzle-orm";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { ofToken } from "#backend/identity/one-time-links";
import { Refusal } from "#backend/refusal";
import { type Access, redirectFor } from "#contract/accounts/access";
import { sessionCookies } from "#contract/accounts/session";
import { accessMinutes } from "#contract/giving/donor-access";
import { donorSessions } from "./tables.ts";

type Call = Pick<Services, "db" | "clock" | "settings"> & { http: Context };
type Reader = Call & { actor: Actor | null };

const isSecure = ({ settings }: Pick<Call, "settings">) => settings.publicUrl.startsWith("https:");
const nameOf = (call: Pick<Call, "settings">) => sessionCookies(isSecure(call)).donor;
const attributes = (call: Pick<Call, "settings">) => ({ path: "/", httpOnly: true, sameSite: "Lax", secure: isSecure(call) }) as const;

const donors: Access = { roles: ["DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] };

/** The e-mail address whose gifts this browser may see: that of a link from a mail, until it expires, else that of the donor who is logged in. */
export async function donorOf(call: Reader): Promise<{ email: string; expiresAt: Date | null }> {
  const token = getCookie(call.http, nameOf(call));
  const [session] = token
    ? await call.db
        .select()
        .from(donorSessions)
        .where(and(ofToken(donorSessions, token), gt(donorSessions.expiresAt, call.clock())))
    : [];
  if (session) return session;
  const { actor } = call;
  if (!actor || redirectFor(actor, donors) !== null) throw new Refusal("not_authenticated");
  return { email: actor.email, expiresAt: null };
}

export function giveAccess(call: Call, token: string) {
  setCookie(call.http, nameOf(call), token, { ...attributes(call), maxAge: accessMinutes * 60 });
}

export async function endAccess(call: Call) {
  const token = getCookie(call.http, nameOf(call));
  if (token) await call.db.delete(donorSessions).where(ofToken(donorSessions, token));
  deleteCookie(call.http, nameOf(call), attributes(call));
}
