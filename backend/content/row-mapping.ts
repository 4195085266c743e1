import { Refusal } from "#backend/refusal";
import { franceWallTime, instantInFrance } from "#contract/formats/france-time";
import type { Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import type { ContentRow } from "#contract/publishing/content";
import type { StoredContent as Row } from "./base-columns.ts";

type Values = Record<string, unknown>;

/** A text, or one of the two languages of one, as a reader sees it. */
export function textOf(value: unknown, locale: "fr" | "en"): string {
  return typeof value === "string" ? value : readIn(locale, value as { fr: string }).text;
}

/** The name of a record in each language. */
export function namesIn(value: unknown): string[] {
  return typeof value === "string" ? [value] : Object.values(value as Localized).filter(Boolean);
}

/** Times as text, those of the form in French local time, and missing texts as empty ones; the rest as in the table. */
export function shape(row: Row, texts: string[], times: string[]): ContentRow & { version: number } {
  const written = Object.fromEntries(texts.map((name) => [name, row[name] ?? { fr: "" }]));
  const shown = Object.fromEntries(times.map((name) => [name, row[name] instanceof Date ? franceWallTime(row[name]) : null]));
  return { ...row, ...written, ...shown, updatedAt: (row.updatedAt as Date).toISOString() } as ContentRow & { version: number };
}

/** The draft's fields as columns take them, with null for those left out, so that an emptied field is emptied. */
export function draftOf(fields: string[], times: string[], body: unknown): Values {
  const given = body as Values;
  return Object.fromEntries(
    fields.map((name) => [name, times.includes(name) ? instantInFrance(String(given[name] ?? "")) : (given[name] ?? null)]),
  );
}

/** Maps constraint violations to refusals: a reference in use or to nothing, a duplicate value, a failed check. */
export function refused(error: unknown): never {
  const cause = ((error as { cause?: unknown }).cause ?? error) as { code?: string; detail?: string };
  if (cause.code === "23503") throw new Refusal(/is still referenced/.test(cause.detail ?? "") ? "in_use" : "invalid");
  if (cause.code === "23505") throw new Refusal("duplicate");
  if (cause.code === "23514") throw new Refusal("invalid");
  throw error;
}
