import type { CriteriaRecord } from "#contract/accounts/criteria-editing";
import type { Locale } from "#contract/formats/locale";

/** A version as its form begins: bounds in euros, as people write them. */
export function formValues({ questions, rule }: CriteriaRecord, locale: Locale) {
  const euros = (cents: number) => {
    const text = cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
    return locale === "fr" ? text.replace(".", ",") : text;
  };
  return { questions, rule: { likelyUpTo: euros(rule.likelyUpTo), doubtUpTo: euros(rule.doubtUpTo) } };
}
