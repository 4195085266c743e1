import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { volunteerHours } from "#backend/modules/hours/tables";
import type { Door } from "#contract/charity/check-ins";
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

/** A time of 20 November 2026 in France, where it is an hour later than in UTC. */
const at = (clock: string) => new Date(`2026-11-20T${clock}:00+01:00`);

/** A volunteer at an event from 9:00 to 19:00, with a place from 17:00 to 19:00 unless `slot` says otherwise. */
async function aVolunteer(slot: { startsAt?: Date; endsAt?: Date } = { startsAt: at("17:00"), endsAt: at("19:00") }) {
  time.set(at("16:50").toISOString());
  const event = await addRunningEvent(backend, { startsAt: at("09:00"), endsAt: at("19:00") }, { slot });
  const { id: userId } = await addPerson(backend, { role: "VOLUNTEER" });
  const id = await addRegistration(backend, event, { userId });
  const code = (await issueCodes(backend.services, "ticket", [id])).get(id)?.code ?? "";
  const scan = (clock: string | null, kind: "entry" | "exit") => {
    if (clock) time.set(at(clock).toISOString());
    return answerAt(backend, admin, event.eventId, { code, kind });
  };
  const undoLast = async () => {
    const door = (await (await backend.request(`/api/doors/${event.eventId}`, { cookie: admin })).json()) as Door;
    const json = { checkInId: door.scans.find(({ mayUndo }) => mayUndo)?.checkInId };
    return (await backend.request(`/api/doors/${event.eventId}/undo`, { method: "POST", cookie: admin, json })).status;
  };
  const proposed = async () => {
    const rows = await backend.services.db
      .select({ startsAt: volunteerHours.startsAt, minutes: volunteerHours.minutes })
      .from(volunteerHours)
      .where(and(eq(volunteerHours.userId, userId), eq(volunteerHours.eventId, event.eventId)));
    return rows.map(({ startsAt, minutes }) => [startsAt, minutes]);
  };
  return { event, scan, undoLast, proposed };
}

const hour = 60;

describe("hours that a door proposes", () => {
  test("are those of the place while nobody has scanned an exit, and from entry to exit then", async () => {
    const { scan, proposed, undoLast } = await aVolunteer();
    expect(await scan("16:50", "entry")).toBe("ok");
    expect(await proposed()).toEqual([[17 * hour, 120]]);
    expect(await scan("18:01", "exit")).toBe("left");
    expect(await proposed()).toEqual([[17 * hour, 60]]);
    expect(await undoLast()).toBe(200);
    expect(await proposed()).toEqual([[17 * hour, 120]]);
    expect(await scan("19:40", "exit")).toBe("left");
    expect(await proposed()).toEqual([[17 * hour, 120]]);
  });

  test("are those of the event for a place without its own time", async () => {
    const { scan, proposed } = await aVolunteer({});
    await scan("17:10", "entry");
    expect(await proposed()).toEqual([[9 * hour, 600]]);
    await scan("18:00", "exit");
    expect(await proposed()).toEqual([[17 * hour + 10, 50]]);
  });

  test("are the sum of several stays, and the whole place again while somebody is back inside", async () => {
    const { scan, proposed, undoLast } = await aVolunteer();
    await scan("17:00", "entry");
    await scan("17:30", "exit");
    await scan("18:00", "entry");
    expect(await proposed()).toEqual([[17 * hour, 120]]);
    await scan("18:45", "exit");
    expect(await proposed()).toEqual([[17 * hour, 75]]);
    expect([await undoLast(), await undoLast()]).toEqual([200, 200]);
    expect(await proposed()).toEqual([[17 * hour, 30]]);
  });

  test("are none for who left at once, or before their place began", async () => {
    for (const exit of ["16:59", "17:02"]) {
      const { scan, proposed } = await aVolunteer();
      await scan("16:50", "entry");
      await scan(exit, "exit");
      expect(await proposed()).toEqual([]);
    }
  });

  test("are of the day of the entry for who enters before the midnight at which their place begins", async () => {
    const { scan, proposed } = await aVolunteer({ startsAt: at("00:00"), endsAt: at("02:00") });
    time.set(at("00:00").toISOString());
    time.pass(-600);
    expect(await scan(null, "entry")).toBe("ok");
    expect(await proposed()).toEqual([[null, 120]]);
    expect(await scan("01:00", "exit")).toBe("left");
    expect(await proposed()).toEqual([[0, 60]]);
  });

  test("are confirmed when they are over, since an exit may still change them", async () => {
    const { event } = await aVolunteer();
    time.set(at("18:50").toISOString());
    const person = await signIn(backend, { role: "VOLUNTEER" });
    const registrationId = await addRegistration(backend, event, { userId: person.id });
    expect(await answerAt(backend, admin, event.eventId, { registrationId })).toBe("ok");
    const [row] = await backend.services.db.select().from(volunteerHours).where(eq(volunteerHours.userId, person.id));
    const confirm = async () => {
      const path = `/api/volunteer-hours/${row?.id}/confirm`;
      const answer = await backend.request(path, { method: "POST", cookie: person.cookie, json: { version: 1 } });
      return [answer.status, ((await answer.json()) as { fieldErrors?: object }).fieldErrors];
    };
    time.set(at("18:59").toISOString());
    expect(await confirm()).toEqual([422, { minutes: ["hours:error.goingOn"] }]);
    time.set(at("19:00").toISOString());
    expect(await confirm()).toEqual([200, undefined]);
  });
});
