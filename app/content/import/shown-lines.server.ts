import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ImportedRow } from "#contract/accounts/imports";
import type { Localized } from "#contract/formats/localized";
import { messageIn } from "~/forms/message";
import type { Translate } from "~/i18n/translate";
import type { ReferenceChoices } from "../content-form";
import type { ImportPage, Target } from "./target";

type Context = LoaderFunctionArgs["context"];

/** The most lines of one outcome that are shown. */
const mostShown = 100;

/** Lines in the reader's words: why they are refused, and what changes, by field. */
export function shownLines({ t, locale }: Context, page: ImportPage, rows: ImportedRow[], most = mostShown) {
  const labels = new Map(
    page.targets.flatMap((target) => [[target.key, target.label(t)] as const, [target.field.name, target.label(t)] as const]),
  );
  return rows.slice(0, most).map(({ line, name, recordId, title, fieldErrors, changes, left }) => ({
    ...{ line, name, recordId, left },
    reasons: [
      ...(title ? [{ label: null, message: title }] : []),
      ...Object.entries(fieldErrors).map(([field, [message = ""]]) => ({
        label: labels.get(field.replace(/\[.*/, "")) ?? null,
        message: messageIn(t, locale, message),
      })),
    ],
    changes: page.targets.flatMap((target) => {
      const change = changes[target.field.name];
      const [before, after] = [textOf(target, change?.before, t, page.choices), textOf(target, change?.after, t, page.choices)];
      return change && before !== after ? [{ label: target.label(t), before, after }] : [];
    }),
  }));
}
export type ShownLine = ReturnType<typeof shownLines>[number];

/** A value of a record as people read it; an empty text for none. */
function textOf({ field, language, word }: Target, value: unknown, t: Translate, choices: ReferenceChoices): string {
  if (value === null || value === undefined) return "";
  if (language) return (value as Localized)[language] ?? "";
  if (field.kind === "flag") return t(value ? "content:yes" : "content:no");
  if (field.kind === "choice") return word(String(value), t);
  if (field.kind === "choices") return (value as string[]).map((one) => word(one, t)).join(", ");
  if (field.kind !== "reference" && field.kind !== "references") return String(value);
  const ids = Array.isArray(value) ? value : [value];
  return (choices[field.of ?? ""] ?? [])
    .filter(({ id }) => ids.includes(id))
    .map(({ label }) => label)
    .join(", ");
}
