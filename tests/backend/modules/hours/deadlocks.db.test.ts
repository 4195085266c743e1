import { and, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { hourPeriods, volunteerHours } from "#backend/modules/hours/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { daysToCorrect } from "#contract/charity/volunteer-hours";
import { serverUrl } from "#tests/support/database";
import { addPerson } from "#tests/support/people";
import { expectNoFault, twoOffices } from "#tests/support/two-offices";

const patience = 180_000;
const rounds = 8;
const entries = 12;

const path = "/api/admin/volunteer-hours";

/** Two offices, three volunteers, and how hours of theirs in a past year are entered to wait for a decision. */
async function hoursOfTwoOffices() {
  const offices = await twoOffices();
  const { db } = offices.backend.services;
  const people: string[] = [];
  for (let at = 0; at < 3; at += 1) people.push((await addPerson(offices.backend, { role: "VOLUNTEER" })).id);
  const enter = async (year: number) => {
    const about = { minutes: 30, activity: "delivery", level: "field", source: "self", status: "submitted" } as const;
    const rows = Array.from({ length: entries }, (_, at) => ({
      ...about,
      userId: people[at % 3] ?? "",
      date: `${year}-03-${String(10 + at)}`,
    }));
    return (await db.insert(volunteerHours).values(rows).returning({ id: volunteerHours.id })).map(({ id }) => id);
  };
  const decide = (office: typeof offices.first, decision: "validate" | "reject", ids: string[]) =>
    office(`${path}/bulk`, { decision, reason: "Quel jour ?", selection: { ids }, dryRun: false });
  const close = (office: typeof offices.first, year: number) => office(`${path}/close`, { year });
  const rowsOf = (ids: string[]) => db.select().from(volunteerHours).where(inArray(volunteerHours.id, ids));
  return { ...offices, db, people, enter, decide, close, rowsOf };
}

test.runIf(serverUrl)(
  "hours that two people validate and reject in opposite orders, one by one and all at once: no fault, and each is decided once",
  { timeout: patience },
  async () => {
    const { first, second, db, enter, decide, rowsOf } = await hoursOfTwoOffices();
    const statuses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const ids = await enter(2001 + round);
      const back = ids.toReversed();
      const bulk = [decide(first, "validate", ids), decide(second, "reject", back), decide(second, "validate", back)];
      const each = back.map((id, at) => decide(at % 2 === 0 ? first : second, at % 3 === 0 ? "reject" : "validate", [id]));
      statuses.push(...(await Promise.all([...bulk, ...each])));
      const rows = await rowsOf(ids);
      expect(rows.filter(({ status, rejectReason }) => (status === "rejected") !== (rejectReason !== null))).toEqual([]);
      expect(rows.map(({ status }) => status).filter((status) => !["validated", "rejected"].includes(status))).toEqual([]);
      expect(rows.map(({ version }) => version)).toEqual(Array(entries).fill(2));
      expect(await db.$count(auditLog, inArray(auditLog.entityId, ids))).toBe(entries);
    }
    expectNoFault(statuses);
  },
);

test.runIf(serverUrl)(
  "a year that two people close while others decide on its last hours: no fault, closed once, and what was validated is locked",
  { timeout: patience },
  async () => {
    const { first, second, db, enter, decide, close, rowsOf } = await hoursOfTwoOffices();
    const statuses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const year = 2001 + round;
      const ids = await enter(year);
      const back = ids.toReversed();
      const closing = () => [close(first, year), close(second, year)];
      const deciding = [decide(second, "validate", back), decide(first, "validate", ids), decide(second, "reject", ids.slice(6))];
      statuses.push(...(await Promise.all([...closing(), ...deciding, ...closing()])));
      // Whoever closed it too early was refused: everything is decided by now, and what was rejected is older than the days to correct it.
      const longAgo = new Date(Date.now() - (daysToCorrect + 1) * 24 * 3_600_000);
      await db
        .update(volunteerHours)
        .set({ rejectedAt: longAgo })
        .where(and(inArray(volunteerHours.id, ids), eq(volunteerHours.status, "rejected")));
      statuses.push(...(await Promise.all(closing())));
      const rows = await rowsOf(ids);
      expect(rows.filter(({ status }) => !["locked", "rejected"].includes(status))).toEqual([]);
      expect(await db.$count(hourPeriods, eq(hourPeriods.year, year))).toBe(1);
      const { rows: sums } = await db.execute(sql`
        select sum(minutes)::int as minutes from volunteer_hours where date between ${`${year}-01-01`} and ${`${year}-12-31`}`);
      expect(sums).toEqual([{ minutes: 30 * entries }]);
    }
    expectNoFault(statuses);
  },
);

test.runIf(serverUrl)(
  "hours of a closed year that two people correct at once are corrected once, also while their volunteer is erased",
  { timeout: patience },
  async () => {
    const { backends, first, second, db, people, enter, decide, close } = await hoursOfTwoOffices();
    const ids = await enter(2001);
    expect([await decide(first, "validate", ids), await close(first, 2001)]).toEqual([200, 200]);
    const correct = (office: typeof first, id: string, minutes: number) => office(`${path}/${id}/correct`, { minutes });
    const both = [...ids.map((id) => correct(first, id, 20)), ...ids.toReversed().map((id) => correct(second, id, 40))];
    const erased = backends.map(({ services }, at) =>
      erasePeople(services, null, at === 0 ? people : people.toReversed(), services.clock()),
    );
    const [statuses] = await Promise.all([Promise.all(both), ...erased]);
    expectNoFault(statuses);
    const lines = await db.select().from(volunteerHours).where(inArray(volunteerHours.correctsId, ids));
    expect(lines).toHaveLength(entries);
    expect(lines.map(({ minutes }) => Math.abs(minutes))).toEqual(Array(entries).fill(10));
  },
);
