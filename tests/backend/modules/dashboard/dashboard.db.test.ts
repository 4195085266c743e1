import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { messages } from "#backend/modules/contact/tables";
import { events } from "#backend/modules/events/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { registrations } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { verificationChats } from "#backend/modules/verification-chats/tables";
import type { Dashboard } from "#contract/charity/dashboard";
import type { WorkQueues } from "#contract/charity/work-queues";
import { backendForTest, testClock } from "#tests/support/backend";
import { payGift } from "#tests/support/gifts";
import { addPerson, signIn } from "#tests/support/people";
import { addReceipt } from "#tests/support/receipts";

type State = Partial<typeof articles.$inferInsert> & { title: { fr: string; en?: string } };

/** A charity with a team and an author whose articles are in every state. */
async function aCharity() {
  const backend = await backendForTest({ clock: testClock().clock });
  const { db } = backend.services;
  const [team] = await db
    .insert(sectors)
    .values({ slug: "lyon", name: "Lyon", slogan: { fr: "Ensemble", en: "Together" } })
    .returning();
  const sectorId = team?.id;
  const author = await addPerson(backend, { role: "VOLUNTEER", firstName: "Nour", lastName: "Rey", sectorId });
  await addPerson(backend, { role: "BENEFICIARY", sectorId });
  await addPerson(backend, { role: "VOLUNTEER", sectorId, accountState: "to_validate" });
  const write = (state: State, authorId = author.id) =>
    db.insert(articles).values({ lead: { fr: "" }, body: { fr: "Texte.", en: "Text." }, authorId, updatedBy: authorId, ...state });
  await write({ title: { fr: "Brouillon" } });
  await write({ title: { fr: "Archivé", en: "Archived" }, status: "archived" });
  await write({ title: { fr: "En ligne", en: "On line" }, status: "published", publishedAt: new Date("2026-11-01") });
  await write({ title: { fr: "Arrivé à l'heure" }, status: "scheduled", publishedAt: new Date("2026-11-21T09:59:59Z") });
  await write({ title: { fr: "Programmé" }, status: "scheduled", publishedAt: new Date("2026-11-22") });
  const day = (number: number) => new Date(Date.UTC(2026, 10, number));
  for (let number = 1; number <= 7; number += 1)
    await write({ title: { fr: `À relire ${number}` }, status: "in_review", updatedAt: day(number) });
  const see = async (cookie: string, language = "fr") => {
    const answer = await backend.request("/api/dashboard", { cookie, headers: { "accept-language": language } });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Dashboard;
  };
  return { backend, sectorId, author, write, see };
}

const titles = (rows: { title: string }[] = []) => rows.map(({ title }) => title);
const noGifts = { items: [], receivedCents: 0, lacksAddress: false, receipts: [] };
const online = ["Arrivé à l'heure", "En ligne"];

test.each(["BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const)(
  "%s sees the news on line and what is their own, and nothing else",
  async (role) => {
    const { backend, sectorId, see } = await aCharity();
    const { cookie, id } = await signIn(backend, { role, sectorId });
    const { news, ...rest } = await see(cookie);
    expect(titles(news)).toEqual(online);
    const isStudent = role === "BENEFICIARY";
    expect(rest).toEqual({
      membership: null,
      team: { name: "Lyon", slogan: "Ensemble", people: null, phone: null, email: null },
      sectors: [],
      writing: null,
      accounts: null,
      gifts: isStudent ? null : noGifts,
      agenda: [],
      next: null,
      file: isStudent ? { validUntil: expect.any(String), toConfirm: false, documents: [], near: [] } : null,
      shop: null,
      runningOut: [],
      kits: [],
      missingFacts: null,
    });
    expect((await backend.request("/api/work-queues", { cookie })).status).toBe(403);
    await backend.services.db.insert(memberships).values({ userId: id, startDate: "2026-01-01", endDate: "2026-11-21" });
    expect((await see(cookie)).membership).toEqual({ until: "2026-11-21" });
  },
);

test("a volunteer sees the team and their own unpublished articles, and no one else's", async () => {
  const { backend, sectorId, write, see } = await aCharity();
  const { cookie, id } = await signIn(backend, { role: "VOLUNTEER", sectorId });
  expect((await see(cookie)).writing).toEqual({
    ...{ toReview: [], waiting: 0, mine: [], scheduled: 0, outdatedEnglish: 0 },
    ...{ scheduledFirst: [], outdatedFirst: [] },
  });
  await write({ title: { fr: "À moi" } }, id);
  await write({ title: { fr: "À moi, en ligne depuis" }, status: "scheduled", publishedAt: new Date("2026-11-20") }, id);
  await write({ title: { fr: "À moi, demain" }, status: "scheduled", publishedAt: new Date("2026-11-22") }, id);
  const { writing, team, news, gifts } = await see(cookie);
  expect(gifts).toBeNull();
  expect(titles(writing?.mine).sort()).toEqual(["À moi", "À moi, demain"]);
  expect(writing).toMatchObject({ toReview: [], waiting: 0, scheduled: 0, outdatedEnglish: 0 });
  expect(team).toEqual({ name: "Lyon", people: 2, slogan: "Ensemble", phone: null, email: null });
  expect((await see(cookie, "en")).team?.slogan).toBe("Together");
  expect(titles(news)).toContain("En ligne");
});

test.each([{ role: "ADMIN" }, { role: "VOLUNTEER", permissions: ["NEWS_PUBLISH"] }] as const)(
  "who publishes ($role) sees the five oldest that wait, how many do, and what is ahead",
  async ({ role, permissions }: { role: "ADMIN" | "VOLUNTEER"; permissions?: readonly "NEWS_PUBLISH"[] }) => {
    const { backend, see } = await aCharity();
    const { cookie } = await signIn(backend, { role, permissions: [...(permissions ?? [])] });
    const { writing, team } = await see(cookie);
    expect(titles(writing?.toReview)).toEqual([1, 2, 3, 4, 5].map((number) => `À relire ${number}`));
    expect(writing?.toReview[0]).toMatchObject({ author: "Nour Rey", since: "2026-11-01T00:00:00.000Z" });
    expect(writing).toMatchObject({ waiting: 7, mine: [], scheduled: 1, outdatedEnglish: 1 });
    // Administrators open the lists.
    const first = role === "ADMIN" ? 0 : 1;
    expect([writing?.scheduledFirst.length, writing?.outdatedFirst.length]).toEqual([first, first]);
    expect(team).toBeNull();
  },
);

test("the right to publish opens nothing to another role", async () => {
  const { backend, see } = await aCharity();
  const { cookie } = await signIn(backend, { role: "BENEFICIARY", permissions: ["NEWS_PUBLISH"] });
  expect((await see(cookie)).writing).toBeNull();
});

test("the dashboard is not open to visitors or to accounts that are not", async () => {
  const backend = await backendForTest();
  expect((await backend.request("/api/dashboard")).status).toBe(401);
  for (const accountState of ["waiting", "to_validate", "refused", "suspended", "left"] as const) {
    const { cookie } = await signIn(backend, { role: "BENEFICIARY", accountState });
    expect([accountState, (await backend.request("/api/dashboard", { cookie })).status]).toEqual([accountState, 403]);
  }
});

test("staff who answer threads see how many wait, and how many are overdue; volunteers do not", async () => {
  const { backend } = await aCharity();
  const { db } = backend.services;
  const letter = (at: string, more = {}) => ({
    ...({
      topic: "other",
      name: "Lou",
      email: "lou@example.org",
      body: "Bonjour",
      locale: "fr",
      dedupeKey: at,
      createdAt: new Date(at),
      waitingSince: new Date(at),
    } as const),
    ...more,
  });
  // It is Saturday 21 November: what came on Monday was promised for Thursday, what came on Wednesday for Monday.
  await db
    .insert(messages)
    .values([letter("2026-11-16T09:00:00Z"), letter("2026-11-18T09:00:00Z"), letter("2026-11-02T09:00:00Z", { status: "closed" })]);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const queuesOf = async (reader: string) =>
    ((await (await backend.request("/api/work-queues", { cookie: reader })).json()) as WorkQueues).queues;
  const { messages: waiting, applications } = await queuesOf(cookie);
  expect(waiting).toEqual({ count: 2, oldest: "2026-11-16T09:00:00.000Z", late: 1 });
  expect(applications).toEqual({ count: 0, oldest: null, late: 0 });
  const list = async (query: string) =>
    ((await (await backend.request(`/api/admin/messages?${query}`, { cookie })).json()) as { items: Record<string, unknown>[] }).items;
  expect(await list("due=late")).toEqual([expect.objectContaining({ dueOn: "2026-11-19", late: true })]);
  expect((await list("sort=receivedAt&order=asc")).map(({ dueOn, late }) => [dueOn, late])).toEqual([
    [null, false],
    ["2026-11-19", true],
    ["2026-11-23", false],
  ]);
  expect(await queuesOf((await signIn(backend, { role: "VOLUNTEER" })).cookie)).toEqual({});
  const editor = await signIn(backend, { role: "VOLUNTEER", permissions: ["NEWS_PUBLISH"] });
  expect(Object.keys(await queuesOf(editor.cookie))).toEqual(["articles"]);
});

test("waiting accounts are counted by promised day, with the oldest and those with a complete file", async () => {
  const { backend, see } = await aCharity();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  await backend.services.db.delete(users).where(eq(users.accountState, "to_validate"));
  const wait = (day: string, role: "VOLUNTEER" | "BENEFICIARY" = "VOLUNTEER") =>
    addPerson(backend, { role, accountState: "to_validate", stateChangedAt: new Date(`${day}T09:00:00Z`) });
  // It is Saturday 21 November: what came on Friday the 13th was promised for Friday the 20th.
  const oldest = await wait("2026-11-13");
  for (const day of ["2026-11-16", "2026-11-17", "2026-11-20"]) await wait(day);
  await wait("2026-11-20", "BENEFICIARY");
  const { queues, accountDays } = (await (await backend.request("/api/work-queues", { cookie })).json()) as WorkQueues;
  expect(queues.accounts).toEqual({ count: 5, oldest: "2026-11-13T09:00:00.000Z", late: 1 });
  expect([accountDays, accountDays.reduce((sum, count) => sum + count, 0)]).toEqual([[2, 0, 0, 1, 1], 4]);
  expect((await see(cookie)).accounts).toEqual({ oldest: oldest.id, complete: 4 });
});

test("a chat that waits for the team for longer than the promised working days is overdue", async () => {
  const { backend } = await aCharity();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  // It is Saturday 21 November: what came on Friday the 13th was promised for Friday the 20th.
  const written = [
    ["waiting_staff", "2026-11-13"],
    ["waiting_staff", "2026-11-16"],
    ["waiting_user", "2026-11-02"],
  ] as const;
  for (const [status, day] of written) {
    const { id: userId } = await addPerson(backend, { role: "BENEFICIARY", accountState: "waiting" });
    await backend.services.db.insert(verificationChats).values({ userId, status, lastMessageAt: new Date(`${day}T09:00:00Z`) });
  }
  const { queues } = (await (await backend.request("/api/work-queues", { cookie })).json()) as WorkQueues;
  expect(queues.chats).toEqual({ count: 2, oldest: "2026-11-13T09:00:00.000Z", late: 1 });
});

test("a donor sees the newest gifts of their own address, with what arrived this year; another donor does not", async () => {
  const { backend, see } = await aCharity();
  const email = "helene@maillon.example";
  const donor = await signIn(backend, { role: "DONATOR_INDIVIDUAL", email });
  const pledge = (number: number, about: Partial<typeof pledges.$inferInsert> = {}) => ({
    ...{ reference: `DON-${number}`, dedupeKey: `${number}`, amountCents: 1_000 * number, rhythm: "one_off", donor: "person" },
    ...{ allocation: "any", method: "transfer", name: "Hélène", email, locale: "fr", receipt: false },
    ...{ createdAt: new Date(Date.UTC(2026, 2, number)), ...about },
  });
  const rows = [
    pledge(1, { status: "received", createdAt: new Date("2025-12-31T22:59:59Z") }),
    pledge(2, { status: "received", createdAt: new Date("2025-12-31T23:00:00Z") }),
    pledge(3, { status: "received", email: "HELENE@maillon.example" }),
    pledge(4),
    pledge(5, { email: "autre@maillon.example", status: "received" }),
    pledge(6, { rhythm: "monthly" }),
    pledge(7),
    pledge(8, { status: "cancelled" }),
  ];
  const stored = await backend.services.db
    .insert(pledges)
    .values(rows as (typeof pledges.$inferInsert)[])
    .returning();
  for (const gift of stored.filter(({ status }) => status === "received")) await payGift(backend, gift);
  const free = { amountCents: 700, method: "cash", receivedOn: "2026-03-01", submission: crypto.randomUUID() } as const;
  await backend.services.db.insert(payments).values({ ...free, donorId: donor.id });
  const { gifts } = await see(donor.cookie);
  expect(gifts?.items.map(({ reference, status }) => [reference, status])).toEqual([
    ["DON-8", "cancelled"],
    ["DON-7", "promised"],
    ["DON-6", "promised"],
    ["DON-4", "promised"],
    ["DON-3", "received"],
  ]);
  expect(gifts?.receivedCents).toBe(5_700);
  const other = await signIn(backend, { role: "DONATOR_MERCHANT" });
  expect((await see(other.cookie)).gifts).toEqual(noGifts);
});

test("staff see the events of their team and of the whole charity in the coming week, and the kits of each month", async () => {
  const { backend, sectorId, see } = await aCharity();
  const { db } = backend.services;
  const [elsewhere] = await db.insert(sectors).values({ slug: "lille", name: "Lille" }).returning();
  const place = { type: "distribution", placeName: "Halles", placeAddress: "1 rue" } as const;
  const date = (title: string, day: string, more: { sectorId?: string; status?: "draft" | "published" } = {}) => ({
    ...{ title: { fr: title }, ...place, status: "published" as const },
    ...{ startsAt: new Date(`${day}T18:00:00Z`), endsAt: new Date(`${day}T20:00:00Z`), ...more },
  });
  await db
    .insert(events)
    .values([
      date("Ce soir", "2026-11-21", { sectorId }),
      date("Pour tous", "2026-11-25"),
      date("À Lille", "2026-11-25", { sectorId: elsewhere?.id }),
      date("Hier", "2026-11-20", { sectorId }),
      date("Plus tard", "2026-12-10", { sectorId }),
      date("Brouillon", "2026-11-22", { sectorId, status: "draft" }),
    ]);
  const record = { volunteerMinutes: 0, foodGrams: 0 };
  await db.insert(monthlyRecords).values([
    { ...record, sectorId: sectorId ?? "", month: "2026-10-01", kits: 10 },
    { ...record, sectorId: elsewhere?.id ?? "", month: "2026-10-01", kits: 5 },
    { ...record, sectorId: sectorId ?? "", month: "2026-09-01", kits: 7 },
  ]);
  const { cookie } = await signIn(backend, { role: "VOLUNTEER", sectorId });
  const { agenda, kits } = await see(cookie);
  expect(agenda.map(({ title }) => title.fr)).toEqual(["Ce soir", "Pour tous"]);
  const student = await signIn(backend, { role: "BENEFICIARY", sectorId });
  expect((await see(student.cookie)).agenda.map(({ title }) => title.fr)).toEqual(["Ce soir", "Pour tous"]);
  expect(kits).toEqual([
    { month: "2026-09-01", kits: 7 },
    { month: "2026-10-01", kits: 15 },
  ]);
  const admin = await signIn(backend, { role: "ADMIN" });
  expect((await see(admin.cookie)).agenda.map(({ title }) => title.fr).sort()).toEqual(["Ce soir", "Pour tous", "À Lille"]);
});

test("a donor reads their newest receipts, and that the next one lacks an address until they gave one", async () => {
  const { backend, see } = await aCharity();
  const { db } = backend.services;
  const donor = await signIn(backend, { role: "DONATOR_INDIVIDUAL", email: "helene@maillon.example" });
  const giftsNow = async () => (await see(donor.cookie)).gifts;
  expect(await giftsNow()).toEqual(noGifts);
  const free = { amountCents: 700, method: "cash", receivedOn: "2026-03-01", submission: crypto.randomUUID() } as const;
  await db.insert(payments).values({ ...free, donorId: donor.id });
  expect((await giftsNow())?.lacksAddress).toBe(true);
  const place = { addressLine: "2 rue Basse", postcode: "69002", city: "Lyon" };
  await db.insert(registrations).values({ userId: donor.id, kind: "individual", at: new Date(), ...place });
  expect((await giftsNow())?.lacksAddress).toBe(false);
  const id = await addReceipt(backend);
  expect((await giftsNow())?.receipts).toEqual([
    { id, number: expect.stringMatching(/^IND-/), amountCents: 2_000, periodTo: "2025-12-31" },
  ]);
});
