import { afterAll, beforeAll, expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { membershipPlans, memberships } from "#backend/modules/memberships/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { testimonials } from "#backend/modules/testimonials/tables";
import { trackingEntries } from "#backend/modules/tracking/tables";
import { verificationChats } from "#backend/modules/verification-chats/tables";
import type { Dashboard } from "#contract/charity/dashboard";
import { listsOfQueue, type QueueName } from "#contract/charity/queue-lists";
import type { WorkQueues } from "#contract/charity/work-queues";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addPerson, signIn } from "#tests/support/people";
import { addDate, register } from "#tests/support/registered";

/** Where the list of each queue is read. Receipts have a page of a year instead of a list. */
const apis: Partial<Record<QueueName, string>> = {
  accounts: "/api/admin/people/pending-approval",
  chats: "/api/admin/verification-chats",
  drivers: "/api/admin/people/drivers",
  articles: "/api/admin/articles",
  testimonials: "/api/admin/sent-testimonials",
  followUp: "/api/admin/tracking",
  places: "/api/admin/events",
  hours: "/api/admin/volunteer-hours",
  expenses: "/api/admin/expense-claims",
  proofs: "/api/admin/memberships",
  giftValues: "/api/admin/gifts-in-kind",
};

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;

/** In each list one row that waits for the reader, and others beside it. */
beforeAll(async () => {
  backend = await startBackend({ clock: testClock().clock });
  const { db, clock } = backend.services;
  const now = clock();
  admin = await signIn(backend, { role: "ADMIN" });
  const other = await addPerson(backend, { role: "VOLUNTEER" });
  await addPerson(backend, { role: "VOLUNTEER", accountState: "to_validate", stateChangedAt: now });
  const student = await addPerson(backend, { role: "BENEFICIARY" });
  for (const [userId, status] of [
    [student.id, "waiting_staff"],
    [other.id, "waiting_user"],
  ] as const)
    await db.insert(verificationChats).values({ userId, status, lastMessageAt: now });

  const whole = { vehicle: "car", licenceExpiry: "2030-01-01", insuranceExpiry: "2030-01-01", inspectionExpiry: "2030-01-01" } as const;
  const suspended = await addPerson(backend, { role: "VOLUNTEER", accountState: "suspended" });
  const lapsed = await addPerson(backend, { role: "VOLUNTEER" });
  const cyclist = await addPerson(backend, { role: "VOLUNTEER" });
  const approved = await addPerson(backend, { role: "VOLUNTEER" });
  await db.insert(driverProfiles).values([
    { ...whole, userId: other.id },
    { ...whole, userId: suspended.id },
    { ...whole, userId: lapsed.id, licenceExpiry: "2026-01-01" },
    { userId: cyclist.id, vehicle: "bike" },
    { ...whole, userId: approved.id, status: "approved" },
  ]);

  const article = { lead: { fr: "" }, body: { fr: "Texte." }, authorId: other.id, updatedBy: other.id };
  const english = { title: { fr: "Écrit", en: "Written" }, body: { fr: "Texte.", en: "Text." } };
  await db.insert(articles).values([
    { ...article, title: { fr: "À relire" }, status: "in_review" },
    { ...article, title: { fr: "Brouillon" } },
    { ...article, ...english, status: "published", publishedAt: now },
    { ...article, ...english, status: "archived" },
  ]);
  const sent = {
    initials: "Inès",
    speaker: { fr: "étudiante" },
    quote: { fr: "Merci." },
    email: "ines@example.org",
    locale: "fr",
  } as const;
  await db.insert(testimonials).values([
    { ...sent, agreement: 1, review: "submitted", tokenHash: "a", dedupeKey: "a" },
    { ...sent, agreement: 1, review: "declined", tokenHash: "b", dedupeKey: "b" },
  ]);
  const entry = { kind: "note", title: "Rappeler", occurredAt: now, visibility: "staff", authorId: admin.id } as const;
  const action = { ...entry, subjectUserId: student.id, nextActionUserId: admin.id };
  await db.insert(trackingEntries).values([
    { ...action, nextActionAt: "2026-11-20" },
    { ...action, nextActionAt: "2026-12-20" },
  ]);
  const far = await addDate(backend, { title: "Maraude", startsAt: new Date("2035-01-01T10:00:00Z") });
  await register(backend, far, other.id, "pending");
  await register(backend, far, cyclist.id, "pending");
  await addDate(backend, { title: "Collecte", startsAt: new Date("2035-01-02T10:00:00Z") });

  const hours = { date: "2026-11-02", minutes: 90, activity: "delivery", level: "field", source: "self", status: "submitted" } as const;
  await db.insert(volunteerHours).values([
    { ...hours, userId: other.id },
    { ...hours, userId: admin.id },
  ]);
  const claim = { spentOn: "2026-11-02", kind: "journey", reason: "Collecte", vehicle: "car_3", kilometres: 40 } as const;
  const waived = { milliEuros: 529, amountCents: 2_116, waivedAt: now, waiver: "Je renonce.", status: "sent" } as const;
  await db.insert(expenseClaims).values([
    { ...claim, ...waived, userId: other.id },
    { ...claim, ...waived, userId: admin.id },
  ]);
  const price = { name: { fr: "Bénévole" }, period: "rolling_12m", priceCents: 1_500, reducedCents: 500 } as const;
  const [plan] = await db
    .insert(membershipPlans)
    .values({ ...price, roles: ["VOLUNTEER"], reducedProof: true, validFrom: "2026-01-01" })
    .returning();
  const period = { planId: plan?.id, userId: other.id, reduced: true } as const;
  await db.insert(memberships).values([
    { ...period, startDate: "2026-01-01", endDate: "2026-12-31", status: "pending_approval" },
    { ...period, startDate: "2025-01-01", endDate: "2025-12-31", status: "abandoned" },
  ]);
  const goods = { receivedOn: "2026-05-01", category: "clothing", description: "Deux manteaux", name: "Lou Roy", locale: "fr" } as const;
  const place = { email: "lou@example.org", street: "1 rue Haute", postcode: "69001", city: "Lyon", country: "FR" };
  const value = { valueCents: 4_000, valueBasis: "Prix d’occasion", valueState: "requested", valueRecordedAt: now } as const;
  await db.insert(giftsInKind).values([
    { ...goods, ...place, ...value, valueRecordedBy: other.id },
    { ...goods, ...place, ...value, valueRecordedBy: admin.id },
  ]);
});
afterAll(() => backend.close());

test.each(Object.entries(apis) as [QueueName, string][])(
  "the queue of %s counts the rows of the list that it leads to",
  async (name, api) => {
    const { queues } = (await (await backend.request("/api/work-queues", { cookie: admin.cookie })).json()) as WorkQueues;
    const query = listsOfQueue(name, "ADMIN").waiting.split("?")[1];
    const path = query ? `${api}${api.includes("?") ? "&" : "?"}${query}` : api;
    const answer = await backend.request(path, { cookie: admin.cookie });
    expect(answer.status).toBe(200);
    const { items } = (await answer.json()) as { items: unknown[] };
    expect([queues[name]?.count, items.length]).toEqual([1, 1]);
  },
);

test("the number of articles with outdated English is that of the list, which has archived ones only where it is asked for them", async () => {
  const read = async (path: string) => (await (await backend.request(path, { cookie: admin.cookie })).json()) as never;
  const { writing } = (await read("/api/dashboard")) as Dashboard;
  const list = async (query: string) => ((await read(`/api/admin/articles?english=outdated${query}`)) as { items: unknown[] }).items.length;
  expect([writing?.outdatedEnglish, await list(""), await list("&status=archived")]).toEqual([1, 1, 1]);
});
