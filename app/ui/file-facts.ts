import type { Locale } from "#contract/formats/locale";

/** The kind and the size of a file, as people who pay for their data read it: PDF, 320 ko. */
export function fileFacts(locale: Locale, { mime, bytes }: { mime: string; bytes: number }): string {
  const unit = bytes < 1_000_000 ? "kilobyte" : "megabyte";
  const value = Math.max(1, Math.round(bytes / (unit === "kilobyte" ? 1_000 : 100_000))) / (unit === "kilobyte" ? 1 : 10);
  const kind = (mime.split("/").at(-1) ?? "").toUpperCase();
  return `${kind}, ${new Intl.NumberFormat(locale, { style: "unit", unit }).format(value)}`;
}
