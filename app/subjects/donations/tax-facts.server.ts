import type { AppLoadContext } from "@remix-run/node";
import { franceDay } from "#contract/formats/france-time";
import { costAfterTax, type Giver, giftTax, monthlyCostAfterTax, raisedLimit } from "#contract/giving/gift-tax";
import { formatEuros } from "#contract/giving/money";
import { offeredAmounts } from "#contract/giving/pledges";
import { formatDate } from "~/ui/local-date";

const exampleGift = 10_000;
const exampleCompanyGift = 100_000;

/** The formatted cost of a gift after tax: for each offered amount, and for the examples of the rules. */
export function taxFacts({ locale, settings: { giftTaxRegime } }: AppLoadContext) {
  const regime = giftTaxRegime ?? "66";
  const day = franceDay(new Date());
  const euros = (cents: number) => formatEuros(locale, cents);
  const person = { donor: "person", regime, day } as const;
  const company = { donor: "company", regime, day } as const;
  const cost75 = costAfterTax(exampleGift, { ...person, regime: "75" });
  const cost66 = costAfterTax(exampleGift, { ...person, regime: "66" });
  const companyCost = costAfterTax(exampleCompanyGift, company);
  return {
    /** Null when no tax reduction is configured: then none of these figures is shown. */
    regime: giftTaxRegime,
    day,
    amounts: offeredAmounts.map((cents) => {
      const costs = (costOf: typeof costAfterTax, giver: Giver) => {
        const cost = costOf(cents, giver);
        return { amount: euros(cents), cost: euros(cost), share: cost / cents };
      };
      return {
        cents,
        amount: euros(cents),
        cost: {
          one_off: { person: costs(costAfterTax, person), company: costs(costAfterTax, company) },
          monthly: { person: costs(monthlyCostAfterTax, person), company: costs(monthlyCostAfterTax, company) },
        },
      };
    }),
    other: { person: shareOf(person), company: shareOf(company) },
    words: {
      rate75: giftTax.raisedRate,
      rate66: giftTax.rate,
      rateCompany: giftTax.companyRate,
      ratePerson: regime === "75" ? giftTax.raisedRate : giftTax.rate,
      cap75: euros(raisedLimit(day)),
      incomeCap: giftTax.incomeCap,
      companyCap: euros(giftTax.companyCap),
      companyTurnoverRate: giftTax.companyTurnoverRate.toLocaleString(locale),
      exampleGift: euros(exampleGift),
      exampleCost75: euros(cost75),
      exampleSaved75: euros(exampleGift - cost75),
      exampleCost66: euros(cost66),
      exampleSaved66: euros(exampleGift - cost66),
      exampleCompanyGift: euros(exampleCompanyGift),
      exampleCompanySaved: euros(exampleCompanyGift - companyCost),
      taxCheckedOn: formatDate(locale, giftTax.checkedOn, "full"),
    },
  };
}

/** The share of a gift of a round sum that its giver bears, and the same in percent. */
function shareOf(giver: Giver) {
  const share = costAfterTax(exampleGift, giver) / exampleGift;
  return { share, percent: Math.round(share * 100) };
}

export type TaxFacts = ReturnType<typeof taxFacts>;
