import { readdirSync, readFileSync } from "node:fs";
import { type Texts, textNamespaces } from "#contract/formats/text-namespaces";

/** The texts of a language by their namespaces, as pages and mails get them, before anything is done to them. */
export function localeTexts(locale: string): Record<string, Texts> {
  const files = readdirSync(`locales/${locale}`);
  const read = (file: string) => JSON.parse(readFileSync(`locales/${locale}/${file}`, "utf8")) as Texts;
  return textNamespaces(Object.fromEntries(files.map((file) => [file.replace(".json", ""), read(file)])));
}
