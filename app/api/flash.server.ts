import type { AppLoadContext } from "@remix-run/node";
import * as z from "zod";
import { isLocalPath } from "#contract/formats/urls";
import type { Toast } from "~/toasts/toast";

/** The cookie with the message for the next page; over https it has the `__Host-` prefix. */
export const flashCookie = (publicUrl: string) => (isSecure(publicUrl) ? "__Host-toast" : "toast");

const isSecure = (publicUrl: string) => publicUrl.startsWith("https:");

const lineOf = (publicUrl: string, value: string, seconds: number) =>
  `${flashCookie(publicUrl)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? "; Secure" : ""}`;

const Flash = z.object({
  id: z.string().max(60),
  title: z.string(),
  description: z.string().optional(),
  icon: z.enum(["done", "information", "warning", "problem"]).optional(),
  closeButton: z.boolean().optional(),
  timeout: z.number().int().min(1_000).max(60_000).optional(),
  color: z.enum(["success", "info", "warning", "danger"]).optional(),
  actions: z
    .array(
      z.object({
        label: z.string().max(60),
        to: z.string().max(2_000).refine(isLocalPath),
        post: z.object({ name: z.string().max(30), value: z.string().max(60) }).optional(),
      }),
    )
    .max(2)
    .optional(),
});

/** The longest texts of a message, and the most bytes of its cookie: browsers drop cookies above 4,096. */
const longest = { title: 400, description: 400, cookie: 4_000 } as const;

/** A text that ends between two words, with an ellipsis, where it is longer than the most characters. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most);
  return `${start.slice(0, start.lastIndexOf(" ")) || start}…`;
}

type Context = Pick<AppLoadContext, "cookie" | "setCookie" | "settings">;

/** Shows a message on the next page: the redirect sets a cookie that the page removes. */
export function flashToast({ setCookie, settings }: Omit<Context, "cookie">, toast: Omit<Toast, "id" | "avatar" | "callback">) {
  const { title, description, actions, ...others } = toast;
  const texts = {
    title: shortened(title, longest.title),
    ...(description && { description: shortened(description, longest.description) }),
  };
  const message = { icon: "done", color: "success", ...others, ...texts, id: crypto.randomUUID() };
  const cookieOf = (written: object) => lineOf(settings.publicUrl, Buffer.from(JSON.stringify(written)).toString("base64url"), 60);
  const whole = cookieOf({ ...message, actions });
  // What happened matters more than a button that leads on.
  setCookie(whole.length > longest.cookie ? cookieOf(message) : whole);
}

/** Shows on the next page why something was refused: with the backend's message, or a general one. */
export function flashRefusal(context: Omit<Context, "cookie"> & Pick<AppLoadContext, "t">, title: string | undefined) {
  flashToast(context, { title: title ?? context.t("common:forms.failed"), color: "danger", icon: "problem" });
}

/** The cookie line that removes a shown message. A redirect omits it: the message is for the next page. */
export const toastTaken = (publicUrl: string) => lineOf(publicUrl, "", 0);

/** The message for this page, if any. */
export function readToast({ cookie, setCookie, settings }: Context): Toast | null {
  const value = cookie(flashCookie(settings.publicUrl));
  if (!value) return null;
  setCookie(toastTaken(settings.publicUrl));
  try {
    return Flash.parse(JSON.parse(Buffer.from(value, "base64url").toString("utf8")));
  } catch {
    return null;
  }
}
