import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { frenchSpacesIn } from "#contract/french-spaces";
import { type EditablePage, type OwnTexts, pageTextsApi } from "#contract/page-texts";
import { gate } from "~/access/gate.server";
import { namespaceTexts } from "~/i18n/texts.server";

/** The charity's own words on a page, in the page's language. */
export async function ownTexts({ api, locale }: AppLoadContext, page: EditablePage): Promise<OwnTexts> {
  const { texts } = await api.call(pageTextsApi.read, { params: { page } });
  return locale === "fr" ? frenchSpacesIn(texts) : texts;
}

/** The action of an editable page: shows it with words that staff try out before they save them. */
export async function tryOut(args: ActionFunctionArgs) {
  await gate(args, "/dashboard/admin/pages/{id}");
  const texts = Object.fromEntries(Object.entries(postedTexts(await args.request.formData())).filter(([, text]) => text !== ""));
  return { texts: args.context.locale === "fr" ? frenchSpacesIn(texts) : texts };
}

/** The words of a form, by key: its fields are called `text:<key>`. */
export function postedTexts(form: FormData): OwnTexts {
  const fields = [...form].filter((field): field is [string, string] => field[0].startsWith("text:") && typeof field[1] === "string");
  return Object.fromEntries(fields.map(([name, text]) => [name.slice(5), text.trim()]));
}

/** Only the words that say something else than those that come with the software. */
export function changedTexts(texts: OwnTexts, defaults: [key: string, text: string][]): OwnTexts {
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  const known = new Map(defaults);
  return Object.fromEntries(
    Object.entries(texts).filter(([key, text]) => text !== "" && known.has(key) && plain(text) !== plain(known.get(key) ?? "")),
  );
}

/** The words that come with the software, by key; counted ones have forms of their own and are left to it, as is what search engines read. */
export function defaultTexts(page: EditablePage, locale: "fr" | "en"): [key: string, text: string][] {
  return leaves(namespaceTexts(locale, [page])[page] ?? {}).filter(([key]) => key !== "meta" && !/_(one|other)$/.test(key));
}

function leaves(tree: object, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as [string, string]] : leaves(value as object, `${path}${key}.`),
  );
}
