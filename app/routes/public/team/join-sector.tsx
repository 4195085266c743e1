import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/ui/button";

/** A link to the registration as a volunteer of this sector. */
export function JoinSector({ name, slug }: { name: string; slug: string }) {
  const { t } = useTranslation("team");
  return (
    <section className="on-colour bg-band py-section text-on-band" aria-labelledby="join">
      <div className="wrap grid justify-items-start gap-5">
        <h2 id="join" className="title-page">
          {t("one.joinTitle")}
        </h2>
        <p className="max-w-xl text-lg">{t("one.joinText")}</p>
        <ButtonLink variant="white" to={`/register/volunteer?team=${slug}`}>
          {t("one.join", { city: name })}
        </ButtonLink>
      </div>
    </section>
  );
}
