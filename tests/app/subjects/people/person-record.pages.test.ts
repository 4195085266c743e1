import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { events } from "#backend/modules/events/tables";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { accountDecisions } from "#backend/modules/verification/tables";
import { verificationChats } from "#backend/modules/verification-chats/tables";
import { franceDay } from "#contract/formats/france-time";
import { paymentsOf } from "#tests/support/payments";
import { addPerson, signIn } from "#tests/support/people";
import { restoreRecords } from "#tests/support/records";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let reader: Awaited<ReturnType<typeof signIn>>;
let other: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  site = await startSite();
  reader = await signIn(site.backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  other = await signIn(site.backend, { role: "ADMIN" });
});
afterAll(() => site.backend.close());

const today = () => franceDay(new Date());

async function read(path: string, cookie = reader.cookie) {
  const language = path.startsWith("/en/") ? "en" : "fr";
  return (await (await site.visit(path, { cookie, language })).text()).replaceAll(/[\u00a0\u202f]/g, " ").replaceAll("&#x27;", "'");
}

const viewOf = (id: string) => `/dashboard/admin/users/${id}/view`;
const timelineOf = (id: string) => `/dashboard/admin/users/${id}/timeline`;

/** Somebody with a place at an event, an hour of this year, and a chat. */
async function withRecords(person: Parameters<typeof addPerson>[1]) {
  const { db } = site.backend.services;
  const { id } = await addPerson(site.backend, person);
  const eventId = crypto.randomUUID();
  await restoreRecords(db, { id: eventId, participantId: id, personId: id, authorId: reader.id });
  await db
    .update(events)
    .set({ title: { fr: "Un soir aux Tilleuls" } })
    .where(eq(events.id, eventId));
  const validated = { status: "validated", validatorId: reader.id, validatedAt: new Date(), date: today(), minutes: 90 } as const;
  await db.update(volunteerHours).set(validated).where(eq(volunteerHours.id, eventId));
  const [chat] = await db.insert(verificationChats).values({ userId: id, status: "closed", lastMessageAt: new Date() }).returning();
  return { id, eventId, chatId: chat?.id };
}

test("a volunteer's page begins with four facts that lead to their lists, and the chat; the time line is a tab", async () => {
  const { id, eventId, chatId } = await withRecords({ role: "VOLUNTEER" });
  await site.backend.services.db.insert(driverProfiles).values({
    ...({ userId: id, vehicle: "car", status: "approved" } as const),
    ...{ licenceExpiry: "2041-03-04", insuranceExpiry: "2040-02-03", inspectionExpiry: "2042-05-06" },
  });
  const page = await read(viewOf(id));
  for (const link of [
    `/dashboard/admin/events/${eventId}`,
    `/dashboard/admin/volunteer-hours?userId=${id}`,
    `/dashboard/admin/verification-chats/${chatId}`,
    timelineOf(id),
  ])
    expect(page).toContain(`href="${link}"`);
  expect(page).toContain("/dashboard/admin/memberships?q=");
  for (const words of ["1 h 30", "assurance, 3 février 2040"]) expect(page).toContain(words);
  const english = await read(`/en${viewOf(id)}`);
  for (const words of ["Next shift", "Hours this year", "insurance, 3 February 2040"]) expect(english).toContain(words);
  const timeline = await read(timelineOf(id));
  for (const words of ["1 h 30", "Un soir aux Tilleuls"]) expect(timeline).toContain(words);
  const hours = await read(`/dashboard/admin/volunteer-hours?userId=${id}`);
  expect(hours).toContain("1 h 30");
});

test("a donor's page says what they gave this year, when last, and how many receipts they have", async () => {
  const donor = await addPerson(site.backend, { role: "DONATOR_INDIVIDUAL" });
  const { record } = paymentsOf(site.backend, () => reader.cookie);
  await record(12_345, { receivedOn: today(), donorId: donor.id, donorName: undefined });
  const page = await read(viewOf(donor.id));
  expect(page).toContain("123,45 €");
  expect(page).toContain(`/dashboard/admin/donations?q=${encodeURIComponent(donor.email)}`);
  expect(page).toContain(`/dashboard/admin/fiscal-receipts?q=${encodeURIComponent(donor.email)}`);
  expect(page).not.toContain("/dashboard/admin/volunteer-hours?userId=");
  expect(await read(`/dashboard/admin/donations?q=${encodeURIComponent(donor.email)}`)).toContain("123,45 €");
});

test("a volunteer's page says what they gave too, and leads to their claims of expenses; without any it has neither", async () => {
  const { db } = site.backend.services;
  const [giver, other] = [await addPerson(site.backend, { role: "VOLUNTEER" }), await addPerson(site.backend, { role: "VOLUNTEER" })];
  await paymentsOf(site.backend, () => reader.cookie).record(4_321, { receivedOn: today(), donorId: giver.id, donorName: undefined });
  const claim = { kind: "journey", reason: "Une tournée", vehicle: "car_3", kilometres: 10, milliEuros: 600, amountCents: 600 } as const;
  const waived = { waiver: "Je renonce.", waivedAt: new Date() };
  await db.insert(expenseClaims).values({ ...claim, ...waived, userId: giver.id, spentOn: today() });
  const links = ({ email }: { email: string }) =>
    ["donations", "expense-claims"].map((list) => `href="/dashboard/admin/${list}?q=${encodeURIComponent(email)}"`);
  const page = await read(viewOf(giver.id));
  expect([page.includes("43,21 €"), ...links(giver).map((link) => page.includes(link))]).toEqual([true, true, true]);
  const empty = await read(viewOf(other.id));
  expect(links(other).map((link) => empty.includes(link))).toEqual([false, false]);
});

test("where a student was helped is read with the right to restricted data alone, and the reading is recorded", async () => {
  const { id, eventId } = await withRecords({ role: "BENEFICIARY" });
  const { db } = site.backend.services;
  const decision = { verdict: "ask", reason: "Il manque un certificat.", decidedBy: reader.id, decidedAt: new Date() } as const;
  await db.insert(accountDecisions).values({ userId: id, ...decision });
  const recordedReads = () => db.$count(auditLog, and(eq(auditLog.entityId, id), eq(auditLog.action, "user.read_restricted")));
  const withheld = await read(timelineOf(id), other.cookie);
  for (const words of ["Il manque un certificat.", "Un soir aux Tilleuls"]) expect(withheld).not.toContain(words);
  expect(withheld).toContain("Une partie de ce parcours est réservée");
  expect(withheld).toContain("1 h 30");
  expect(await read(viewOf(id), other.cookie)).not.toContain(`/dashboard/admin/events/${eventId}`);
  expect(await recordedReads()).toBe(0);
  const whole = await read(timelineOf(id));
  for (const words of ["Il manque un certificat.", "Un soir aux Tilleuls"]) expect(whole).toContain(words);
  expect(await recordedReads()).toBeGreaterThan(0);
  const sentence = "Chaque lecture de cette fiche est notée dans le journal.";
  expect([(await read(viewOf(id))).includes(sentence), (await read(viewOf(id), other.cookie)).includes(sentence)]).toEqual([true, false]);
  expect(await read(viewOf(id))).toContain(`/dashboard/admin/events/${eventId}`);
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  expect((await site.backend.request(`/api/admin/people/${id}/timeline`, { cookie: volunteer.cookie })).status).toBe(403);
});
