import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { publishContent } from "#tests/support/content";
import { addEvent } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

const htmlOf = async (path: string) => {
  const answer = await site.visit(path, { cookie });
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll("\u00a0", " ");
};
const post = (path: string, form: Record<string, string>) => site.visit(path, { method: "POST", cookie, form });
const minute = 60_000;

test.each([
  { prefix: "", live: "C’est en cours", missing: "1 inscription sans arrivée", call: "Appeler Zoé Abadie", close: "Il reste à clore" },
  { prefix: "/en", live: "Happening now", missing: "1 registration not arrived", call: "Call Zoé Abadie", close: "Left to close" },
])("the page of an event names who is missing, and then what is left to close, under $prefix/", async ({ prefix, ...texts }) => {
  const { id, quotas } = await addEvent(site.backend, cookie, { quotas: [{ capacity: 3 }] });
  const { db } = site.backend.services;
  const person = await addPerson(site.backend, { role: "VOLUNTEER", firstName: "Zoé", lastName: "Abadie", phone: "+33612345678" });
  await db.insert(eventRegistrations).values({ eventId: id, quotaId: quotas[0] ?? "", userId: person.id, status: "confirmed" });
  const setTimes = (from: number, to: number) =>
    db
      .update(events)
      .set({ startsAt: new Date(Date.now() + from * minute), endsAt: new Date(Date.now() + to * minute) })
      .where(eq(events.id, id));
  const page = `${prefix}/dashboard/admin/events/${id}`;
  await setTimes(-10, 60);
  const live = await htmlOf(page);
  const list = `${page}/participants?status=confirmed&amp;begun=yes`;
  for (const text of [texts.live, texts.missing, texts.call, 'href="tel:+33612345678"', `events/scan?event=${id}`, list])
    expect(live).toContain(text);
  await setTimes(-120, -60);
  const over = await htmlOf(page);
  expect(over).toContain(texts.close);
  expect(over).toContain(`${page}/participants?status=confirmed`);
});

test("without script, somebody is put in charge of an event by their address, and who has none of an account is refused there", async () => {
  const { id } = await addEvent(site.backend, cookie, { quotas: [{ capacity: 3 }] });
  const person = await addPerson(site.backend, { role: "VOLUNTEER", firstName: "Zoé", lastName: "Abadie", phone: "+33612345678" });
  const page = `/dashboard/admin/events/${id}`;
  expect(await htmlOf(page)).toContain("Personne n’est désigné");
  const refused = await post(page, { intent: "contact", contactEmail: "personne@maillon.example" });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Aucun compte ouvert de bénévole");
  expect((await post(page, { intent: "contact", contactEmail: person.email })).status).toBe(303);
  const html = await htmlOf(page);
  for (const text of ["Responsable du jour", "Appeler Zoé Abadie", 'href="tel:+33612345678"']) expect(html).toContain(text);
});

test("without script, an event that is over is closed with what is left to do, and reopened with a reason by who may", async () => {
  const { id, quotas } = await addEvent(site.backend, cookie, { quotas: [{ capacity: 3 }] });
  const { db } = site.backend.services;
  await db.insert(eventRegistrations).values({ eventId: id, quotaId: quotas[0] ?? "", guestName: "Ana Silva", status: "confirmed" });
  await db
    .update(events)
    .set({ startsAt: new Date(Date.now() - 120 * minute), endsAt: new Date(Date.now() - 60 * minute) })
    .where(eq(events.id, id));
  const page = `/dashboard/admin/events/${id}`;
  const before = await htmlOf(page);
  for (const text of ["Il reste pourtant", "1 présence à noter", "Clore quand même"]) expect(before).toContain(text);
  expect((await post(page, { intent: "close", left: "0" })).status).toBe(303);
  expect(await htmlOf(page)).toContain("Clore quand même");
  expect((await post(page, { intent: "close", left: "1" })).status).toBe(303);
  const again = await post(page, { intent: "close", left: "1" });
  const toast = again.headers.getSetCookie().find((line) => line.startsWith("toast=")) ?? "";
  const value = Buffer.from(toast.slice("toast=".length, toast.indexOf(";")), "base64url").toString("utf8");
  expect(value).toContain("L’état de cette fiche a changé");
  const closed = await htmlOf(page);
  expect([closed.includes("Évènement clos"), closed.includes("Rouvrir l’évènement")]).toEqual([true, false]);
  const { cookie: holder } = await signIn(site.backend, { role: "ADMIN", permissions: ["EVENTS_REOPEN"] });
  expect(await (await site.visit(page, { cookie: holder })).text()).toContain("Rouvrir l’évènement");
  const reopen = (reason: string) => site.visit(page, { method: "POST", cookie: holder, form: { intent: "reopen", reason } });
  expect((await reopen("")).status).toBe(400);
  expect((await reopen("Une présence oubliée")).status).toBe(303);
  expect(await htmlOf(page)).toContain("Clore quand même");
});

test("the list of participants is narrowed by form, keeps its state by that, and shows the columns that somebody chose", async () => {
  const { id, quotas } = await addEvent(site.backend, cookie, { quotas: [{ capacity: 3 }, { capacity: 2, label: { fr: "Tri" } }] });
  const row = { eventId: id, quotaId: quotas[0] ?? "", status: "confirmed" as const };
  await site.backend.services.db.insert(eventRegistrations).values([
    { ...row, guestName: "Ana Silva", awayAt: new Date() },
    { ...row, guestName: "Bao Tran" },
  ]);
  const page = `/dashboard/admin/events/${id}/participants`;
  const narrowed = await htmlOf(`${page}?status=confirmed&mark=away&begun=no`);
  expect([narrowed.includes("Ana Silva"), narrowed.includes("Bao Tran")]).toEqual([true, false]);
  expect(narrowed).toContain('<input type="hidden" name="status" value="confirmed"/>');
  expect(narrowed).toMatch(/<option value="away" selected="">Ne peut pas venir/);
  const headers = (html: string) =>
    [...html.matchAll(/<th[^>]*scope="col"[^>]*>(.*?)<\/th>/gs)].map(([, text]) => text?.replace(/<[^>]+>/g, ""));
  const chosen = headers(await htmlOf(`${page}?columns=name&columns=partySize`)).join();
  expect([chosen.includes("Nombre"), chosen.includes("État"), chosen.includes("Note de l’équipe")]).toEqual([true, false, true]);
});

test("without script, volunteers who have time are notified from the page of the event, once", async () => {
  const { id: sectorId } = await publishContent(site.backend, "sectors", cookie);
  const times = { startsAt: "2099-06-10T10:00", endsAt: "2099-06-10T12:00" };
  const { id } = await addEvent(site.backend, cookie, { event: { ...times, sectorId } });
  const { db } = site.backend.services;
  const { id: userId } = await addPerson(site.backend, { role: "VOLUNTEER", sectorId, firstName: "Inès", lastName: "Roy" });
  await db.insert(volunteerProfiles).values({ userId, activities: [], moments: ["weekdayMorning"] });
  const page = `/dashboard/admin/events/${id}`;
  const html = await htmlOf(page);
  expect([html.includes("Prévenir 1 personne"), html.includes("Inès Roy")]).toEqual([true, true]);
  const sent = await post(page, { intent: "helpers", people: "1" });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, page]);
  expect((await post(page, { intent: "helpers", people: "1" })).status).toBe(303);
  expect((await post(page, { intent: "helpers", people: "x" })).status).toBe(303);
  const mails = await db
    .select()
    .from(outgoingMails)
    .where(and(eq(outgoingMails.aboutId, id), eq(outgoingMails.topic, "event_help")));
  expect(mails.map((mail) => mail.userId)).toEqual([userId]);
  expect(mails[0]?.html).toContain(`/dashboard/events/${id}`);
  expect(await htmlOf(page)).toContain("1 personne est déjà prévenue");
});

test("whoever manages the team notifies volunteers without script, from their own page of the event", async () => {
  const { id: sectorId } = await publishContent(site.backend, "sectors", cookie);
  const times = { startsAt: "2099-06-10T10:00", endsAt: "2099-06-10T12:00" };
  const { id } = await addEvent(site.backend, cookie, { event: { ...times, sectorId } });
  const { db } = site.backend.services;
  const { id: userId } = await addPerson(site.backend, { role: "VOLUNTEER", sectorId, firstName: "Inès", lastName: "Roy" });
  await db.insert(volunteerProfiles).values({ userId, activities: [], moments: ["weekdayMorning"] });
  const [manager, other] = [await signIn(site.backend, { role: "VOLUNTEER" }), await signIn(site.backend, { role: "VOLUNTEER" })];
  await db.insert(sectorManagers).values({ sectorId, userId: manager.id });
  const page = `/dashboard/events/${id}`;
  const read = async (as: string) => (await (await site.visit(page, { cookie: as })).text()).replaceAll("\u00a0", " ");
  expect([(await read(manager.cookie)).includes("Prévenir 1 personne"), (await read(other.cookie)).includes("Prévenir 1")]).toEqual([
    true,
    false,
  ]);
  const send = (as: string) => site.visit(page, { method: "POST", cookie: as, form: { intent: "helpers", people: "1" } });
  expect((await send(other.cookie)).status).toBe(404);
  const sent = await send(manager.cookie);
  expect([sent.status, sent.headers.get("location")]).toEqual([303, page]);
  expect(await read(manager.cookie)).toContain("1 personne est déjà prévenue");
});

test("without script, one person is moved from their row, and several with what is ticked", async () => {
  const { id, quotas } = await addEvent(site.backend, cookie, {
    quotas: [{ capacity: 5 }, { capacity: 2, label: { fr: "Tri du matin" } }],
  });
  const { db } = site.backend.services;
  const [from = "", to = ""] = quotas;
  const rows = await db
    .insert(eventRegistrations)
    .values(
      ["Ana Silva", "Bao Tran", "Cleo Petit"].map((guestName) => ({ eventId: id, quotaId: from, guestName, status: "confirmed" as const })),
    )
    .returning();
  const [one = "", two = "", three = ""] = rows.map((row) => row.id);
  const page = `/dashboard/admin/events/${id}/participants`;
  const there = async () =>
    (await db.select().from(eventRegistrations).where(eq(eventRegistrations.quotaId, to))).map((row) => row.id).sort();
  expect(await htmlOf(`${page}?move=${one}`)).toContain("Déplacer Ana Silva");
  const moved = await post(`${page}?move=${one}`, { intent: "move", ids: one, quotaId: to });
  expect([moved.status, moved.headers.get("location")]).toEqual([303, page]);
  expect(await there()).toEqual([one]);
  const several = await site.visit(page, {
    ...{ method: "POST", cookie, headers: { origin: site.backend.services.settings.publicUrl } },
    body: new URLSearchParams(`intent=move&ids=${two}&ids=${three}&quotaId=${to}`),
  });
  expect(several.status).toBe(303);
  expect(await there()).toHaveLength(2);
  expect((await post(page, { intent: "move", ids: three, quotaId: "none" })).status).toBe(303);
  expect((await post(page, { intent: "move", quotaId: to })).status).toBe(303);
});

test("without script, an event is copied from its page to another day, and a day that is over is refused there", async () => {
  const { id } = await addEvent(site.backend, cookie, { event: { title: { fr: "Tri du soir" } } });
  const page = `/dashboard/admin/events/${id}`;
  expect(await htmlOf(page)).toContain("Copier cet évènement à une autre date");
  const refused = await post(page, { intent: "copy", day: "2020-01-01" });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("à partir d’aujourd’hui");
  const day = new Date(Date.now() + 40 * 24 * 60 * minute).toISOString().slice(0, 10);
  const copied = await post(page, { intent: "copy", day });
  expect(copied.status).toBe(303);
  expect(copied.headers.get("location")).toMatch(/^\/dashboard\/admin\/events\/[0-9a-f-]{36}\/edit$/);
  expect(await htmlOf(copied.headers.get("location") ?? "")).toContain("Tri du soir");
});
