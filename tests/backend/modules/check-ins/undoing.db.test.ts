import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { checkIns } from "#backend/modules/check-ins/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { notices } from "#backend/modules/notices/tables";
import { addAbsence, setAbsenceRule } from "#tests/support/absences";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addRegistration, addRunningEvent, answerAt } from "#tests/support/door";
import { addPerson, signIn } from "#tests/support/people";

const time = testClock();
let backend: TestBackend;
let admin = "";
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const hourAgo = () => new Date(time.clock().getTime() - 3_600_000);
const rowOf = async (id: string) => (await backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.id, id)))[0];

/** Somebody with a registration for an event that runs, and how it is scanned and the scan taken back. */
async function atTheDoor(state: Partial<typeof eventRegistrations.$inferInsert> = {}) {
  const { db } = backend.services;
  const event = await addRunningEvent(backend);
  const person = await addPerson(backend, { role: "VOLUNTEER" });
  const id = await addRegistration(backend, event, { userId: person.id });
  await db.update(eventRegistrations).set(state).where(eq(eventRegistrations.id, id));
  const code = (await issueCodes(backend.services, "ticket", [id])).get(id)?.code ?? "";
  const scan = () => answerAt(backend, admin, event.eventId, { code });
  const undo = async () => {
    const [entry] = await db.select().from(checkIns).where(eq(checkIns.registrationId, id));
    const json = { checkInId: entry?.id };
    return (await backend.request(`/api/doors/${event.eventId}/undo`, { method: "POST", cookie: admin, json })).status;
  };
  return { person, id, scan, undo };
}

test.each(["an excused absence", "a person who cannot come", "a person who looks for a replacement"] as const)(
  "%s is one again once the scan is taken back",
  async (which) => {
    const states = {
      "an excused absence": { status: "no_show", excusedAt: hourAgo() },
      "a person who cannot come": { status: "confirmed", awayAt: hourAgo() },
      "a person who looks for a replacement": { status: "confirmed", replacementSince: hourAgo() },
    } as const;
    const { id, scan, undo } = await atTheDoor(states[which]);
    expect(await scan()).toBe("ok");
    expect(await rowOf(id)).toMatchObject({ status: "attended", excusedAt: null, awayAt: null, replacementSince: null });
    expect(await undo()).toBe(200);
    expect(await rowOf(id)).toMatchObject(states[which]);
  },
);

test("a pause that an absence made goes with the scan, and comes back when that is taken back", async () => {
  await setAbsenceRule(backend, admin);
  const { person, scan, undo } = await atTheDoor({ status: "no_show" });
  for (const days of [10, 20]) await addAbsence(backend, admin, { userId: person.id, days });
  const paused = () => backend.services.db.$count(notices, and(eq(notices.userId, person.id), eq(notices.topic, "registration_paused")));
  expect(await scan()).toBe("ok");
  expect(await paused()).toBe(0);
  expect(await undo()).toBe(200);
  expect(await paused()).toBe(1);
});
