import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventDoorPeople } from "#backend/modules/check-ins/tables";
import type { DoorList } from "#contract/charity/door-list";
import { addRegistration, addRunningEvent } from "#tests/support/door";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

test("the browser at a door gets its list, which no cache stores, and is refused once the right is withdrawn", async () => {
  const event = await addRunningEvent(site.backend);
  await addRegistration(site.backend, event, { guestName: "Ana Costa" });
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  const admin = await signIn(site.backend, { role: "ADMIN" });
  const { db } = site.backend.services;
  await db.insert(eventDoorPeople).values({ eventId: event.eventId, userId: volunteer.id, addedBy: admin.id });
  const path = `/dashboard/events/${event.eventId}/door-list`;
  const answer = await site.visit(path, { cookie: volunteer.cookie });
  const { list } = (await answer.json()) as { list: DoorList };
  expect([answer.status, answer.headers.get("cache-control"), list.entries.map(({ name }) => name)]).toEqual([200, "no-store", ["Ana C."]]);
  expect((await site.visit(path, { cookie: admin.cookie })).status).toBe(200);
  await db.delete(eventDoorPeople).where(eq(eventDoorPeople.userId, volunteer.id));
  expect((await site.visit(path, { cookie: volunteer.cookie })).status).toBe(404);
  expect((await site.visit(path)).status).toBe(302);
});
