/** Says what another amount than those offered costs after tax, as it is typed. */
import type { Locale } from "#contract/formats/locale";
import { costAfterTax, type GiftTax, type Giver, monthlyCostAfterTax } from "#contract/giving/gift-tax";
import { centsOf, formatEuros } from "#contract/giving/money";

const panel = document.querySelector<HTMLElement>("[data-gift-cost]");
const typed = document.querySelector<HTMLInputElement>('[name="otherAmount"]');
const tax: GiftTax = JSON.parse(panel?.dataset.tax ?? "null");

function show() {
  const cents = centsOf(typed?.value ?? "");
  for (const line of panel?.querySelectorAll<HTMLElement>("[data-cost]") ?? []) {
    line.dataset.rule ??= line.textContent ?? "";
    const { rhythm, donor } = line.closest<HTMLElement>("[data-donor]")?.dataset ?? {};
    const giver = { donor, ...tax } as Giver;
    const cost = (rhythm === "monthly" ? monthlyCostAfterTax : costAfterTax)(cents ?? 0, giver);
    const euros = (sum: number) => formatEuros(panel?.dataset.giftCost as Locale, sum);
    line.textContent = cents
      ? (line.dataset.cost ?? "").replace("[amount]", euros(cents)).replace("[cost]", euros(cost))
      : line.dataset.rule;
  }
}

typed?.addEventListener("input", show);
show();
