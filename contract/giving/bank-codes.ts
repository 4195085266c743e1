import { hasLuhnDigit } from "../formats/luhn.ts";

/** Whether an IBAN, written without spaces, has the length and check digits it should (ISO 13616). */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) || (iban.startsWith("FR") && iban.length !== 27)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** An IBAN in the groups of four that people read. */
export function spacedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, "$1 ");
}

/** What is shown of an account: its country and its last four signs. */
export const maskedIban = (iban: string): string => `${iban.slice(0, 2).toUpperCase()}…${iban.slice(-4)}`;

/** Whether a French company number has its nine digits and the right check digit (Luhn). */
export function isSiren(siren: string): boolean {
  return /^\d{9}$/.test(siren) && hasLuhnDigit(siren);
}
