import { and, gt } from "drizzle-orm";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Services } from "#backend/http/services";
import { ofToken } from "#backend/identity/one-time-links";
import { Refusal } from "#backend/refusal";
import { sessionCookies } from "#contract/accounts/session";
import { accessMinutes } from "#contract/giving/donor-access";
import { donorSessions } from "./tables.ts";

type Call = Pick<Services, "db" | "clock" | "settings"> & { http: Context };

const isSecure = ({ settings }: Pick<Call, "settings">) => settings.publicUrl.startsWith("https:");
const nameOf = (call: Pick<Call, "settings">) => sessionCookies(isSecure(call)).donor;
const attributes = (call: Pick<Call, "settings">) => ({ path: "/", httpOnly: true, sameSite: "Lax", secure: isSecure(call) }) as const;

/** The e-mail address whose gifts this browser may see, and until when. */
export async function donorOf(call: Call): Promise<{ email: string; expiresAt: Date }> {
  const token = getCookie(call.http, nameOf(call));
  const [session] = token
    ? await call.db
        .select()
        .from(donorSessions)
        .where(and(ofToken(donorSessions, token), gt(donorSessions.expiresAt, call.clock())))
    : [];
  if (!session) throw new Refusal("not_authenticated");
  return session;
}

export function giveAccess(call: Call, token: string) {
  setCookie(call.http, nameOf(call), token, { ...attributes(call), maxAge: accessMinutes * 60 });
}

export async function endAccess(call: Call) {
  const token = getCookie(call.http, nameOf(call));
  if (token) await call.db.delete(donorSessions).where(ofToken(donorSessions, token));
  deleteCookie(call.http, nameOf(call), attributes(call));
}
