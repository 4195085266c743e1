/** The number for text messages in an emergency: it takes no calls. */
const written = "114";

export function isWritten(number: string): boolean {
  return compact(number) === written;
}

/** A number as a link that a phone dials, or writes to. */
export function telephone(number: string): string {
  return `${isWritten(number) ? "sms" : "tel"}:${compact(number)}`;
}

/** A number as people read it: the short ones in pairs, 31 14. */
export function shownNumber(number: string): string {
  return number.replace(/^(\d\d)(\d\d)$/, "$1\u00a0$2");
}

function compact(number: string): string {
  return number.replace(/\s/g, "");
}
