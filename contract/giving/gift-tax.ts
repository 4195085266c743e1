/**
 * French tax reductions for gifts, in percent and cents, by the day they came into force. Sources: articles 200 (1 and 1 ter,
 * people) and 238 bis (companies) of the code général des impôts; the limit of the raised rate doubled for gifts made
 * from 14 October 2025. To be checked each year; `checkedOn` says when it last was.
 */
const rules = [
  { from: "2025-10-14", raisedUpTo: 200_000 },
  { from: "2021-01-01", raisedUpTo: 100_000 },
];
export const giftTax = {
  checkedOn: "2026-11-02",
  raisedRate: 75,
  rate: 66,
  incomeCap: 20,
  companyRate: 60,
  companyCap: 2_000_000,
  companyTurnoverRate: 0.5,
};

/** Whether the charity gives free meals, care or housing: then the raised rate applies (article 200, 1 ter). */
export type GiftTaxRegime = "75" | "66";

export function raisedLimit(day: string): number {
  return rules.find(({ from }) => from <= day)?.raisedUpTo ?? 0;
}

export type Giver = { donor: "person" | "company"; regime: GiftTaxRegime; day: string };

/** What a gift costs once the reduction is taken off a tax that is owed; cents, for the gifts of one year. */
export function costAfterTax(cents: number, { donor, regime, day }: Giver): number {
  const raised = donor === "person" && regime === "75" ? Math.min(cents, raisedLimit(day)) : 0;
  const rate = donor === "company" ? giftTax.companyRate : giftTax.rate;
  return Math.round((cents * 100 - raised * giftTax.raisedRate - (cents - raised) * rate) / 100);
}

/** The same for a gift repeated each month, spread over its year. */
export function monthlyCostAfterTax(cents: number, giver: Giver): number {
  return Math.round(costAfterTax(cents * 12, giver) / 12);
}
