import type { LoaderFunctionArgs } from "@remix-run/node";
import { pathIn } from "~/i18n/locale-of-path";
import { cacheableResponse } from "~/server/cache/cacheable-response.server";

/** How the site is installed as an application, in the language of the address (W3C web application manifest). */
export async function loader({ context: { settings, locale, t } }: LoaderFunctionArgs) {
  const icon = (src: string, sizes: string, purpose = "any") => ({
    src,
    sizes,
    type: src.endsWith("svg") ? "image/svg+xml" : "image/png",
    purpose,
  });
  const shortcut = (name: string, path: string) => ({
    name,
    url: pathIn(locale, path),
    icons: [icon("/icons/icon-192x192.png", "192x192")],
  });
  const manifest = {
    id: "/",
    name: settings.productName,
    short_name: settings.productName,
    description: t("home:meta", { organisation: settings.organisation }),
    lang: locale,
    dir: "ltr",
    start_url: pathIn(locale, "/"),
    scope: "/",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: settings.primaryColour === "green" ? "#0f7443" : "#cb1067",
    icons: [
      icon("/icons/icon-192x192.png", "192x192"),
      icon("/icons/icon-512x512.png", "512x512"),
      icon("/icons/icon-maskable-512x512.png", "512x512", "maskable"),
      icon("/favicon.svg", "any"),
    ],
    shortcuts: [
      shortcut(t("titles:/dashboard"), "/dashboard"),
      shortcut(t("titles:/further-support"), "/further-support"),
      shortcut(t("common:header.news"), "/news"),
    ],
  };
  return cacheableResponse(JSON.stringify(manifest), "application/manifest+json; charset=utf-8", { on: [] });
}
