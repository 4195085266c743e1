import type { ContentName } from "#contract/publishing/content-names";
import { contentSubjects } from "~/content/subjects";
import type { TestBackend } from "./backend";

const title = { fr: "Un brouillon" };
const empty = { fr: "" };

/** One record of each subject of content, as its form sends it. A reference is filled in by {@link addContent}. */
export const contentRecords: Record<ContentName, Record<string, unknown>> = {
  partners: { name: "Un brouillon", kind: "food", description: title, logoAlt: empty },
  press: { title, outlet: "La Gazette", kind: "article", day: "2026-11-01", quote: empty, body: empty },
  testimonials: { initials: "A. B.", speaker: title, quote: title, consentedOn: "2026-11-01" },
  jobs: {
    title,
    summary: title,
    body: empty,
    kind: "job",
    place: { fr: "Lyon" },
    contract: title,
    hours: 35,
    salary: empty,
    opensOn: "2026-01-01",
  },
  "faq/questions": { question: title, answer: title, audience: "public" },
  "faq/categories": { name: title },
  "further-support": {
    name: "Un brouillon",
    description: title,
    hours: empty,
    languages: ["fr"],
    free: true,
    emergency: false,
    checkedOn: "2026-11-01",
  },
  "further-support/categories": { name: title },
  sectors: { name: "Un brouillon", kind: "local_team", slogan: empty, presentation: empty, objectives: empty, zones: empty, bring: empty },
  portraits: { name: "Camille", role: title, consentedOn: "2026-11-01" },
  projects: { name: title, body: empty, stage: "idea", sectorIds: [] },
  events: {
    title,
    summary: empty,
    accessNotes: empty,
    type: "other",
    startsAt: "2030-01-10T18:30",
    endsAt: "2030-01-10T20:00",
    placeName: "Le local",
    placeAddress: "24 rue du Marché-Levé, 69007 Lyon",
  },
  shortcuts: { label: title, icon: "bike", target: "/dashboard", roles: ["VOLUNTEER"] },
  "news/themes": { label: title },
  countries: { name: title, iso2: "ZZ", iso3: "ZZZ", dialCode: "+999" },
};

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
