import { useLocation } from "@remix-run/react";
import { TriangleAlert, Unlink } from "lucide";
import { useTranslation } from "react-i18next";
import type { PublicSettings } from "~/api/settings.server";
import { useErrorText, wayBack } from "~/errors/error-text";
import { referenceOf } from "~/errors/reference";
import { useCurrentUrl } from "~/layouts/current-url";
import { SiteHeader } from "~/layouts/site/header";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { LogoSymbols } from "~/ui/logo";

type Props = { status: number; root: { settings: PublicSettings; requestId: string } | undefined };

/** The error page of the public site: the header, a drawing, what happened, and a link to the home page. */
export function ErrorPage({ status, root }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const retry = useCurrentUrl();
  const { title, text } = useErrorText(status);
  const back = wayBack(status);
  return (
    <>
      <LogoSymbols />
      {root && <SiteHeader variant="light" path={pathname} search="" settings={root.settings} />}
      <main id="content" className="grid min-h-[calc(100dvh-4rem)] content-center overflow-hidden pt-8 pb-16">
        <div className="broken-chain" aria-hidden="true">
          <div className="ring-link" />
          <p>
            <Icon of={Unlink} className="size-16" />
          </p>
          <div className="ring-link" />
        </div>
        <div className="wrap grid max-w-xl justify-items-center gap-4 text-center">
          <p className="flex items-center gap-2 font-bold text-primary">
            <Icon of={TriangleAlert} />
            {t("errors.label")} {status}
          </p>
          <h1 className="title-page">{title}</h1>
          <p>{text}</p>
          <p className="actions justify-center">
            {back && (
              <a className="btn" href={retry}>
                {t(`errors.${back}`)}
              </a>
            )}
            <ButtonLink variant={back ? "line" : undefined} to="/">
              {t("errors.home")}
            </ButtonLink>
            {!back && (
              <ButtonLink variant="line" to="/search">
                {t("header.search")}
              </ButtonLink>
            )}
          </p>
          {root && status !== 404 && <p className="muted text-sm">{t("errors.reference", { reference: referenceOf(root.requestId) })}</p>}
        </div>
      </main>
    </>
  );
}
