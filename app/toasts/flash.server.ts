import type { AppLoadContext } from "@remix-run/node";
import * as z from "zod";
import type { Toast } from "./toast";

/** The cookie that carries a message to the next page. */
export const flashCookie = "toast";

const Flash = z.object({
  id: z.string().max(60),
  title: z.string().max(200),
  description: z.string().max(300).optional(),
  icon: z.enum(["done", "information", "warning", "problem"]).optional(),
  closeButton: z.boolean().optional(),
  timeout: z.number().int().min(1_000).max(60_000).optional(),
  color: z.enum(["success", "info", "warning", "danger"]).optional(),
});

type Context = Pick<AppLoadContext, "cookie" | "setCookie">;

/** Shows a message on the next page, whatever it is: the redirect carries it in a cookie that the page takes away. */
export function flashToast({ setCookie }: Pick<Context, "setCookie">, toast: Omit<Toast, "id" | "avatar" | "actions" | "callback">) {
  const value = Buffer.from(JSON.stringify({ icon: "done", color: "success", ...toast, id: crypto.randomUUID() })).toString("base64url");
  setCookie(`${flashCookie}=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`);
}

/** The message this page shows, if one was left for it. */
export function readToast({ cookie, setCookie }: Context): Toast | null {
  const value = cookie(flashCookie);
  if (!value) return null;
  setCookie(`${flashCookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`);
  try {
    return Flash.parse(JSON.parse(Buffer.from(value, "base64url").toString("utf8")));
  } catch {
    return null;
  }
}
