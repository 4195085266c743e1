/** Emergencies in writing: whoever calls this number hears nobody. */
const written = "114";

export function isWritten(number: string): boolean {
  return compact(number) === written;
}

/** A number as a link that a phone dials, or writes to. */
export function telephone(number: string): string {
  return `${isWritten(number) ? "sms" : "tel"}:${compact(number)}`;
}

function compact(number: string): string {
  return number.replace(/\s/g, "");
}
