/** A number as a link that a phone dials. */
export function telephone(number: string): string {
  return `tel:${number.replace(/\s/g, "")}`;
}
