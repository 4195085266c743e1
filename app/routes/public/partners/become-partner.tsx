import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/ui/button";

const ways = [1, 2, 3, 4] as const;

/** What a partner can bring, and where to say so. */
export function BecomePartner() {
  const { t } = useTranslation("partners");
  return (
    <section className="on-colour mt-section bg-band py-section text-on-band" aria-labelledby="join">
      <div className="wrap grid gap-x-16 gap-y-8 lg:grid-cols-[1.2fr_1fr] lg:items-center">
        <div className="grid justify-items-start gap-5">
          <h2 id="join" className="title-page">
            {t("join.title")}
          </h2>
          <p className="max-w-xl text-lg">{t("join.text")}</p>
          <ButtonLink look="white" to="/contact?topic=partner">
            {t("join.cta")}
          </ButtonLink>
        </div>
        <ul className="grid gap-4 text-lg font-bold">
          {ways.map((way) => (
            <li key={way} className="flex items-center gap-4">
              <span className="ring-link h-5 w-9 flex-none [--ring:#fff] [--w:0.3125rem]" aria-hidden="true" />
              {t(`join.${way}`)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
