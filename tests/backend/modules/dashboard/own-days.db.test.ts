import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { documents } from "#backend/modules/documents/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { furtherSupport, furtherSupportCategories } from "#backend/modules/further-support/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { registrations } from "#backend/modules/registration/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import type { Dashboard } from "#contract/charity/dashboard";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { addDate, register } from "#tests/support/registered";

async function aBackend() {
  const backend = await backendForTest({ clock: testClock().clock });
  const rows = await backend.services.db
    .insert(sectors)
    .values([
      { slug: "lyon", name: "Lyon", phone: "04 78 00 00 00", email: "lyon@maillon.example" },
      { slug: "lille", name: "Lille" },
    ])
    .returning();
  return { backend, lyon: rows[0]?.id, lille: rows[1]?.id };
}

async function see(backend: TestBackend, cookie: string) {
  const answer = await backend.request("/api/dashboard", { cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Dashboard;
}

const at = (day: string) => new Date(`${day}T18:00:00Z`);
const titlesOf = ({ agenda }: Dashboard) => agenda.map(({ title, mine }) => [title.fr, mine]);

test("a date of another team is in the agenda of who registered for it, with the state, and leaves it with the registration", async () => {
  const { backend, lyon, lille } = await aBackend();
  const volunteer = await signIn(backend, { role: "VOLUNTEER", sectorId: lyon });
  await addDate(backend, { title: "À Lyon", startsAt: at("2026-11-22"), sectorId: lyon });
  const tonight = await addDate(backend, { title: "À Lille", startsAt: at("2026-11-21"), sectorId: lille });
  expect(titlesOf(await see(backend, volunteer.cookie))).toEqual([["À Lyon", null]]);
  await register(backend, tonight, volunteer.id);
  const { db } = backend.services;
  const other = await signIn(backend, { role: "BENEFICIARY", sectorId: lille });
  await register(backend, tonight, other.id, "waiting");
  expect(titlesOf(await see(backend, volunteer.cookie))).toEqual([
    ["À Lille", "confirmed"],
    ["À Lyon", null],
  ]);
  expect(titlesOf(await see(backend, other.cookie))).toEqual([["À Lille", "waiting"]]);
  await db.update(eventRegistrations).set({ status: "cancelled_by_user" }).where(eq(eventRegistrations.userId, volunteer.id));
  expect(titlesOf(await see(backend, volunteer.cookie))).toEqual([["À Lyon", null]]);
});

test("without a date in the coming week, the agenda has the one that comes next", async () => {
  const { backend, lyon } = await aBackend();
  await addDate(backend, { title: "En janvier", startsAt: at("2027-01-10"), sectorId: lyon });
  await addDate(backend, { title: "En février", startsAt: at("2027-02-10"), sectorId: lyon });
  for (const role of ["BENEFICIARY", "VOLUNTEER"] as const) {
    const { cookie } = await signIn(backend, { role, sectorId: lyon });
    expect(titlesOf(await see(backend, cookie))).toEqual([["En janvier", null]]);
  }
  const { cookie } = await signIn(backend, { role: "BENEFICIARY", sectorId: lyon });
  await addDate(backend, { title: "Demain", startsAt: at("2026-11-22"), sectorId: lyon });
  expect(titlesOf(await see(backend, cookie))).toEqual([["Demain", null]]);
});

test("a volunteer reads the next date of their own, the document of a driver that ends soon, and the event without hours", async () => {
  const { backend, lyon } = await aBackend();
  const { db } = backend.services;
  const { id, cookie } = await signIn(backend, { role: "VOLUNTEER", sectorId: lyon });
  const next = async () => (await see(backend, cookie)).next;
  expect(await next()).toEqual({ registration: null, ending: null, hours: null });

  const later = await addDate(backend, { title: "Plus tard", startsAt: at("2027-01-20"), sectorId: lyon });
  const soon = await addDate(backend, { title: "Bientôt", startsAt: at("2026-12-20"), sectorId: lyon });
  for (const event of [later, soon]) await register(backend, event, id);
  expect((await next())?.registration).toEqual({
    ...{ id: soon.id, title: { fr: "Bientôt" }, placeName: "Halles", online: false },
    ...{ startsAt: "2026-12-20T18:00:00.000Z", status: "confirmed" },
  });

  const expiry = { licenceExpiry: "2030-01-01", insuranceExpiry: "2027-01-20", inspectionExpiry: "2028-01-01" };
  await db.insert(driverProfiles).values({ userId: id, vehicle: "car", ...expiry });
  expect((await next())?.ending).toEqual({ document: "insurance", day: "2027-01-20" });
  await db.update(driverProfiles).set({ insuranceExpiry: "2027-01-21" });
  expect((await next())?.ending).toBeNull();
  await db.update(driverProfiles).set({ inspectionExpiry: "2026-11-01" });
  expect((await next())?.ending).toEqual({ document: "inspection", day: "2026-11-01" });

  const gone = await addDate(backend, { title: "La semaine dernière", startsAt: at("2026-11-14"), sectorId: lyon });
  const old = await addDate(backend, { title: "En septembre", startsAt: at("2026-09-14"), sectorId: lyon });
  const missed = await addDate(backend, { title: "Manqué", startsAt: at("2026-11-16"), sectorId: lyon });
  await register(backend, missed, id, "no_show");
  await register(backend, old, id, "attended");
  expect((await next())?.hours).toBeNull();
  await register(backend, gone, id, "attended");
  expect((await next())?.hours).toMatchObject({ title: { fr: "La semaine dernière" }, startsAt: "2026-11-14T18:00:00.000Z" });
  const entry = { userId: id, date: "2026-11-14", minutes: 60, activity: "distribution", level: "field", source: "event" } as const;
  await db.insert(volunteerHours).values({ ...entry, eventId: gone.id, status: "proposed" });
  expect((await next())?.hours).not.toBeNull();
  await db.update(volunteerHours).set({ status: "submitted" });
  expect((await next())?.hours).toBeNull();
});

test("a student reads how to reach the team, until when the file is valid, and what became of the latest document", async () => {
  const { backend, lyon } = await aBackend();
  const { db } = backend.services;
  const stateChangedAt = new Date("2026-10-01T10:00:00Z");
  const { id, cookie } = await signIn(backend, { role: "BENEFICIARY", sectorId: lyon, stateChangedAt });
  const seen = await see(backend, cookie);
  expect(seen.team).toEqual({ name: "Lyon", people: null, slogan: null, phone: "04 78 00 00 00", email: "lyon@maillon.example" });
  expect([seen.file, seen.next]).toEqual([{ validUntil: "2027-08-31", toConfirm: false, documents: [], near: [] }, null]);
  const bytes = { ownerId: id, visibility: "owner", mime: "application/pdf", bytes: 9, sha256: "00" } as const;
  const document = (storageKey: string, day: string) => ({ ...bytes, kind: "PROOF_STUDIES" as const, storageKey, createdAt: at(day) });
  await db.insert(documents).values([
    { ...document("one", "2026-10-01"), verification: "rejected", rejectReason: "Illisible" },
    { ...document("two", "2026-10-02"), verification: "pending" },
  ]);
  expect((await see(backend, cookie)).file?.documents).toEqual([
    { kind: "PROOF_STUDIES", state: "pending", at: "2026-10-02T18:00:00.000Z" },
    { kind: "PROOF_STUDIES", state: "rejected", at: "2026-10-01T18:00:00.000Z" },
  ]);
  await db.update(users).set({ stateChangedAt: new Date("2025-10-01T10:00:00Z") });
  expect((await see(backend, cookie)).file?.validUntil).toBeNull();
});

test("a student reads the two services that are nearest to their postcode, by the postcode itself and then by distance", async () => {
  const { backend } = await aBackend();
  const { db } = backend.services;
  const { id, cookie } = await signIn(backend, { role: "BENEFICIARY", latitude: 45.75, longitude: 4.85 });
  await db.insert(registrations).values({ userId: id, kind: "beneficiary", at: at("2026-10-01"), postcode: "69007" });
  const [category] = await db
    .insert(furtherSupportCategories)
    .values({ name: { fr: "Manger" }, status: "published" })
    .returning();
  const texts = { description: { fr: "Repas" }, hours: { fr: "" }, free: true, emergency: false, checkedOn: "2026-11-01", languages: [] };
  const service = (name: string, postcode: string | null, more: object = {}) => ({
    ...{ ...texts, name, postcode, categoryId: category?.id ?? "", reach: "local" as const, status: "published" as const },
    ...more,
  });
  await db
    .insert(furtherSupport)
    .values([
      service("Loin", "69400", { latitude: 45.99, longitude: 4.72 }),
      service("Près", "69003", { latitude: 45.76, longitude: 4.86 }),
      service("Ailleurs", "38000", { latitude: 45.75, longitude: 4.85 }),
      service("Partout", null, { reach: "national" }),
      service("Brouillon", "69007", { status: "draft" }),
    ]);
  const names = async () => (await see(backend, cookie)).file?.near.map(({ name }) => name);
  expect(await names()).toEqual(["Près", "Loin"]);
  await db.insert(furtherSupport).values(service("Même rue", "69007", { phone: "04 72 00 00 00" }));
  expect(await names()).toEqual(["Même rue", "Près"]);
});
