import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { recordChanges } from "#backend/audit/recording";
import { articleSlugs, articles, articleTags, tags } from "#backend/modules/articles/tables";
import { campaigns } from "#backend/modules/campaigns/tables";
import { documents } from "#backend/modules/documents/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { projectFigures, projects } from "#backend/modules/projects/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { tasks } from "#backend/modules/tasks/tables";
import { verificationChats, verificationMessages } from "#backend/modules/verification-chats/tables";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { openTestDatabase } from "#tests/support/database";
import { formats } from "#tests/support/endpoints";
import { addGift } from "#tests/support/gifts";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { costs, expectFew } from "#tests/support/query-counts";
import { restoreRecords } from "#tests/support/records";

/** Articles that share nothing: each has an author, a team, two tags and two addresses of its own. */
async function addArticles(backend: TestBackend, count: number, adminId: string) {
  const { db } = backend.services;
  for (let index = 0; index < count; index += 1) {
    const key = crypto.randomUUID().slice(0, 8);
    const [team] = await db
      .insert(sectors)
      .values({ slug: key, name: `Équipe ${key}`, city: key })
      .returning();
    const author = await addPerson(backend, { role: "VOLUNTEER", sectorId: team?.id });
    const words = { title: { fr: `Titre ${key}` }, lead: { fr: "" }, body: { fr: "Texte." } };
    const on = { ...words, updatedBy: author.id, sectorId: team?.id };
    const [published] = await db
      .insert(articles)
      .values([
        { ...on, authorId: author.id, status: "published" as const, publishedAt: new Date("2026-01-01") },
        { ...on, authorId: author.id, status: "in_review" as const },
        { ...on, authorId: adminId, status: "draft" as const },
      ])
      .returning();
    const own = await db
      .insert(tags)
      .values([1, 2].map((number) => ({ slug: `${key}-${number}`, label: { fr: `Thème ${key} ${number}` }, status: "published" as const })))
      .returning();
    const articleId = published?.id ?? "";
    await db.insert(articleTags).values(own.map(({ id }) => ({ articleId, tagId: id })));
    await db.insert(articleSlugs).values({ articleId, locale: "fr", slug: `titre-${key}` });
  }
}

/**
 * Each round adds a person to every list, with a conversation, and to the one whose page is measured a document, a session,
 * a line of history and an account with the same name.
 */
async function addPeople(backend: TestBackend, rounds: number, { shown, chatId }: { shown: string; chatId: string }) {
  const { db } = backend.services;
  const document = {
    kind: "PROOF_STUDIES",
    visibility: "owner",
    mime: "application/pdf",
    bytes: 8,
    sha256: "",
    verification: "pending",
  } as const;
  for (let round = 0; round < rounds; round += 1) {
    const key = crypto.randomUUID().slice(0, 8);
    const [team] = await db
      .insert(sectors)
      .values({ slug: key, name: `Équipe ${key}`, city: key })
      .returning();
    const sectorId = team?.id;
    const volunteer = await addPerson(backend, { role: "VOLUNTEER", sectorId, permissions: ["NEWS_PUBLISH"] });
    await db
      .insert(driverProfiles)
      .values({ userId: volunteer.id, vehicle: "car", licenceExpiry: "2030-01-01", insuranceExpiry: "2030-01-01" });
    await db.insert(memberships).values({ userId: volunteer.id, startDate: "2026-01-01", endDate: "2030-01-01" });
    await addPerson(backend, { role: "BENEFICIARY", sectorId, birthDate: "2003-02-01" });
    await addPerson(backend, { role: "DONATOR_MERCHANT", sectorId });
    const waiting = await addPerson(backend, { role: "BENEFICIARY", accountState: "to_validate", birthDate: "2003-02-01", sectorId });
    const lastMessageAt = new Date("2026-01-02");
    const [chat] = await db.insert(verificationChats).values({ userId: waiting.id, status: "waiting_staff", lastMessageAt }).returning();
    const message = { fromId: waiting.id, body: "Bonjour.", at: lastMessageAt };
    await db.insert(verificationMessages).values([
      { ...message, chatId: chat?.id ?? "" },
      { ...message, chatId },
    ]);
    await addPerson(backend, { role: "BENEFICIARY", firstName: "Léa", lastName: "Même-Nom" });
    await db.insert(documents).values({ ...document, ownerId: shown, storageKey: `papers/${key}` });
    await cookiesOf(backend, shown);
    await recordChanges(db, { id: volunteer.id, requestId: key }, [
      { action: "user.suspend", entityType: "user", entityId: shown, before: { accountState: "validated" } },
    ]);
  }
}

const lists = {
  "public news": "/api/articles?perPage=100",
  "public news of a team's words": "/api/articles?perPage=100&q=titre",
  "themes of the article form": "/api/article-themes",
  "choices of the news": "/api/articles/choices",
  "figures of the home page": "/api/figures",
  "admin list": "/api/admin/articles?perPage=100",
  "admin list, filtered and sorted": "/api/admin/articles?perPage=100&q=titre&status=published&sort=title&order=asc",
  sectors: "/api/teams",
  dashboard: "/api/dashboard",
};

test("a list of 50 rows takes as many SQL statements as one of 5", async () => {
  const database = await openTestDatabase();
  const backend = await backendForTest({ database });
  const admin = await signIn(backend, { role: "ADMIN" });
  const measure = () => costs(backend, database, lists, admin.cookie);
  await addArticles(backend, 5, admin.id);
  const few = await measure();
  await addArticles(backend, 45, admin.id);
  const shown = (await (await backend.request(lists["public news"])).json()) as { items: unknown[]; total: number };
  expect([shown.items.length, shown.total]).toEqual([50, 50]);
  expect(await measure()).toEqual(few);
  expectFew(few, 14);
});

test("the lists of people, the page of one, the audit log, the inbox and the rights cost the same for 3 rows and for 30", async () => {
  const database = await openTestDatabase();
  const backend = await backendForTest({ database });
  const admin = await signIn(backend, {
    role: "ADMIN",
    permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS", "AUDIT_READ", "BENEFICIARY_READ_RESTRICTED"],
  });
  const { id } = await addPerson(backend, { role: "BENEFICIARY", firstName: "Léa", lastName: "Même-Nom", birthDate: "2003-02-01" });
  const { id: writer } = await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate" });
  const [chat] = await backend.services.db
    .insert(verificationChats)
    .values({ userId: writer, status: "open", lastMessageAt: new Date("2026-01-02") })
    .returning();
  const chatId = chat?.id ?? "";
  const people = ["pending-approval", "volunteers", "drivers", "beneficiaries", "donators"];
  const lists = {
    ...Object.fromEntries(people.map((list) => [list, `/api/admin/people/${list}?perPage=100`])),
    "audit log": "/api/admin/audit-log?perPage=100",
    inbox: "/api/admin/verification-chats?perPage=100",
    rights: "/api/admin/permissions?perPage=100&everyone=yes",
  };
  const pages = {
    person: `/api/admin/people/${id}`,
    documents: `/api/admin/people/${id}/documents`,
    sessions: `/api/admin/people/${id}/sessions`,
    history: `/api/admin/audit-log?entityType=user&entityId=${id}&perPage=100`,
    chat: `/api/admin/verification-chats/${chatId}`,
  };
  const measure = () => costs(backend, database, { ...lists, ...pages }, admin.cookie);
  await addPeople(backend, 3, { shown: id, chatId });
  // The first call of a person also stores the time of their last use.
  await measure();
  const few = await measure();
  await addPeople(backend, 27, { shown: id, chatId });
  for (const path of Object.values(lists)) {
    const { items } = (await (await backend.request(path, { cookie: admin.cookie })).json()) as { items: unknown[] };
    expect(items.length, path).toBeGreaterThanOrEqual(30);
  }
  expect(await measure()).toEqual(few);
  expectFew(few, 16);
});

test("a team's page, the next dates, the lists of dates and of months, and the tree of sectors cost the same for 2 rows and for 20", async () => {
  const database = await openTestDatabase();
  const backend = await backendForTest({ database });
  const admin = await signIn(backend, { role: "ADMIN" });
  const { db } = backend.services;
  const [team] = await db.insert(sectors).values({ slug: "lyon", name: "Lyon", status: "published" }).returning();
  const sectorId = team?.id ?? "";
  const add = async (from: number, to: number) => {
    for (let row = from; row < to; row += 1) {
      const [startsAt, endsAt] = [new Date(Date.UTC(2050, 0, row)), new Date(Date.UTC(2050, 0, row + 1))];
      const words = { title: { fr: `Rendez-vous ${row}` }, placeName: "Le local", placeAddress: "1 rue des Fleurs, 69007 Lyon" };
      await db.insert(events).values({ ...words, type: "other", status: "published", sectorId, startsAt, endsAt });
      const [under] = await db
        .insert(sectors)
        .values({ slug: `lyon-${row}`, name: `Lyon ${row}`, parentId: sectorId })
        .returning();
      const manager = await addPerson(backend, { role: "VOLUNTEER", sectorId: under?.id });
      await db.insert(sectorManagers).values({ sectorId: under?.id ?? "", userId: manager.id });
      const month = `20${String(row).padStart(2, "0")}-01-01`;
      await db.insert(monthlyRecords).values({ sectorId, month, kits: 1, volunteerMinutes: 1, foodGrams: 1, updatedBy: admin.id });
    }
  };
  const pages = {
    team: "/api/teams/lyon",
    "next dates": "/api/events?limit=20",
    figures: "/api/figures",
    "list of dates": "/api/admin/events?perPage=100",
    months: `/api/admin/sectors/${sectorId}/records?perPage=100`,
    tree: "/api/admin/sector-tree",
  };
  const measure = () => costs(backend, database, pages, admin.cookie);
  await add(1, 3);
  await measure();
  const few = await measure();
  await add(3, 21);
  const { items } = (await (await backend.request(pages.months, { cookie: admin.cookie })).json()) as { items: unknown[] };
  expect(items).toHaveLength(20);
  expect(await measure()).toEqual(few);
  expectFew(few, 10);
});

test("the board of projects and the record of one cost the same for 2 rows and for 20", async () => {
  const database = await openTestDatabase();
  const backend = await backendForTest({ database });
  const admin = await signIn(backend, { role: "ADMIN" });
  const { db } = backend.services;
  const add = async (rounds: number, shown?: string) => {
    let first = shown;
    for (let round = 0; round < rounds; round += 1) {
      const key = crypto.randomUUID();
      const [team] = await db.insert(sectors).values({ slug: key, name: key }).returning();
      const words = { name: { fr: key }, body: { fr: "" }, stage: "running" as const, sectorIds: [team?.id ?? ""] };
      const [project] = await db.insert(projects).values(words).returning();
      first ??= project?.id ?? "";
      for (const projectId of [first, project?.id]) await addGift(backend, { email: "lou@example.org", status: "received", projectId });
      await db.insert(projectFigures).values({ projectId: first, label: { fr: "Kits" }, amount: 1, unit: "kits", countedOn: "2026-01-01" });
    }
    return first ?? "";
  };
  const first = await add(2);
  const pages = {
    board: "/api/admin/project-board",
    record: `/api/admin/projects/${first}/follow`,
    list: "/api/admin/projects?perPage=100",
  };
  const measure = () => costs(backend, database, pages, admin.cookie);
  await measure();
  const few = await measure();
  await add(18, first);
  const { columns } = (await (await backend.request(pages.board, { cookie: admin.cookie })).json()) as { columns: { cards: unknown[] }[] };
  expect(columns.map(({ cards }) => cards.length)).toEqual([0, 20, 0, 0]);
  expect(await measure()).toEqual(few);
  expectFew(few, 8);
});

test("lists of participants, own events, hours, next actions, subscribers, campaigns and tasks cost the same for 3 rows and for 30", async () => {
  const database = await openTestDatabase();
  const backend = await backendForTest({ database });
  const admin = await signIn(backend, { role: "ADMIN" });
  const { db } = backend.services;
  const [sector] = await db.insert(sectors).values({ slug: "lyon", name: "Lyon", status: "published" }).returning();
  const leader = await signIn(backend, { role: "VOLUNTEER", sectorId: sector?.id });
  await db.insert(sectorManagers).values({ sectorId: sector?.id ?? "", userId: leader.id });
  const shown = formats.uuid;
  await restoreRecords(db, { id: shown, participantId: admin.id, personId: (await addPerson(backend, { role: "BENEFICIARY" })).id });
  const words = { fr: "Un texte" };
  const add = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const id = crypto.randomUUID();
      const [person, student] = [
        await addPerson(backend, { role: "VOLUNTEER", sectorId: sector?.id }),
        await addPerson(backend, { role: "BENEFICIARY" }),
      ];
      await restoreRecords(db, { id, participantId: leader.id, personId: student.id });
      await db.update(volunteerHours).set({ sectorId: sector?.id, userId: person.id }).where(eq(volunteerHours.id, id));
      await db.insert(eventRegistrations).values({ eventId: shown, quotaId: shown, userId: person.id, status: "confirmed" });
      const made = { createdBy: admin.id, updatedBy: admin.id, title: words, sentence: words, body: words, label: words };
      await db.insert(campaigns).values({ ...made, topic: "association", roles: ["VOLUNTEER"], sectorIds: [], channels: ["inbox"] });
      const over = { state: "done", total: 0, startedAt: new Date(), finishedAt: new Date() } as const;
      await db
        .insert(tasks)
        .values({ ownerId: admin.id, kind: "/api/admin/articles/bulk", query: {}, requestId: id, createdAt: new Date(), ...over });
    }
  };
  const ofAdmin = {
    participants: `/api/admin/events/${shown}/participants?perPage=100`,
    hours: "/api/admin/volunteer-hours?perPage=100",
    "next actions": "/api/admin/tracking?show=all&perPage=100",
    subscribers: "/api/admin/newsletter-subscribers?perPage=100",
    campaigns: "/api/admin/campaigns?perPage=100",
    tasks: "/api/account/tasks?perPage=100",
  };
  const ofLeader = {
    "own events": "/api/my-events?perPage=100",
    "hours of a sector": "/api/admin/volunteer-hours?perPage=100",
  };
  const measure = async () => ({
    ...(await costs(backend, database, ofAdmin, admin.cookie)),
    ...(await costs(backend, database, ofLeader, leader.cookie)),
  });
  await add(3);
  await measure();
  const few = await measure();
  await add(27);
  expect(await measure()).toEqual(few);
  expectFew(few, 8);
});
