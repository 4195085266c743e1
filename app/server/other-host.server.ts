import { browserLocale, locales } from "#contract/formats/locale";
import { pathIn } from "~/i18n/locale-of-path";
import { textsFor } from "~/i18n/texts.server";

/**
 * The page for a request that names another host (421) or none (400, RFC 9112, 3.2): in both languages, the preferred one first, with links
 * to the configured address. It repeats nothing of the request and loads nothing, as the address that it is shown at is not ours.
 */
export function otherHostPage(request: Request, publicUrl: string): Response {
  const named = request.headers.get("host") ? "other" : "none";
  const first = browserLocale(request.headers.get("accept-language"));
  const languages = [first, ...locales.filter((locale) => locale !== first)];
  const parts = languages.map((locale) => {
    const { t } = textsFor(locale);
    const homeUrl = publicUrl + pathIn(locale, "/");
    const link = `<a href="${homeUrl}" hreflang="${locale}">${homeUrl}</a>`;
    return `<div lang="${locale}"><h1>${t(`other-host:${named}.title`)}</h1><p>${t(`other-host:${named}.text`)} ${link}</p></div>`;
  });
  const page = [
    `<!DOCTYPE html><html lang="${first}"><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${textsFor(first).t(`other-host:${named}.title`)}</title>${parts.join("")}</html>`,
  ].join("");
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", vary: "Accept-Language" };
  return new Response(page, { status: named === "none" ? 400 : 421, headers });
}
