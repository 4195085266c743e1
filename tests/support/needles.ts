import type { PageForm } from "./page-forms";

/** A word that stands nowhere else. */
export const needle = "Zinzolin";
export const needlePassword = `${needle} trois mots sans lien`;
export const needleEmail = `${needle}@maillon.example`;
export const needlesInUrl = `token=${needle.repeat(5)}&code=${needle}&q=${needle}&email=${needleEmail}&interaction=${needle}&redirectTo=/${needle}`;
/** Personal data that no log line may contain, with or without spaces, also as addresses and forms encode them. */
const needles = [needle, "698765432", "73282932000074", "FR7630006000011234567890189"];
const withoutSpaces = (text: string) => text.toLowerCase().replace(/%20|[\s+]/g, "");

const ofType: Record<string, string> = {
  email: needleEmail,
  password: needlePassword,
  tel: "06 98 76 54 32",
  date: "2000-05-14",
  number: "73282932000074",
};

/** A form with needles in every field that people fill in themselves. */
export function planted({ fields }: PageForm): Record<string, string> {
  const unfilled = ["hidden", "checkbox", "radio", "select", "button", "submit"];
  return Object.fromEntries(
    fields.map(({ name, type, value }) => {
      if (name === "website") return [name, ""];
      if (name === "iban") return [name, "FR7630006000011234567890189"];
      return [name, unfilled.includes(type) ? value || "on" : (ofType[type] ?? `${needle} écrit`)];
    }),
  );
}

/** The log lines that contain form values or other texts that no line may contain, at most three for each. */
export function needlesIn(logged: object[], secrets: string[] = []): [text: string, lines: object[]][] {
  const lines = logged.map((line) => [withoutSpaces(JSON.stringify(line)), line] as const);
  return [...needles, ...secrets].flatMap((text) => {
    const found = lines.filter(([line]) => line.includes(withoutSpaces(text))).map(([, line]) => line);
    return found.length > 0 ? [[text, found.slice(0, 3)] as [string, object[]]] : [];
  });
}
