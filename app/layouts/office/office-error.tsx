import { useRouteError } from "@remix-run/react";
import { TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import { useErrorText, wayBack } from "~/errors/error-text";
import { referenceOf } from "~/errors/reference";
import { statusOf } from "~/errors/status";
import { useReload } from "~/errors/use-reload";
import { useErrorReport } from "~/errors/use-reports";
import { useCurrentUrl } from "~/layouts/current-url";
import { useRootData } from "~/layouts/root-data";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";

/** The error of one part of a back-office page; the layout and the parts around it stay. */
export function OfficeError() {
  const { t } = useTranslation();
  const root = useRootData();
  const retry = useCurrentUrl();
  const error = useRouteError();
  const reloading = useReload(error);
  useErrorReport(reloading ? null : error);
  const status = statusOf(error);
  const { title, text } = useErrorText(status);
  const back = wayBack(status);
  if (reloading) return null;
  return (
    <section className="panel grid justify-items-start gap-3" role="alert">
      <p className="flex items-center gap-2 font-bold text-primary">
        <Icon of={TriangleAlert} />
        {t("errors.label")} {status}
      </p>
      <h1 className="office-title">{title}</h1>
      <p>{text}</p>
      <p className="actions">
        {back ? (
          <a className="btn" href={retry}>
            {t(`errors.${back}`)}
          </a>
        ) : (
          <ButtonLink to="/dashboard">{t("errors.dashboard")}</ButtonLink>
        )}
        <ButtonLink variant="line" to="/">
          {t("errors.home")}
        </ButtonLink>
      </p>
      {root && status !== 404 && <p className="muted text-sm">{t("errors.reference", { reference: referenceOf(root.requestId) })}</p>}
    </section>
  );
}
