import { useTranslation } from "react-i18next";
import type { TaxFacts } from "~/subjects/donations/tax-facts.server";

/** The rules behind the figures, with the law they come from. */
export function TaxRules({ tax: { giftTax, words } }: { tax: TaxFacts }) {
  const { t } = useTranslation("donate");
  const person = giftTax.regime === "75" ? ["75", "66"] : ["66only"];
  return (
    <section className="py-section" aria-labelledby="tax">
      <h2 id="tax" className="title-section">
        {t("tax.title")}
      </h2>
      <div className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <div className="grid content-start gap-3">
          <h3 className="title-card">{t("tax.person.title")}</h3>
          {person.map((rule) => (
            <p key={rule}>{t(`tax.person.${rule as "75"}`, words)}</p>
          ))}
          <p>{t("tax.person.none")}</p>
          <p className="hint">{t("tax.person.source")}</p>
        </div>
        <div className="grid content-start gap-3">
          <h3 className="title-card">{t("tax.company.title")}</h3>
          <p>{t("tax.company.text", words)}</p>
          <p>{t("tax.company.kind")}</p>
          <p className="hint">{t("tax.company.source")}</p>
        </div>
      </div>
      <p className="hint mt-8">{t("tax.updated", words)}</p>
    </section>
  );
}
