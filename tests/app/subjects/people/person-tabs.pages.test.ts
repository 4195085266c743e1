import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { events } from "#backend/modules/events/tables";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { shownRecords } from "#contract/charity/person-records";
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

const pageOf = (id: string, tab: string) => `/dashboard/admin/users/${id}/${tab}`;

async function read(path: string, cookie = reader.cookie) {
  const language = path.startsWith("/en/") ? "en" : "fr";
  return (await (await site.visit(path, { cookie, language })).text()).replaceAll(/[\u00a0\u202f]/g, " ").replaceAll("&#x27;", "'");
}

/** The labels of these tabs, those that the page has. */
function tabsIn(page: string, id: string): string[] {
  const labels = ["events", "hours", "gifts"].map((tab) => new RegExp(`href="${pageOf(id, tab)}"[^>]*>([^<]*)<`).exec(page)?.[1]);
  return labels.filter((label) => label !== undefined);
}

/** Somebody registered for an event, with an hour. */
async function withRecords(person: Parameters<typeof addPerson>[1]) {
  const { id, email } = await addPerson(site.backend, person);
  return { id, email, eventId: await addRegistration(id) };
}

async function addRegistration(participantId: string) {
  const eventId = crypto.randomUUID();
  await restoreRecords(site.backend.services.db, { id: eventId, participantId, personId: participantId, authorId: reader.id });
  await site.backend.services.db
    .update(events)
    .set({ title: { fr: `Un soir ${eventId}` } })
    .where(eq(events.id, eventId));
  return eventId;
}

const records = () => paymentsOf(site.backend, () => reader.cookie);

test("the tabs of a person count their registrations, hours and gifts, and lead to the records and the whole lists", async () => {
  const { id, email, eventId } = await withRecords({ role: "VOLUNTEER" });
  expect(tabsIn(await read(pageOf(id, "view")), id)).toEqual(["Évènements (1)", "Heures (1)"]);
  const ofDonor = { receivedOn: franceDay(new Date()), donorId: id, donorName: undefined };
  const [gift = ""] = await records().record(4_321, ofDonor);
  await records().record(1_000, { receivedOn: ofDonor.receivedOn });
  const page = await read(pageOf(id, "events"));
  expect(tabsIn(page, id)).toEqual(["Évènements (1)", "Heures (1)", "Dons (1)"]);
  expect(page).toContain(`href="/dashboard/admin/events/${eventId}/participants?q=${encodeURIComponent(email)}"`);
  for (const words of [`Un soir ${eventId}`, "Place réservée"]) expect(page).toContain(words);
  const hours = await read(pageOf(id, "hours"));
  for (const link of [`/dashboard/admin/volunteer-hours/${eventId}`, `/dashboard/admin/volunteer-hours?userId=${id}`])
    expect(hours).toContain(`href="${link}`);
  expect(hours).toContain("1 saisie dans la liste");
  const gifts = await read(pageOf(id, "gifts"));
  for (const link of [`/dashboard/admin/donations/${gift}`, `/dashboard/admin/donations?donorId=${id}`])
    expect(gifts).toContain(`href="${link}`);
  expect(gifts).toContain("En tout : 43,21 €");
  const list = await read(`/dashboard/admin/donations?donorId=${id}&kind=gifts`);
  expect([list.includes("43,21 €"), list.includes("10,00 €")]).toEqual([true, false]);
  expect(await read(`/en${pageOf(id, "gifts")}`)).toContain("In all: €43.21");
});

test("a donor's page has a tab of gifts alone, also before the first one", async () => {
  const { id } = await addPerson(site.backend, { role: "DONATOR_INDIVIDUAL" });
  expect(tabsIn(await read(pageOf(id, "view")), id)).toEqual(["Dons"]);
  expect(await read(pageOf(id, "gifts"))).toContain("Aucun don en argent reçu.");
});

test("who gave in kind alone has the tab of gifts, which counts these and leads to their list", async () => {
  const { id, email } = await addPerson(site.backend, { role: "VOLUNTEER" });
  const gift = { receivedOn: "2026-05-01", category: "food", description: "Un panier de légumes", name: "Lou Roy", locale: "fr" } as const;
  await site.backend.services.db.insert(giftsInKind).values({ ...gift, email });
  expect(tabsIn(await read(pageOf(id, "view")), id)).toContain("Dons");
  const list = `/dashboard/admin/donations/in-kind?q=${encodeURIComponent(email)}`;
  const page = await read(pageOf(id, "gifts"));
  for (const part of ["Aucun don en argent reçu.", `href="${list}"`, "1 don en nature avec cette adresse e-mail"])
    expect(page).toContain(part);
  expect(await read(`/en${pageOf(id, "gifts")}`)).toContain("1 gift in kind from this email address");
  expect(await read(list)).toContain("Un panier de légumes");
});

test("the list of the payments of a person is filtered by the name of the account, whoever the first of them names", async () => {
  const { id } = await addPerson(site.backend, { role: "DONATOR_INDIVIDUAL", firstName: "Lou", lastName: "Roy" });
  await records().record(2_000, { receivedOn: franceDay(new Date()), donorId: id, donorName: "Tronc du marché" });
  const list = await read(`/dashboard/admin/donations?donorId=${id}`);
  expect(list).toContain("Tronc du marché");
  expect(new RegExp(`<option value="${id}"[^>]*>([^<]*)<`).exec(list)?.[1]).toBe("Lou Roy");
});

test("registrations that one page does not hold are on the next one", async () => {
  const { id } = await addPerson(site.backend, { role: "VOLUNTEER" });
  const added: string[] = [];
  for (let at = 0; at <= shownRecords; at += 1) {
    const eventId = await addRegistration(id);
    // A day has no more than sixteen hours.
    await site.backend.services.db
      .update(volunteerHours)
      .set({ date: `2025-10-${10 + at}` })
      .where(eq(volunteerHours.id, eventId));
    added.push(eventId);
  }
  const first = await read(pageOf(id, "events"));
  const older = /href="([^"]*\/events\?before=[^"]*)"/.exec(first)?.[1] ?? "";
  const second = await read(older);
  const shownOn = (page: string) => added.filter((eventId) => page.includes(`Un soir ${eventId}`));
  expect([shownOn(first).length, shownOn(second).length]).toEqual([shownRecords, 1]);
  expect([...shownOn(first), ...shownOn(second)].toSorted()).toEqual(added.toSorted());
});

test("the events of a student are read and counted with the right to restricted data alone, and the reading is recorded", async () => {
  const { id, eventId } = await withRecords({ role: "BENEFICIARY" });
  const reads = () =>
    site.backend.services.db.$count(auditLog, and(eq(auditLog.entityId, id), eq(auditLog.action, "user.read_restricted")));
  const withheld = await read(pageOf(id, "events"), other.cookie);
  expect(withheld).toContain("Les évènements auxquels cette personne a pris part sont réservés.");
  expect(withheld).not.toContain(eventId);
  expect([tabsIn(withheld, id)[0], await reads()]).toEqual(["Évènements", 0]);
  const whole = await read(pageOf(id, "events"));
  expect([whole.includes(`Un soir ${eventId}`), tabsIn(whole, id)[0]]).toEqual([true, "Évènements (1)"]);
  expect(await reads()).toBeGreaterThan(0);
});

test("coordinators read the hours of the sectors in which they validate them, and neither events nor gifts", async () => {
  const { db } = site.backend.services;
  const added = await db
    .insert(sectors)
    .values(["lyon", "lille"].map((slug) => ({ name: slug, slug })))
    .returning();
  const [lyon = "", lille = ""] = added.map(({ id }) => id);
  const { id, eventId } = await withRecords({ role: "VOLUNTEER", sectorId: lyon });
  const elsewhere = await addRegistration(id);
  await db.update(volunteerHours).set({ sectorId: lyon }).where(eq(volunteerHours.id, eventId));
  await db.update(volunteerHours).set({ sectorId: lille }).where(eq(volunteerHours.id, elsewhere));
  await records().record(4_321, { receivedOn: franceDay(new Date()), donorId: id, donorName: undefined });
  const coordinator = (...held: ("ACCOUNTS_MANAGE" | "HOURS_VALIDATE")[]) =>
    signIn(site.backend, { role: "VOLUNTEER", sectorId: lyon, inSectors: held.map((permission) => ({ permission, sectorId: lyon })) });
  const [both, one] = [await coordinator("ACCOUNTS_MANAGE", "HOURS_VALIDATE"), await coordinator("ACCOUNTS_MANAGE")];
  const page = await read(pageOf(id, "hours"), both.cookie);
  expect(tabsIn(page, id)).toEqual(["Heures (1)"]);
  expect([page.includes(eventId), page.includes(elsewhere)]).toEqual([true, false]);
  expect(tabsIn(await read(pageOf(id, "view"), one.cookie), id)).toEqual([]);
  const statusOf = async (path: string, { cookie }: { cookie: string }) => (await site.backend.request(path, { cookie })).status;
  const counts = `/api/admin/people/${id}/records`;
  expect([await statusOf(counts, both), await statusOf(counts, one)]).toEqual([200, 403]);
  expect(await statusOf(`/api/admin/people/${id}/events`, both)).toBe(403);
  const [events, gifts, hours] = [pageOf(id, "events"), pageOf(id, "gifts"), pageOf(id, "hours")];
  for (const [path, by] of [
    [events, both],
    [gifts, both],
    [hours, one],
  ] as const)
    expect((await site.visit(path, { cookie: by.cookie })).status).toBe(302);
  const { id: stranger } = await addPerson(site.backend, { role: "VOLUNTEER", sectorId: lille });
  expect(await statusOf(`/api/admin/people/${stranger}/records`, both)).toBe(404);
});
