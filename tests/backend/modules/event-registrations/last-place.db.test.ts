import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { serverUrl } from "#tests/support/database";
import { crowdedEvent } from "#tests/support/event-race";
import { placesOf } from "#tests/support/events";

const atOnce = 500;

const statusesOf = (answers: Response[]) => [...new Set(answers.map(({ status }) => status))];

test.runIf(serverUrl)(
  `of ${atOnce} who register at once over two backends for the last place, one gets it, and the others wait in turn`,
  { timeout: 240_000 },
  async () => {
    const { backend, admin, id, registerAll, volunteers } = await crowdedEvent(1);
    const answers = await registerAll(await volunteers(atOnce));
    const states = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { status: string }).status));
    expect(statusesOf(answers)).toEqual([200]);
    expect(states.filter((state) => state === "confirmed")).toHaveLength(1);
    expect(await placesOf(backend, admin, id)).toMatchObject({ rules: { taken: 1 }, counts: { confirmed: 1, waiting: atOnce - 1 } });
  },
);

test.runIf(serverUrl)(
  "without the lock between looking at the free places and taking one, some of the same requests fail",
  { timeout: 120_000 },
  async () => {
    const { db, registerAll, volunteers } = await crowdedEvent(1);
    // Rows of a function are not locked by who reads them; the database still counts the places.
    await db.execute(sql`alter table event_registration_rules rename to event_registration_rules_unlocked`);
    await db.execute(sql`
      create function rules_unlocked() returns setof event_registration_rules_unlocked language plpgsql volatile as $$
      begin
        return query select * from event_registration_rules_unlocked;
      end $$`);
    await db.execute(sql`create view event_registration_rules as select * from rules_unlocked()`);
    await db.execute(sql`
      create function count_without_lock() returns trigger language plpgsql as $$
      begin
        update event_registration_rules_unlocked set taken = new.taken where event_id = old.event_id;
        return new;
      end $$`);
    await db.execute(sql`
      create trigger count_without_lock instead of update on event_registration_rules for each row execute function count_without_lock()`);
    expect(statusesOf(await registerAll(await volunteers(60)))).not.toEqual([200]);
  },
);

test.runIf(serverUrl)("places that are given back while others arrive go to one person each", { timeout: 120_000 }, async () => {
  const { backend, db, admin, id, send, registerAll, volunteers } = await crowdedEvent(3);
  const people = await volunteers(60);
  expect(statusesOf(await registerAll(people))).toEqual([200]);
  const rows = await db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id));
  const seated = people.filter((person) => rows.some(({ userId, status }) => userId === person.id && status === "confirmed"));
  const more = await volunteers(10);
  const acts = await Promise.all([...seated.map(({ cookie }, at) => send(at, cookie, "cancel", {})), registerAll(more)]);
  expect(statusesOf(acts.flat())).toEqual([200]);
  expect(await placesOf(backend, admin, id)).toMatchObject({
    rules: { taken: 3 },
    counts: { offered: 3, waiting: 64, cancelled_by_user: 3 },
  });
});
