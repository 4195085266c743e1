import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ContentRecord } from "#contract/publishing/content";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import type { ReferenceChoices } from "./content-form";
import { subjectTexts } from "./labels";
import { contentSubjects, subjectAt } from "./subjects";
import type { ContentSubject, PanelPlace } from "./subjects/subject";

/** What is under the list of each subject. */
type ContentPage = "create" | "bulk" | "set" | "import" | "import/refused.csv" | "bin" | "{id}/edit" | "export.csv" | "export.xlsx";

/** The subject of a content page, after the access gate. */
export async function openSubject(args: LoaderFunctionArgs, page: "" | ContentPage) {
  const found = subjectAt(new URL(args.request.url).pathname);
  const user = await gate(args, page ? `${found.path}/${page}` : found.path);
  const texts = subjectTexts(found.name, args.context.t);
  return { ...found, user, subjectApi: await found.subject.api(), texts, crumb: { label: texts("list"), to: found.path } };
}

/** Loads the panels of a subject for these places of a page, each at its index in the list of all panels. */
export function loadPanels(
  args: LoaderFunctionArgs,
  { panels = [] }: ContentSubject,
  places: readonly PanelPlace[],
  record?: ContentRecord,
): Promise<unknown[]> {
  return Promise.all(panels.map(async ({ at, load }) => (places.includes(at) ? load(args, record) : null)));
}

/** The choices of a form's references, or of some of its fields alone. */
export async function referenceChoices(
  { api }: LoaderFunctionArgs["context"],
  name: ReturnType<typeof subjectAt>["name"],
  fields?: readonly string[],
): Promise<ReferenceChoices> {
  const subjects = contentSubjects[name].fields.flatMap((field) => (fields?.includes(field.name) === false ? [] : (field.of ?? [])));
  const lists = await Promise.all(
    subjects.map(async (of) => [of, (await api.call((await contentSubjects[of].api()).choices)).items] as const),
  );
  return Object.fromEntries(lists);
}

/** The choices of the filters that a subject has of its own, each at its index. */
export function ownFilterChoices(context: LoaderFunctionArgs["context"], { ownFilters = [] }: ContentSubject) {
  return Promise.all(ownFilters.map(({ choices }) => choices(context)));
}

/** Kinds of fields that are not copied: days, and pictures with their texts. */
const notCopied = ["date", "moment", "picture", "file"];

/** Initial values of a copy of a record. */
export async function modelOf(
  { api }: LoaderFunctionArgs["context"],
  subject: ContentSubject,
  id: string,
): Promise<Partial<ContentRecord>> {
  const record = await api.call((await subject.api()).get, { params: { id } }).catch(orNotFound);
  const copied = subject.fields.filter(({ kind }) => !notCopied.includes(kind));
  return Object.fromEntries(copied.map(({ name }) => [name, record[name]]));
}

/** Initial values of a new record from the query: texts by field, `question.fr=…`. */
export function valuesInQuery(request: Request, { fields }: ContentSubject): Partial<ContentRecord> {
  const { searchParams } = new URL(request.url);
  const given = (name: string) => searchParams.get(name)?.slice(0, 200);
  const texts = fields.filter(({ kind }) => kind === "line" || kind === "text");
  const begun = texts.map(({ name, localized }) => {
    const [fr, en] = [given(`${name}.fr`), given(`${name}.en`)];
    return [name, localized ? (fr || en) && { fr: fr ?? "", en } : given(name)] as const;
  });
  return Object.fromEntries(begun.filter(([, text]) => text));
}

/** The public path of a published record. */
export async function publicPathOf(
  { publicPage }: ContentSubject,
  record: ContentRecord,
  context: LoaderFunctionArgs["context"],
): Promise<string | null> {
  if (record.status !== "published") return null;
  return typeof publicPage === "function" ? publicPage(record, context) : (publicPage ?? null);
}
