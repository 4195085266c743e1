import { hasLuhnDigit } from "../formats/luhn.ts";

/** Age in whole years on a day; both days as YYYY-MM-DD. */
export function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** From this age on a person may volunteer; until {@link adultAge} with a guardian's consent, and without driving. */
export const volunteerAge = 16;
export const adultAge = 18;

const laPoste = "356000000";

/**
 * Whether 14 digits are a SIRET: the Luhn sum of the company's nine digits and of all fourteen ends in zero. La Poste's
 * offices have numbers whose plain sum of digits is a multiple of five instead.
 */
export function isSiret(digits: string): boolean {
  if (!/^\d{14}$/.test(digits) || !hasLuhnDigit(digits.slice(0, 9))) return false;
  const sum = [...digits].reduce((total, digit) => total + Number(digit), 0);
  return hasLuhnDigit(digits) || (digits.startsWith(laPoste) && sum % 5 === 0);
}
