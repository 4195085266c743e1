import { expect, test } from "vitest";
import { openServer } from "#backend/db/client";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { datesOf, repeat } from "#tests/support/event-series";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";

test.runIf(serverUrl)(
  "of two people who repeat one event at once over two backends, one makes its dates",
  { timeout: 60_000 },
  async () => {
    const database = await openTestDatabase();
    if (!("url" in database)) throw new Error("the database has no address");
    const second = await openServer(database.url, 20);
    const backends = [await backendForTest({ database }), await backendForTest({ database: second })] as const;
    const [backend] = backends;
    const people = await Promise.all([signIn(backend, { role: "ADMIN" }), signIn(backend, { role: "ADMIN" })]);
    const cookie = people[0]?.cookie ?? "";
    for (const month of ["01", "02", "03"]) {
      const event = { startsAt: `2031-${month}-05T18:30`, endsAt: `2031-${month}-05T21:00` };
      const { id } = await addEvent(backend, cookie, { event });
      const days = [`2031-${month}-12`, `2031-${month}-19`];
      const answers = await Promise.all(people.map((person, at) => repeat(backends[at === 0 ? 0 : 1], person.cookie, id, days)));
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
      expect(await datesOf(backend, id)).toHaveLength(3);
    }
  },
);
