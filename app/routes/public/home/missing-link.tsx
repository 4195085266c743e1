import { usePageText } from "~/content/page-texts/use-page-text";
import { ButtonLink } from "~/ui/button";

/** The call to action at the end of the page, with a drawing of a chain. */
export function MissingLink() {
  const t = usePageText("home");
  return (
    <section className="on-colour overflow-hidden bg-black py-section text-center text-white">
      <div className="wrap">
        <h2 className="title-hero">{t("missing.title")}</h2>
        <div className="chain missing-chain" aria-hidden="true">
          <div className="ring-link" />
          <div className="ring-link">{t("missing.you")}</div>
          <div className="ring-link" />
        </div>
        <p className="actions justify-center">
          <ButtonLink variant="white" to="/register/volunteer">
            {t("missing.volunteer")}
          </ButtonLink>
          <ButtonLink variant="hollow" to="/donate">
            {t("missing.give")}
          </ButtonLink>
          <ButtonLink variant="hollow" to="/register/donator">
            {t("missing.shop")}
          </ButtonLink>
        </p>
      </div>
    </section>
  );
}
