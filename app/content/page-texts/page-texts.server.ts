import { type ActionFunctionArgs, type AppLoadContext, data } from "@remix-run/node";
import { frenchSpacesIn } from "#contract/formats/french-spaces";
import { type EditablePage, longestPageText, pageTextsApi, type TextsByKey } from "#contract/publishing/page-texts";
import { gate } from "~/access/gate.server";
import { namespaceTexts } from "~/i18n/texts.server";
import { isEditable } from "./editable-texts";
import { textLabel } from "./text-label";

/** The page texts of a page, in its language. */
export async function readPageTexts({ api, locale }: AppLoadContext, page: EditablePage): Promise<TextsByKey> {
  const { texts } = await api.call(pageTextsApi.read, { params: { page } });
  return locale === "fr" ? frenchSpacesIn(texts) : texts;
}

/** The action of an editable page: previews unsaved texts, with the errors that saving them would cause. */
export const check = (page: EditablePage) => async (args: ActionFunctionArgs) => {
  await gate(args, "/dashboard/admin/pages/{id}");
  const { locale, t } = args.context;
  const texts = Object.fromEntries(Object.entries(postedTexts(await args.request.formData())).filter(([, text]) => text !== ""));
  const refused = Object.entries(wrongTexts(texts, defaultTexts(page, locale))).map(([key, message]) => {
    const [words = "", values] = message.split("?", 2);
    const text = t(words as never, Object.fromEntries(new URLSearchParams(values))) as string;
    return { key, line: t("common:forms.summaryLine", { label: textLabel(key, t), text }) };
  });
  const shown = locale === "fr" ? frenchSpacesIn(texts) : texts;
  const title = t("pages:refused", { count: refused.length });
  return data({ texts: shown, refused, title }, { status: refused.length > 0 ? 400 : 200 });
};

/** Whether the request to a page with a form of its own is for a preview of texts: `/donate?texts`. */
export const isTryOut = ({ request }: ActionFunctionArgs) => new URL(request.url).searchParams.has("texts");

/** The texts of a form, by key: its fields are called `text:<key>`. */
export function postedTexts(form: FormData): TextsByKey {
  const fields = [...form].filter((field): field is [string, string] => field[0].startsWith("text:") && typeof field[1] === "string");
  return Object.fromEntries(fields.map(([name, text]) => [name.slice(5), text.trim()]));
}

/** Only the texts that differ from the default ones. */
export function changedTexts(texts: TextsByKey, defaults: [key: string, text: string][]): TextsByKey {
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  const known = new Map(defaults);
  return Object.fromEntries(
    Object.entries(texts).filter(([key, text]) => text !== "" && known.has(key) && plain(text) !== plain(known.get(key) ?? "")),
  );
}

/** The default texts that staff may change, by key. */
export function defaultTexts(page: EditablePage, locale: "fr" | "en"): [key: string, text: string][] {
  return leaves(namespaceTexts(locale, [page])[page] ?? {}).filter(([key]) => isEditable(page, key));
}

function leaves(tree: object, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as [string, string]] : leaves(value as object, `${path}${key}.`),
  );
}

const variable = /\{\{([^{}]*)\}\}/g;

/** The variables of a text that the replaced one does not have, and those of the replaced one that it lacks. */
function wrongVariables(text: string, original: string): { unknown: string[]; missing: string[]; allowed: string[] } {
  const allowed = [...new Set([...original.matchAll(variable)].map(([, name = ""]) => name.split(",")[0]?.trim() ?? ""))];
  const named = [...new Set([...text.matchAll(variable)].map(([, name = ""]) => name))];
  const missing = allowed.filter((name) => !named.includes(name));
  return { unknown: named.filter((name) => !allowed.includes(name)), missing, allowed };
}

/** The maximum length of a text, by the length of the default one; a text without a default is a paragraph. */
function roomFor(original: string): number {
  if (original.length === 0 || original.length > 200) return longestPageText;
  return original.length > 60 ? 400 : 100;
}

/** The errors of a form's texts, by key: messages with their values. */
export function wrongTexts(texts: TextsByKey, defaults: [key: string, text: string][]): Record<string, string> {
  const originals = new Map(defaults);
  const written = (names: string[]) => names.map((name) => `{{${name}}}`).join(", ");
  const wrong = Object.entries(texts).flatMap(([key, text]): [string, string][] => {
    const original = originals.get(key) ?? "";
    const most = roomFor(original);
    if (text.length > most) return [[key, `pages:tooLong?max=${most}`]];
    const { unknown, missing, allowed } = wrongVariables(text, original);
    const values = new URLSearchParams({ unknown: written(unknown), missing: written(missing), allowed: written(allowed) });
    if (unknown.length > 0) return [[key, `pages:${allowed.length > 0 ? "unknownVariable" : "noVariable"}?${values}`]];
    return missing.length > 0 ? [[key, `pages:missingVariable?${values}`]] : [];
  });
  return Object.fromEntries(wrong);
}
