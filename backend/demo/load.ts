import { existsSync, readFileSync } from "node:fs";
import { addKeyed } from "#backend/content/demo-rows";
import { hashPassword } from "#backend/identity/passwords";
import { nameArticle, slugOf } from "#backend/modules/articles/slugs";
import { articleRevisions, articles, articleTags, tags } from "#backend/modules/articles/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { registrations } from "#backend/modules/registration/tables";
import { sectorHours } from "#backend/modules/sector-hours/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import type { FileStore } from "#backend/ports/files";
import { registrationKinds, roleOfKind } from "#contract/accounts/registration-steps";
import { franceDay } from "#contract/formats/france-time";
import type { Localized } from "#contract/formats/localized";
import type { Cover } from "#contract/publishing/article-covers";
import type { ArticleStatus } from "#contract/publishing/articles";
import type { Database, Db } from "../db/client.ts";
import { addChats } from "./chats.ts";
import { addContent } from "./content.ts";
import { addCrowd } from "./crowd.ts";
import { addHours } from "./hours.ts";
import { addInvitations } from "./invitations.ts";
import { addCharter, addPublicTexts } from "./legal-texts.ts";
import { addLetters } from "./letters.ts";
import { addNotices } from "./notices.ts";
import { addOwnAnswers } from "./own-answers.ts";
import { addPageTexts } from "./page-texts.ts";
import { addPayments } from "./payments.ts";
import { demoPassword, demoPeople } from "./people.ts";
import { addRecords } from "./records.ts";
import { addStatements } from "./statements.ts";

const folder = "backend/demo";
const read = (name: string) => readFileSync(`${folder}/${name}`, "utf8");

type DemoHours = Omit<typeof sectorHours.$inferInsert, "sectorId">;
type DemoSector = Omit<typeof sectors.$inferInsert, "slug"> & { hours: DemoHours[] };
type DemoArticle = {
  title: Localized;
  lead: Localized;
  tags: string[];
  team: string | null;
  daysAgo: number;
  cover: Pick<Cover, "tone" | "pattern" | "object">;
  status?: ArticleStatus;
  englishIsLate?: boolean;
};

const day = 86_400_000;

/**
 * Fills an empty embedded database with an invented charity. Dates are counted back from `now`.
 * It refuses any other database: its accounts have a known password.
 */
export async function loadDemoData({ db, kind }: Database, files: FileStore, now: Date): Promise<void> {
  if (kind !== "embedded") throw new Error("demo data only ever goes into the embedded database");
  if ((await db.$count(users)) > 0) return;
  await db.transaction(async (tx) => {
    const sectors = await addSectors(tx);
    const passwordHash = await hashPassword(demoPassword);
    const people = await addPeople(tx, { sectors, passwordHash, now });
    await addCharter(tx, people, now);
    await addPublicTexts(tx, now);
    await addPageTexts(tx, now);
    await addArticles(tx, sectors, people, now);
    await addContent({ tx, sectors, people, files, now });
    await addRecords(tx, sectors, people.get("admin@maillon.example") ?? "", now);
    await addCrowd(tx, { sectors, passwordHash, now });
    await addHours(tx, people.get("admin@maillon.example") ?? "", now);
    await addChats(tx, { people, files, now });
    await addOwnAnswers(tx, people, now);
    await addInvitations(tx, { sectors, people, now });
    await addLetters(tx, sectors, people.get("admin@maillon.example") ?? "", now);
    await addPayments(tx, people.get("admin@maillon.example") ?? "", now);
    await addStatements(tx, people.get("admin@maillon.example") ?? "", now);
    await addNotices(tx, people, now);
  });
}

async function addSectors(tx: Db) {
  const source = JSON.parse(read("sectors.json")) as DemoSector[];
  const values = source.map(({ hours: _, ...team }, at) => ({
    ...team,
    position: at + 1,
    slug: slugOf(team.name),
    city: team.name,
    status: "published" as const,
  }));
  const rows = await tx.insert(sectors).values(values).returning({ id: sectors.id, name: sectors.name });
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  await tx.insert(sectorHours).values(source.flatMap(({ name, hours }) => hours.map((one) => ({ ...one, sectorId: ids.get(name) ?? "" }))));
  return ids;
}

async function addPeople(tx: Db, { sectors, passwordHash, now }: { sectors: Map<string, string>; passwordHash: string; now: Date }) {
  const registered = new Date(now.getTime() - 200 * day);
  const values = demoPeople.map((person) => ({
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    role: person.role,
    sectorId: person.team ? sectors.get(person.team) : null,
    passwordHash,
    emailVerifiedAt: person.emailVerified === false ? null : registered,
    accountState: person.state ?? ("validated" as const),
    stateReason: person.reason ?? null,
    annualVerificationNeeded: person.annualVerificationNeeded ?? false,
    isStaffMember: person.staff ?? false,
    locale: person.english ? ("en" as const) : ("fr" as const),
    createdAt: registered,
  }));
  const rows = await tx.insert(users).values(values).returning({ id: users.id, email: users.email });
  const people = new Map(rows.map(({ id, email }) => [email, id]));
  const idOf = (email: string) => people.get(email) ?? "";
  const grants = demoPeople.flatMap(({ email, team, permissions = [], inTeam = [] }) => [
    ...permissions.map((permission) => ({ userId: idOf(email), permission, sectorId: null })),
    ...inTeam.map((permission) => ({ userId: idOf(email), permission, sectorId: sectors.get(team ?? "") ?? null })),
  ]);
  await tx.insert(permissionGrants).values(grants);
  const answering = demoPeople.filter(({ role, team, state, unsigned }) => role === "VOLUNTEER" && team && !state && !unsigned);
  await tx
    .insert(sectorManagers)
    .values(answering.map(({ email, team = "" }, at) => ({ userId: idOf(email), sectorId: sectors.get(team) ?? "", shown: at % 2 === 0 })));
  const living = demoPeople.flatMap(({ email, role, address }) => {
    const kind = registrationKinds.find((one) => roleOfKind[one] === role);
    return kind && address ? [{ userId: idOf(email), kind, at: registered, ...address }] : [];
  });
  await tx.insert(registrations).values(living);
  const [startDate, endDate] = [franceDay(new Date(now.getTime() - 80 * day)), franceDay(new Date(now.getTime() + 284 * day))];
  await tx
    .insert(memberships)
    .values(demoPeople.filter(({ member }) => member).map(({ email }) => ({ userId: idOf(email), startDate, endDate })));
  return people;
}

async function addArticles(tx: Db, sectors: Map<string, string>, people: Map<string, string>, now: Date) {
  const source = JSON.parse(read("articles.json")) as { tags: Record<string, Localized>; articles: DemoArticle[] };
  const themes = Object.entries(source.tags).map(([slug, label]) => ({ key: slug, slug, label }));
  const tagIds = await addKeyed({ tx, now }, tags, themes);
  for (const [index, article] of source.articles.entries()) {
    await addArticle(tx, article, String(index + 1).padStart(2, "0"), { sectors, people, tagIds, now });
  }
}

type Known = { sectors: Map<string, string>; people: Map<string, string>; tagIds: Map<unknown, string>; now: Date };

async function addArticle(tx: Db, article: DemoArticle, number: string, { sectors, people, tagIds, now }: Known) {
  const { title, lead, cover, team, daysAgo, status = "published", englishIsLate } = article;
  const english = `articles/${number}.en.md`;
  const body: Localized = {
    fr: read(`articles/${number}.fr.md`).trim(),
    ...(existsSync(`${folder}/${english}`) && { en: read(english).trim() }),
  };
  const written = new Date(now.getTime() - daysAgo * day);
  written.setUTCHours(6, 0, 0, 0);
  const authorId = people.get(authorFor(team, status)) ?? "";
  const publishedAt =
    status === "scheduled" ? new Date(now.getTime() + 3 * day) : status === "published" || status === "archived" ? written : null;
  const [row] = await tx
    .insert(articles)
    .values({
      title,
      lead,
      body,
      status,
      authorId,
      updatedBy: authorId,
      sectorId: team ? sectors.get(team) : null,
      publishedAt,
      coverTone: cover.tone,
      coverPattern: cover.pattern,
      coverObject: cover.object,
      frenchChangedAt: written,
      englishConfirmedAt: body.en ? new Date(written.getTime() + (englishIsLate ? -day : 1000)) : null,
      pageViews: publishedAt && publishedAt < now ? 40 + ((daysAgo * 37) % 900) : 0,
      createdAt: written,
      updatedAt: written,
    })
    .returning({ id: articles.id });
  if (!row) return;
  await nameArticle(tx, row.id, title, {});
  await tx.insert(articleTags).values(article.tags.map((slug) => ({ articleId: row.id, tagId: tagIds.get(slug) ?? "" })));
  await tx
    .insert(articleRevisions)
    .values({ articleId: row.id, number: 1, at: written, authorId, snapshot: { title, lead, body }, changed: ["title", "lead", "body"] });
}

/** Drafts belong to the volunteer account, so that it has articles of its own. */
function authorFor(team: string | null, status: ArticleStatus): string {
  if (status === "draft" || status === "in_review") return "volunteer@maillon.example";
  const local = demoPeople.find(
    (person) => person.role === "VOLUNTEER" && person.team === team && person.state === undefined && !person.unsigned,
  );
  return local?.email ?? "editor@maillon.example";
}
