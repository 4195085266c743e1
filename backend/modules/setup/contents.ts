import { readFileSync } from "node:fs";
import { eq, isNotNull, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { recordChange, recordChanges } from "#backend/audit/recording";
import { englishStateOf } from "#backend/content/english";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { BackendSettings, Services } from "#backend/http/services";
import { tags } from "#backend/modules/articles/tables";
import { countries } from "#backend/modules/countries/tables";
import { faqCategories, faqQuestions } from "#backend/modules/faq/tables";
import { furtherSupport, furtherSupportCategories } from "#backend/modules/further-support/tables";
import { createDraft } from "#backend/modules/legal-documents/editing";
import { legalDocuments } from "#backend/modules/legal-documents/tables";
import { searchSynonyms } from "#backend/modules/search/tables";
import { currentCriteria } from "#backend/modules/verification/criteria";
import { publishCriteria } from "#backend/modules/verification/publishing-criteria";
import { criteriaVersions } from "#backend/modules/verification/tables";
import type { Role } from "#contract/accounts/roles";
import { type StartingContent, startingContents } from "#contract/accounts/setup";
import type { EntityType } from "#contract/api/entity-types";
import { firstParts, type StoredOrganisation } from "#contract/charity/organisation";
import { factsOfEnvironment, organisationOf } from "#contract/charity/organisation-facts";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { Localized } from "#contract/formats/localized";

const folder = "backend/modules/setup/contents";
const text = (name: string) => readFileSync(`${folder}/${name}`, "utf8").trim();
const data = <Data>(name: string) => JSON.parse(text(`${name}.json`)) as Data;

type Writing = { actor: Actor; now: Date; settings: BackendSettings; stored: StoredOrganisation };
type Row = Record<string, unknown>;

/** Which contents exist; a part of one counts, since somebody deleted the rest. */
export async function contentsIn(db: Db): Promise<StartingContent[]> {
  const hasText = (key: string) => sql<boolean>`exists (select 1 from ${legalDocuments} where ${legalDocuments.key} = ${key})`;
  const has = (table: PgTable) => sql<boolean>`exists (select 1 from ${table})`;
  const [found] = await db
    .select({
      terms: hasText("cgu"),
      privacy: hasText("gdpr"),
      charter: hasText("volunteer_charter"),
      driverCharter: hasText("driver_charter"),
      accessibility: hasText("accessibility"),
      criteria: sql<boolean>`exists (select 1 from ${criteriaVersions} where ${isNotNull(criteriaVersions.publishedBy)})`,
      countries: has(countries),
      themes: has(tags),
      support: has(furtherSupport),
      questions: has(faqQuestions),
      synonyms: has(searchSynonyms),
    })
    .from(sql`(values (1)) as contents`);
  return startingContents.filter((name) => found?.[name]);
}

/** Writes the selected contents that do not exist yet, all or none; returns those that were written. */
export async function addContents(services: Services, actor: Actor, chosen: readonly StartingContent[]): Promise<StartingContent[]> {
  const { db, clock, settings, organisation } = services;
  const writing = { actor, now: clock(), settings, stored: await organisation.stored() };
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('starting contents'))`);
    const present = await contentsIn(tx);
    const added = startingContents.filter((name) => chosen.includes(name) && !present.includes(name));
    for (const name of added) await writers[name](tx, writing);
    if (added.length > 0)
      await recordChange(tx, actor, { action: "setup.contents", entityType: "setup", entityId: "contents", after: { added } });
    return added;
  });
}

const writers: Record<StartingContent, (tx: Db, writing: Writing) => Promise<unknown>> = {
  terms: (tx, writing) => addLegalText(tx, writing, { key: "cgu", file: "cgu" }),
  privacy: (tx, writing) => addLegalText(tx, writing, { key: "gdpr", file: "gdpr" }),
  charter: (tx, writing) =>
    addLegalText(tx, writing, { key: "volunteer_charter", file: "volunteer-charter", appliesTo: ["VOLUNTEER"], blocking: true }),
  driverCharter: (tx, writing) => addLegalText(tx, writing, { key: "driver_charter", file: "driver-charter" }),
  accessibility: (tx, writing) => addLegalText(tx, writing, { key: "accessibility", file: "accessibility" }),
  async criteria(tx, { actor, now }) {
    const { questions, rule, number } = await currentCriteria(tx);
    await publishCriteria(tx, actor, { questions, rule }, { after: number, now });
  },
  countries: (tx, writing) => add(tx, writing, { table: countries, entityType: "country", rows: data("countries"), published: () => true }),
  themes: (tx, writing) => add(tx, writing, { table: tags, entityType: "tag", rows: data("themes"), published: () => true }),
  async support(tx, writing) {
    const { categories, services } = data<{ categories: Row[]; services: Row[] }>("support");
    const named = await addCategories(tx, writing, furtherSupportCategories, "further_support_category", categories);
    const checkedOn = franceDay(writing.now);
    const rows = services.map(({ category, ...row }) => ({ ...row, categoryId: named.get(category), checkedOn }));
    // Official emergency numbers are published; the others must be verified by a call first.
    await add(tx, writing, {
      table: furtherSupport,
      entityType: "further_support",
      rows,
      published: ({ emergency }) => emergency === true,
    });
  },
  async questions(tx, writing) {
    const { categories, questions } = data<{ categories: Row[]; questions: Row[] }>("questions");
    const named = await addCategories(tx, writing, faqCategories, "faq_category", categories);
    const rows = questions.map(({ category, ...row }) => ({ ...row, categoryId: named.get(category) }));
    await add(tx, writing, { table: faqQuestions, entityType: "faq_question", rows, published: () => false });
  },
  synonyms: (tx, writing) =>
    add(tx, writing, { table: searchSynonyms, entityType: "search_synonym", rows: data("synonyms"), published: () => true }),
};

type CategoryTable = typeof furtherSupportCategories | typeof faqCategories;

/** Their ids by the key of the file; one of the same name that is there already is the one. */
async function addCategories(tx: Db, writing: Writing, table: CategoryTable, entityType: EntityType, categories: Row[]) {
  const name = table.name as PgColumn;
  const present = await tx.select({ id: table.id, name: sql<string>`${name}->>'fr'` }).from(table);
  const named = new Map<unknown, string>();
  const rows = categories.flatMap(({ key, ...row }) => {
    const known = present.find((one) => one.name === (row.name as Localized).fr)?.id;
    const id = known ?? crypto.randomUUID();
    named.set(key, id);
    return known ? [] : [{ ...row, id }];
  });
  if (rows.length > 0) await add(tx, writing, { table, entityType, rows, published: () => true });
  return named;
}

type Adding = { table: PgTable; entityType: EntityType; rows: Row[]; published: (row: Row) => boolean };

/** Records of content behind those that are there, each with its audit row. */
async function add(tx: Db, { actor, now }: Writing, { table, entityType, rows, published }: Adding) {
  const values = rows.map((row, at) => {
    const online = published(row);
    return {
      ...row,
      ...{ status: online ? "published" : "draft", publishedAt: online ? now : null, english: englishStateOf(row) },
      position: sql`(select coalesce(max(position), 0) from ${table}) + ${at + 1}::int`,
      ...{ updatedBy: actor.id, createdAt: now, updatedAt: now },
    };
  });
  const made = (await tx.insert(table).values(values).returning()) as { id: string; status: string }[];
  await recordChanges(
    tx,
    actor,
    made.map(({ id, status }, at) => ({
      action: `${entityType}.create`,
      entityType,
      entityId: id,
      after: { ...withoutId(rows[at]), status },
    })),
  );
}

const withoutId = ({ id: _, ...row }: Row = {}) => row;

type Text = { key: string; file: string; appliesTo?: Role[]; blocking?: boolean };

/** A legal text as a draft in both languages, to be read before it is published. */
async function addLegalText(tx: Db, { actor, settings, stored }: Writing, { key, file, appliesTo = [], blocking = false }: Text) {
  const [present] = await tx.select({ id: legalDocuments.id }).from(legalDocuments).where(eq(legalDocuments.key, key)).limit(1);
  if (present) return;
  const [french, english] = (["fr", "en"] as const).map((locale) => legalText(file, locale, settings, stored));
  const title = { fr: french?.title ?? "", en: english?.title };
  const body = { fr: french?.body ?? "", en: english?.body };
  await createDraft(tx, actor, { key, title, body, appliesTo, blocking, minorChange: false });
}

const missingFactLabels: Record<string, Record<Locale, string>> = {
  organisation: { fr: "nom de l’association", en: "name of the charity" },
  legalForm: { fr: "forme juridique", en: "legal form" },
  registrationNumber: { fr: "numéro RNA ou SIREN", en: "RNA or SIREN number" },
  address: { fr: "adresse du siège", en: "address of the head office" },
  email: { fr: "adresse e-mail", en: "e-mail address" },
  phone: { fr: "téléphone", en: "telephone" },
  publicationDirector: { fr: "personne qui dirige la publication", en: "person who directs the publication" },
  host: { fr: "nom, adresse et téléphone de l’hébergeur", en: "name, address and telephone of the host" },
};

/** A text with the known facts about the organisation filled in; missing ones are marked for the reader of the draft. */
function legalText(file: string, locale: Locale, settings: BackendSettings, stored: StoredOrganisation) {
  const own = organisationOf({ ...stored, ...withEnvironment(stored, settings) }, {});
  const known: Record<string, string | null> = {
    organisation: own.name,
    legalForm: own.legalForm,
    registrationNumber: own.registrationNumber,
    address: own.postalAddress,
    email: own.contact.email,
    phone: own.contact.phone,
    siteUrl: settings.publicUrl,
  };
  const filled = text(`${file}.${locale}.md`).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const missing = missingFactLabels[name]?.[locale];
    return known[name] ?? (missing ? `[${locale === "fr" ? `à compléter : ${missing}` : `to be filled in: ${missing}`}]` : whole);
  });
  const [title = "", , ...body] = filled.split("\n");
  return { title: title.slice(2), body: body.join("\n") };
}

/** What was never saved on the site is as the environment says. */
function withEnvironment(stored: StoredOrganisation, { given }: BackendSettings): Partial<StoredOrganisation> {
  const parts = (given ?? factsOfEnvironment({})) as Partial<StoredOrganisation>;
  return Object.fromEntries(
    Object.entries(parts).filter(([part]) => firstParts.some((one) => one === part) && !stored[part as keyof StoredOrganisation]),
  );
}
