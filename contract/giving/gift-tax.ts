/**
 * The rates of French tax reductions for gifts, dated facts of the charity. Sources: articles 200 (1 and 1 ter, people) and 238 bis (companies)
 * of the code général des impôts.
 */
export type GiftTaxRates = {
  /** Percent of a gift, up to a sum in euros a year, to a charity that gives free meals, care or housing. */
  raisedRate: number;
  raisedUpToEuros: number;
  /** Percent of any other gift. */
  rate: number;
  /** Percent of the taxable income that the gifts of a year may reach. */
  incomeCap: number;
  /** Percent of a gift of a company. */
  companyRate: number;
  /** What the gifts of a company may reach in a year: euros, or so many thousandths of its turnover. */
  companyCapEuros: number;
  companyTurnoverPerThousand: number;
  /** The day on which somebody compared them with the law. */
  checkedOn: string;
};

/** Whether the charity gives free meals, care or housing: then the raised rate applies (article 200, 1 ter). */
export type GiftTaxRegime = "75" | "66";

export type GiftTax = { regime: GiftTaxRegime; rates: GiftTaxRates };

export type Giver = GiftTax & { donor: "person" | "company" };

/** What a gift costs once the reduction is taken off a tax that is owed; cents, for the gifts of one year. */
export function costAfterTax(cents: number, { donor, regime, rates }: Giver): number {
  const raised = donor === "person" && regime === "75" ? Math.min(cents, rates.raisedUpToEuros * 100) : 0;
  const rate = donor === "company" ? rates.companyRate : rates.rate;
  return Math.round((cents * 100 - raised * rates.raisedRate - (cents - raised) * rate) / 100);
}

/** The same for a gift repeated each month, spread over its year. */
export function monthlyCostAfterTax(cents: number, giver: Giver): number {
  return Math.round(costAfterTax(cents * 12, giver) / 12);
}
