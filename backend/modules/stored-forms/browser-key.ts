import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Services } from "#backend/http/services";
import { storedFormLifetime, storedFormsCookie } from "#contract/accounts/stored-forms";
import { forgetAllUnder } from "./storing.ts";

type Settings = Pick<Services["settings"], "publicUrl">;
const isSecure = ({ publicUrl }: Settings) => publicUrl.startsWith("https:");
const attributes = (settings: Settings) => ({ path: "/", httpOnly: true, sameSite: "Lax", secure: isSecure(settings) }) as const;
const nameOf = (settings: Settings) => storedFormsCookie(isSecure(settings));

/** The key of the forms stored for a browser, in a cookie. */
export function browserKey(http: Context, settings: Settings): string | null {
  const token = getCookie(http, nameOf(settings)) ?? "";
  return /^[\w-]{43}$/.test(token) ? token : null;
}

export function setBrowserKey(http: Context, settings: Settings, token: string) {
  setCookie(http, nameOf(settings), token, { ...attributes(settings), maxAge: storedFormLifetime });
}

/** Erases what is stored for a browser, and its key, when its person logs out. */
export async function forgetStoredForms(http: Context, { db, settings }: Pick<Services, "db" | "settings">) {
  const token = browserKey(http, settings);
  if (!token) return;
  await forgetAllUnder(db, token);
  deleteCookie(http, nameOf(settings), attributes(settings));
}
