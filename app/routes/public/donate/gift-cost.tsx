import { useTranslation } from "react-i18next";
import { donorKinds } from "#contract/giving/pledge-donor";
import { rhythms } from "#contract/giving/pledges";
import { usePageText } from "~/content/page-texts/use-page-text";
import giftCostUrl from "~/enhance/gift-cost?worker&url";
import type { TaxFacts } from "~/subjects/donations/tax-facts.server";
import { usePage } from "~/ui/page-context";

/**
 * What the chosen gift costs after tax. All choices are in the page, and CSS shows the one that the form holds; for another amount the page says
 * the rule, and a script the sum.
 */
export function GiftCost({ tax: { costs, giftTax, other } }: { tax: TaxFacts }) {
  const { t } = useTranslation("donate");
  const pageText = usePageText("donate");
  const { locale } = usePage();
  return (
    <section className="gift-cost" aria-live="polite" data-gift-cost={locale} data-tax={JSON.stringify(giftTax)}>
      {rhythms.flatMap((rhythm) =>
        donorKinds.map((donor) => (
          <div key={rhythm + donor} data-rhythm={rhythm} data-donor={donor}>
            {costs.map(({ cents, ...cost }) => (
              <div key={cents} data-cents={cents}>
                <Cost title={t(`cost.${rhythm}.${donor}`, cost[rhythm][donor])} share={cost[rhythm][donor].share} />
                <p className="mt-4 leading-snug">{pageText(`example.${cents}`)}</p>
              </div>
            ))}
            <div data-cents="other">
              <Cost
                title={t(`cost.other.${donor}`, other[donor])}
                share={other[donor].share}
                written={t(`cost.${rhythm}.${donor}`, { amount: "[amount]", cost: "[cost]" })}
              />
            </div>
          </div>
        )),
      )}
      <script type="module" src={giftCostUrl} />
    </section>
  );
}

/** A sentence, and the share that the donor bears as a bar. `written` is the sentence for an amount that is typed. */
function Cost({ title, share, written }: { title: string; share: number; written?: string }) {
  return (
    <>
      <p className="title-card font-extrabold" data-cost={written}>
        {title}
      </p>
      <svg className="mt-4 h-4 w-full rounded-link bg-primary-pale" aria-hidden="true">
        <rect width={`${share * 100}%`} height="100%" rx="8" className="fill-primary" />
      </svg>
    </>
  );
}
