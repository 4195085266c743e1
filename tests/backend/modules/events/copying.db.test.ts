import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { franceDay, franceWallTime } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie: string;
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

async function copy(id: string, day: string, as = cookie) {
  const answer = await backend.request(`/api/admin/events/${id}/copy`, { method: "POST", cookie: as, json: { day } });
  return { code: answer.status, id: ((await answer.json()) as { id: string }).id };
}

/** The Sunday on which clocks go forward, in a year that is not over. */
function changeOfClocks(): string {
  const year = Number(franceDay(new Date()).slice(0, 4)) + 1;
  const last = new Date(Date.UTC(year, 2, 31));
  return addDays(`${year}-03-31`, -last.getUTCDay());
}

test("a copy is a draft with the texts and places at the same hours of clocks, and without people", async () => {
  const event = await addEvent(backend, cookie, {
    ...{ opensAt: "2031-01-01T08:00", closesAt: "2031-01-14T20:00", minAge: 16, totalCapacity: 5 },
    event: { title: { fr: "Tri du soir", en: "Evening sort" }, startsAt: "2031-01-15T18:30", endsAt: "2031-01-15T21:00" },
    quotas: [
      { capacity: 4, label: { fr: "Accueil" } },
      { capacity: 3, roles: ["VOLUNTEER"], startsAt: "2031-01-15T19:00", endsAt: "2031-01-15T20:00" },
    ],
  });
  const { db } = backend.services;
  await db
    .insert(eventRegistrations)
    .values({ eventId: event.id, quotaId: event.quotas[0] ?? "", guestName: "Ana Silva", status: "confirmed" });
  // In summer, where the event is in winter.
  const day = `${changeOfClocks().slice(0, 4)}-07-09`;
  const { code, id } = await copy(event.id, day);
  expect(code).toBe(200);
  const [row] = await db.select().from(events).where(eq(events.id, id));
  expect(row).toMatchObject({
    status: "draft",
    publishedAt: null,
    title: { fr: "Tri du soir", en: "Evening sort" },
    cancelledAt: null,
    version: 1,
  });
  expect([row?.startsAt, row?.endsAt].map((at) => at && franceWallTime(at))).toEqual([`${day}T18:30`, `${day}T21:00`]);
  const [rules] = await db.select().from(registrationRules).where(eq(registrationRules.eventId, id));
  expect(rules).toMatchObject({ taken: 0, minAge: 16, totalCapacity: 5, version: 1 });
  expect(rules?.closesAt && franceWallTime(rules.closesAt)).toBe(`${addDays(day, -1)}T20:00`);
  const quotas = await db.select().from(eventQuotas).where(eq(eventQuotas.eventId, id)).orderBy(asc(eventQuotas.position));
  expect(quotas).toMatchObject([
    { capacity: 4, taken: 0, label: { fr: "Accueil" }, startsAt: null },
    { capacity: 3, roles: ["VOLUNTEER"] },
  ]);
  expect(quotas[1]?.startsAt && franceWallTime(quotas[1].startsAt)).toBe(`${day}T19:00`);
  expect(await db.$count(eventRegistrations, eq(eventRegistrations.eventId, id))).toBe(0);
  expect(await db.select().from(auditLog).where(eq(auditLog.entityId, id))).toMatchObject([{ action: "event.create" }]);
});

test("an event is copied to no day that is over or far away, and to none whose hours clocks skip", async () => {
  const { id } = await addEvent(backend, cookie, { event: { startsAt: "2031-01-15T02:30", endsAt: "2031-01-15T03:00" } });
  const today = franceDay(new Date());
  expect((await copy(id, addDays(today, -1))).code).toBe(422);
  expect((await copy(id, addDays(today, 5 * 365))).code).toBe(422);
  expect((await copy(id, changeOfClocks())).code).toBe(422);
  expect((await copy(id, today)).code).toBe(200);
  expect((await copy(crypto.randomUUID(), today)).code).toBe(404);
  expect((await copy(id, today, (await signIn(backend, { role: "VOLUNTEER" })).cookie)).code).toBe(403);
});
