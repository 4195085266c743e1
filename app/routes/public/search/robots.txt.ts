import type { LoaderFunctionArgs } from "@remix-run/node";
import { locales } from "#contract/formats/locale";
import { pathIn } from "~/i18n/locale-of-path";
import { cacheableResponse } from "~/server/cache/cacheable-response.server";

/** Paths not to be crawled: private pages, and the API. */
const closed = ["/dashboard", "/account", "/api/", "/oidc/"];

export async function loader({ context: { settings } }: LoaderFunctionArgs) {
  const paths = locales.flatMap((locale) => closed.map((path) => pathIn(locale, path)));
  const lines = ["User-agent: *", ...paths.map((path) => `Disallow: ${path}`), "", `Sitemap: ${settings.publicUrl}/sitemap.xml`, ""];
  return cacheableResponse(lines.join("\n"), "text/plain; charset=utf-8", { on: [] });
}
