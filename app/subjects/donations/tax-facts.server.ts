import type { AppLoadContext } from "@remix-run/node";
import type { Locale } from "#contract/formats/locale";
import { costAfterTax, type Giver, monthlyCostAfterTax } from "#contract/giving/gift-tax";
import { formatEuros } from "#contract/giving/money";
import { offeredAmounts } from "#contract/giving/pledges";
import { formatDate } from "~/ui/local-date";

const exampleGift = 10_000;
const exampleCompanyGift = 100_000;

/** The amounts that the form offers, in cents and written. */
export const offered = (locale: Locale) => offeredAmounts.map((cents) => ({ cents, amount: formatEuros(locale, cents) }));

/**
 * The formatted cost of a gift after tax: for each offered amount, and for the examples of the rules. Null when no tax reduction is configured:
 * then none of these figures is shown.
 */
export function taxFacts({ locale, settings: { giftTax } }: AppLoadContext) {
  if (!giftTax) return null;
  const { regime, rates } = giftTax;
  const euros = (cents: number) => formatEuros(locale, cents);
  const person = { donor: "person", ...giftTax } as const;
  const company = { donor: "company", ...giftTax } as const;
  const cost75 = costAfterTax(exampleGift, { ...person, regime: "75" });
  const cost66 = costAfterTax(exampleGift, { ...person, regime: "66" });
  const companyCost = costAfterTax(exampleCompanyGift, company);
  return {
    giftTax,
    costs: offered(locale).map(({ cents, amount }) => {
      const costs = (costOf: typeof costAfterTax, giver: Giver) => {
        const cost = costOf(cents, giver);
        return { amount, cost: euros(cost), share: cost / cents };
      };
      return {
        cents,
        one_off: { person: costs(costAfterTax, person), company: costs(costAfterTax, company) },
        monthly: { person: costs(monthlyCostAfterTax, person), company: costs(monthlyCostAfterTax, company) },
      };
    }),
    other: { person: shareOf(person), company: shareOf(company) },
    words: {
      rate75: rates.raisedRate,
      rate66: rates.rate,
      rateCompany: rates.companyRate,
      ratePerson: regime === "75" ? rates.raisedRate : rates.rate,
      cap75: euros(rates.raisedUpToEuros * 100),
      incomeCap: rates.incomeCap,
      companyCap: euros(rates.companyCapEuros * 100),
      companyTurnoverRate: (rates.companyTurnoverPerThousand / 10).toLocaleString(locale),
      exampleGift: euros(exampleGift),
      exampleCost75: euros(cost75),
      exampleSaved75: euros(exampleGift - cost75),
      exampleCost66: euros(cost66),
      exampleSaved66: euros(exampleGift - cost66),
      exampleCompanyGift: euros(exampleCompanyGift),
      exampleCompanySaved: euros(exampleCompanyGift - companyCost),
      taxCheckedOn: formatDate(locale, rates.checkedOn, "full"),
    },
  };
}

/** The share of a gift of a round sum that its giver bears, and the same in percent. */
function shareOf(giver: Giver) {
  const share = costAfterTax(exampleGift, giver) / exampleGift;
  return { share, percent: Math.round(share * 100) };
}

export type TaxFacts = NonNullable<ReturnType<typeof taxFacts>>;
