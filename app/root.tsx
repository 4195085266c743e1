import type { LoaderFunctionArgs } from "@remix-run/node";
import { Links, Meta, Outlet, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Locale } from "#contract/formats/locale";
import { readToast } from "~/api/flash.server";
import { statusOf } from "~/errors/status";
import { useReload } from "~/errors/use-reload";
import { useErrorReport } from "~/errors/use-reports";
import { pathIn } from "~/i18n/locale-of-path";
import { styleMark, usePageParts } from "~/layouts/document-parts";
import { usePageHandle, usePageRefresh } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { PageScripts } from "~/layouts/page-scripts";
import { useRootData } from "~/layouts/root-data";
import { ErrorPage } from "~/layouts/site/error-page";
import { PageProvider } from "~/ui/page-context";
import officeCssUrl from "./styles/office.css?url";
import siteCssUrl from "./styles/site.css?url";

export const meta = pageMeta;

/** The data of every page. It calls nothing that can fail, so error pages have it too. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { locale, settings, requestId, t } = context;
  const errorTitles = { notFound: t("common:errors.404.title"), unexpected: t("common:errors.other.title") };
  return { locale, settings, requestId, errorTitles, imageAlt: t("home:h1"), toast: readToast(context) };
}

/** The document around pages and error pages. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData();
  const { i18n } = useTranslation();
  const { styleInside } = usePageParts();
  const { shell = "site", hydrate = false } = usePageHandle();
  const refresh = usePageRefresh();
  const locale = root?.locale ?? (i18n.language as Locale);
  const office = shell === "office";
  return (
    <PageProvider value={{ locale, hydrated: hydrate, build: root?.settings.buildId ?? "" }}>
      <html lang={locale} data-primary={root?.settings.primaryColour} data-theme={office ? "auto" : undefined}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <Meta />
          {refresh && (
            <noscript>
              <meta httpEquiv="refresh" content={String(refresh)} />
            </noscript>
          )}
          <Links />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
          {!office && <link rel="manifest" href={pathIn(locale, "/site.webmanifest")} />}
          {office || !styleInside ? <link rel="stylesheet" href={office ? officeCssUrl : siteCssUrl} /> : <style>{styleMark}</style>}
          {hydrate && root?.settings.sentryDsn && <meta name="error-reports" content={root.settings.sentryDsn} />}
        </head>
        <body>
          {children}
          <PageScripts />
        </body>
      </html>
    </PageProvider>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const root = useRootData();
  const error = useRouteError();
  const reloading = useReload(error);
  useErrorReport(reloading ? null : error);
  return reloading ? null : <ErrorPage status={statusOf(error)} root={root} />;
}
