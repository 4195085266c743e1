import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventGuestLinks } from "#backend/modules/event-guests/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { hashOf } from "#backend/secrets";
import { addEvent } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

const event = { startsAt: "2031-01-15T18:30", endsAt: "2031-01-15T21:00" };
async function htmlOf(path: string, as: { cookie?: string } = { cookie }) {
  const answer = await site.visit(path, as);
  const [html = ""] = (await answer.text()).split("<script");
  return { status: answer.status, html: html.replaceAll(/[\u00a0\u202f]/g, " "), to: answer.headers.get("location") };
}
async function seat(eventId: string, quotaId: string | undefined, names: string[], status: "confirmed" | "pending") {
  const values = names.map((guestName) => ({ eventId, quotaId: quotaId ?? "", guestName, status }));
  await site.backend.services.db.insert(eventRegistrations).values(values);
}
const statusesOf = async (id: string) => {
  const rows = await site.backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id));
  return rows.map(({ name, status }) => `${name}: ${status}`).sort();
};

test("an act on all participants that match shows how many it changes and who is left out and why, and waits for a press", async () => {
  const { id, quotas } = await addEvent(site.backend, cookie, { event, manual: true, quotas: [{ capacity: 1 }] });
  await seat(id, quotas[0], ["Ana", "Bo"], "pending");
  const path = `/dashboard/admin/events/${id}/participants`;
  const { html: list } = await htmlOf(`${path}?status=pending&choose=all`);
  expect(list).toMatch(/2 inscriptions choisies/);
  const bulk = `${path}/bulk?action=confirm&all=1&query.status=pending`;
  const { html } = await htmlOf(bulk);
  expect(html).toContain("Confirmer 1 inscription ?");
  expect(html).toMatch(/Bo<\/strong><span[^>]*>il n’y a pas de place/);
  expect(await statusesOf(id)).toEqual(["Ana: pending", "Bo: pending"]);
  const done = await site.visit(bulk, { cookie, form: {} });
  expect([done.status, done.headers.get("location")]).toEqual([303, `${path}?status=pending`]);
  expect(await statusesOf(id)).toEqual(["Ana: confirmed", "Bo: pending"]);
  // Attendance is noted from the beginning on: the list says so.
  expect(await htmlOf(`${path}/bulk?action=attended&all=1`)).toMatchObject({ status: 303, to: path });
  expect(await htmlOf(`${path}/bulk?action=cancel`)).toMatchObject({ status: 303, to: path });
});

test("the chosen participants are moved once their new places are chosen and shown", async () => {
  const { id, quotas } = await addEvent(site.backend, cookie, { event, quotas: [{ capacity: 3 }, { capacity: 1, label: { fr: "Tri" } }] });
  await seat(id, quotas[0], ["Chi", "Dan"], "confirmed");
  const path = `/dashboard/admin/events/${id}/participants`;
  const { html: question } = await htmlOf(`${path}/bulk?action=move&all=1`);
  expect(question).toContain("Où déplacer les inscriptions choisies ?");
  expect(question).toMatch(/name="all" value="1"/);
  const target = `${path}/bulk?action=move&all=1&quotaId=${quotas[1]}`;
  const { html } = await htmlOf(target);
  expect(html).toContain("Déplacer 1 inscription vers « Tri » ?");
  expect(html).toMatch(/Dan<\/strong>/);
  expect((await site.visit(target, { cookie, form: {} })).headers.get("location")).toBe(path);
  const rows = await site.backend.services.db
    .select()
    .from(eventRegistrations)
    .where(eq(eventRegistrations.quotaId, quotas[1] ?? ""));
  expect(rows.map(({ name }) => name)).toEqual(["Chi"]);
});

test("the link of an offer shows two buttons to who is not logged in, and answers by a press alone", async () => {
  const { db, clock } = site.backend.services;
  const { id, quotas } = await addEvent(site.backend, cookie, { event });
  const { id: userId } = await addPerson(site.backend, { role: "VOLUNTEER" });
  const offerExpiresAt = new Date(clock().getTime() + 3_600_000);
  const [row] = await db
    .insert(eventRegistrations)
    .values({ eventId: id, quotaId: quotas[0] ?? "", userId, status: "offered", offeredAt: clock(), offerExpiresAt })
    .returning();
  const token = "t".repeat(43);
  await db
    .insert(eventGuestLinks)
    .values({ tokenHash: hashOf(token), registrationId: row?.id ?? "", createdAt: clock(), expiresAt: offerExpiresAt });
  const page = `/events/registration?token=${token}`;
  const { status, html } = await htmlOf(page, {});
  expect([status, html.includes('value="accept"'), html.includes('value="decline"')]).toEqual([200, true, true]);
  expect(html).toContain("Une place pour vous");
  expect(await statusesOf(id)).toEqual([expect.stringContaining("offered")]);
  const accepted = await site.visit(page, { form: { intent: "accept" } });
  expect([accepted.status, accepted.headers.get("location")]).toEqual([303, page]);
  expect(await statusesOf(id)).toEqual([expect.stringContaining("confirmed")]);
  const { html: after } = await htmlOf(page, {});
  expect([after.includes("Place réservée"), after.includes('value="accept"')]).toEqual([true, false]);
});
