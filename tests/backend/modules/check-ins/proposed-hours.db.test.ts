import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { volunteerHours } from "#backend/modules/hours/tables";
import type { Door } from "#contract/charity/check-ins";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { openTestDatabase, type TestDatabase } from "#tests/support/database";
import { addRegistration, addRunningEvent, answerAt } from "#tests/support/door";
import { savePlaces } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";
import { statementsDuring } from "#tests/support/statements-sent";

const time = testClock();
let backend: TestBackend;
let database: TestDatabase;
let admin = "";
beforeAll(async () => {
  database = await openTestDatabase();
  backend = await startBackend({ clock: time.clock, database });
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

/** A volunteer who came to that place, and what staff change of the event and its places afterwards. */
async function whoCame() {
  const { event, scan, proposed } = await aVolunteer({});
  expect(await scan("17:10", "entry")).toBe("ok");
  const [path, places] = [`/api/admin/events/${event.eventId}`, `/api/admin/events/${event.eventId}/places`];
  /** Sessions are short: staff log in each time. */
  const read = async (from: string) => {
    ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
    return (await (await backend.request(from, { cookie: admin })).json()) as Record<string, unknown>;
  };
  const edit = async (change: Record<string, unknown>) => {
    const json = { ...(await read(path)), ...change };
    return (await backend.request(path, { method: "PATCH", cookie: admin, json })).status;
  };
  const setPlaces = async (hours: { startsAt?: string; endsAt?: string }, more: { hoursCredit?: number } = {}) => {
    const { rules } = (await read(places)) as { rules: { version: number } };
    const quotas = [{ id: event.quotaId, capacity: 100, ...hours }];
    return (await savePlaces(backend, admin, event.eventId, { version: rules.version, maxParty: 1, quotas, ...more })).status;
  };
  return { event, scan, proposed, edit, setPlaces };
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

  test("follow an event whose hours, team or kind staff correct, also once it is over", async () => {
    const { event, proposed, edit } = await whoCame();
    expect(await edit({ endsAt: "2026-11-20T21:30" })).toBe(200);
    expect(await proposed()).toEqual([[9 * hour, 750]]);
    time.set(at("23:00").toISOString());
    expect(await edit({ startsAt: "2026-11-20T10:00", endsAt: "2026-11-20T12:00", type: "training" })).toBe(200);
    expect(await proposed()).toEqual([[10 * hour, 120]]);
    const [row] = await backend.services.db.select().from(volunteerHours).where(eq(volunteerHours.eventId, event.eventId));
    expect(row).toMatchObject({ activity: "training", version: 3 });
  });

  test("follow the hours of their place, and stay when something else of it changes", async () => {
    const { event, proposed, setPlaces } = await whoCame();
    const slot = { startsAt: "2026-11-20T16:00", endsAt: "2026-11-20T18:00" };
    expect(await setPlaces(slot)).toBe(200);
    expect(await proposed()).toEqual([[16 * hour, 120]]);
    expect(await setPlaces(slot)).toBe(200);
    const [row] = await backend.services.db.select().from(volunteerHours).where(eq(volunteerHours.eventId, event.eventId));
    expect(row).toMatchObject({ version: 2 });
  });

  test("of several people follow it in one statement, each with their own stay", async () => {
    const { event, scan, edit } = await whoCame();
    time.set(at("17:30").toISOString());
    ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
    expect(await scan(null, "exit")).toBe("left");
    for (const exit of ["17:40", "18:00"]) {
      const { id: userId } = await addPerson(backend, { role: "VOLUNTEER" });
      const registrationId = await addRegistration(backend, event, { userId });
      for (const [clock, kind] of [["17:10", "entry"] as const, [exit, "exit"] as const]) {
        time.set(at(clock).toISOString());
        ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
        expect(await answerAt(backend, admin, event.eventId, { registrationId, kind })).toBe(kind === "entry" ? "ok" : "left");
      }
    }
    const sent = await statementsDuring(database, () => edit({ startsAt: "2026-11-20T17:20" }));
    expect(sent.filter(({ text }) => text.startsWith('insert into "volunteer_hours"'))).toHaveLength(1);
    const { minutes, startsAt, eventId } = volunteerHours;
    const rows = await backend.services.db.select({ minutes, startsAt }).from(volunteerHours).where(eq(eventId, event.eventId));
    expect(rows.map((row) => row.minutes).sort()).toEqual([10, 20, 40]);
    expect(rows.map((row) => row.startsAt)).toEqual([1040, 1040, 1040]);
  });

  test("do not come back by a change of the event for who declined them", async () => {
    const { event, proposed, edit } = await whoCame();
    await backend.services.db.delete(volunteerHours).where(eq(volunteerHours.eventId, event.eventId));
    expect(await edit({ endsAt: "2026-11-20T21:30", type: "training" })).toBe(200);
    expect(await proposed()).toEqual([]);
  });

  test("do not follow it once they are confirmed, and not for who was not there", async () => {
    const { event, proposed, edit } = await whoCame();
    await backend.services.db.update(volunteerHours).set({ status: "submitted" }).where(eq(volunteerHours.eventId, event.eventId));
    const { id: userId } = await addPerson(backend, { role: "VOLUNTEER" });
    await addRegistration(backend, event, { userId });
    expect(await edit({ endsAt: "2026-11-20T21:30" })).toBe(200);
    expect(await proposed()).toEqual([[9 * hour, 600]]);
    expect(await backend.services.db.$count(volunteerHours, eq(volunteerHours.userId, userId))).toBe(0);
  });

  test("are the minutes that the event proposes while nobody has scanned an exit, of no hour, and what was measured then", async () => {
    const { scan, proposed, setPlaces } = await whoCame();
    expect(await proposed()).toEqual([[9 * hour, 600]]);
    expect(await setPlaces({}, { hoursCredit: 150 })).toBe(200);
    expect(await proposed()).toEqual([[null, 150]]);
    time.set(at("17:30").toISOString());
    ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
    expect(await scan(null, "exit")).toBe("left");
    expect(await proposed()).toEqual([[17 * hour + 10, 20]]);
  });
});
