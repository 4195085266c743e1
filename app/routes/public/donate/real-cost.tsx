import { useTranslation } from "react-i18next";
import type { TaxFacts } from "~/subjects/donations/tax-facts.server";
import { Drawing } from "~/ui/drawing";

const uses = [
  { key: "kit", drawing: "kit" },
  { key: "bike", drawing: "bike" },
  { key: "shop", drawing: "coat" },
] as const;

/** What a gift of a round sum really costs a person who pays tax, and what money does here. */
export function RealCost({ tax: { words, share } }: { tax: TaxFacts }) {
  const { t } = useTranslation("donate");
  return (
    <section className="rounded-2xl bg-beige p-[clamp(1.5rem,3vw,2.5rem)] lg:sticky lg:top-8" aria-labelledby="real-cost">
      <h2 id="real-cost" className="title-card">
        {t("realCost.title", words)}
      </h2>
      <p className="mt-3 text-[clamp(3rem,2rem+3vw,4.5rem)] leading-none font-extrabold tracking-[-0.05em] text-primary">
        {words.exampleCost}
      </p>
      <svg className="mt-5 h-6 w-full rounded-link bg-primary-pale" aria-hidden="true">
        <rect width={`${share * 100}%`} height="100%" rx="12" className="fill-primary" />
      </svg>
      <p className="mt-2.5 flex justify-between gap-4 text-sm">
        <span>{t("realCost.you", words)}</span>
        <span>{t("realCost.tax", words)}</span>
      </p>
      <ul className="mt-7 grid gap-4 border-t-2 border-beige-deep pt-7">
        {uses.map(({ key, drawing }) => (
          <li key={key} className="grid grid-cols-[3.5rem_1fr] items-center gap-4 leading-snug">
            <Drawing name={drawing} />
            <span>{t(`use.${key}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
