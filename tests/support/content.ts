import { type ContentName, contentNames } from "#contract/publishing/content-names";
import { contentSubjects } from "~/content/subjects";
import type { ContentField } from "~/content/subjects/subject";
import type { TestBackend } from "./backend";

/** What is typed into a field that must be filled in. */
function answerTo({ kind, localized, values = [] }: ContentField): unknown {
  if (kind === "choice") return values[0];
  if (kind === "choices") return values.slice(0, 1);
  if (kind === "date") return "2026-11-01";
  if (kind === "moment") return "2030-01-10T18:30";
  if (kind === "number" || kind === "decimal") return 35;
  if (kind === "flag") return true;
  return localized ? { fr: "Un brouillon" } : "Un brouillon";
}

/** What the answers above do not say, or what tests rely on. */
const ownAnswers: Partial<Record<ContentName, Record<string, unknown>>> = {
  press: { outlet: "La Gazette" },
  testimonials: { initials: "A. B.", consentedOn: "2026-11-01" },
  jobs: { place: { fr: "Lyon" }, opensOn: "2026-01-01" },
  "faq/questions": { audience: "public" },
  "faq/synonyms": { words: { fr: "Un brouillon, un essai" } },
  "further-support": { languages: ["fr"], free: true, emergency: false },
  portraits: { name: "Camille", consentedOn: "2026-11-01" },
  events: { type: "other", endsAt: "2030-01-10T20:00", placeName: "Le local", placeAddress: "24 rue du Marché-Levé, 69007 Lyon" },
  shortcuts: { icon: "bike", target: "/dashboard", roles: ["VOLUNTEER"] },
  countries: { iso2: "ZZ", iso3: "ZZZ", dialCode: "+999" },
};

/** A record with what must be filled in, as the form of its subject sends it. A reference is filled in by {@link addContent}. */
async function recordOf(name: ContentName): Promise<Record<string, unknown>> {
  const { Draft } = await contentSubjects[name].api();
  const needed = new Set(Draft.safeParse({}).error?.issues.map(({ path }) => path[0]));
  const fields = contentSubjects[name].fields.filter((field) => needed.has(field.name) && !field.kind.startsWith("reference"));
  const empty = { fr: "" };
  const mayBeEmpty = (field: ContentField) => Draft.shape[field.name]?.safeParse(empty).success;
  const answers = fields.map((field) => [field.name, mayBeEmpty(field) ? empty : answerTo(field)]);
  return { ...Object.fromEntries(answers), ...ownAnswers[name] };
}

/** One record of each subject of content. */
export const contentRecords = Object.fromEntries(
  await Promise.all(contentNames.map(async (name) => [name, await recordOf(name)] as const)),
) as Record<ContentName, Record<string, unknown>>;

/** Makes a record by its API, as someone of the administration; the records it must refer to are made first. */
export async function addContent(
  backend: TestBackend,
  name: ContentName,
  cookie: string,
  more: Record<string, unknown> = {},
): Promise<{ id: string; version: number }> {
  const { fields } = contentSubjects[name];
  const api = await contentSubjects[name].api();
  const record = { ...contentRecords[name], ...more };
  for (const field of fields)
    if (field.kind === "reference" && field.of && field.of !== name && !(field.name in record))
      record[field.name] = (await addContent(backend, field.of, cookie)).id;
  const answer = await backend.request(api.create.path, { method: "POST", cookie, json: record });
  if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { id: string; version: number };
}

/** The same, on line. Answers the record as it stands then. */
export async function publishContent(backend: TestBackend, name: ContentName, cookie: string, more: Record<string, unknown> = {}) {
  const { id } = await addContent(backend, name, cookie, more);
  const path = (await contentSubjects[name].api()).setStatus.path.replace(":id", id);
  const answer = await backend.request(path, { method: "POST", cookie, json: { status: "published" } });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { id: string; version: number };
}

export const smallPdf = "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF";

/** A file that a record may name; answers its id. */
export async function addRecordFile(backend: TestBackend, cookie: string): Promise<string> {
  const body = new FormData();
  body.set("file", new File([smallPdf], "communiqué.pdf", { type: "application/pdf" }));
  const answer = await backend.request("/api/admin/record-files", { method: "POST", cookie, body });
  return ((await answer.json()) as { id: string }).id;
}
