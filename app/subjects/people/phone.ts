/** A French number as people say it, in pairs; another country's as it is. */
export function phoneInPairs(number: string): string {
  const french = /^\+33(\d{9})$/.exec(number);
  return french ? (`0${french[1]}`.match(/../g) ?? []).join("\u00a0") : number;
}
