import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/ui/button";

/** The URL of a new invitation, shown only once. */
export function LinkReady({ id, url }: { id: string; url: string }) {
  const { t } = useTranslation("registration-links");
  return (
    <>
      <h1 className="office-title">{t("created.h1")}</h1>
      <p className="mt-2">{t("created.lead")}</p>
      <div className="field mt-5 max-w-3xl">
        <label htmlFor="url">{t("created.url")}</label>
        <input id="url" className="control" readOnly value={url} />
      </div>
      <p className="actions mt-6">
        <ButtonLink variant="line" to={`/dashboard/admin/registration-links/${id}/view`}>
          {t("created.cta")}
        </ButtonLink>
      </p>
    </>
  );
}
