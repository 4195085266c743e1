import { expect, test } from "vitest";
import { backendForTest, testClock } from "#tests/support/backend";
import { eventGuest } from "#tests/support/event-guests";
import { addEvent, placesOf } from "#tests/support/events";
import { noLimits } from "#tests/support/no-limits";
import { signIn } from "#tests/support/people";

test("guests and members who press at once for the last places get as many as there are, and the others wait", async () => {
  const time = testClock(new Date());
  const backend = await backendForTest({ clock: time.clock, limits: noLimits });
  const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
  const event = await addEvent(backend, admin, {
    guests: true,
    event: { startsAt: later(100), endsAt: later(102) },
    quotas: [{ capacity: 3 }],
  });
  const guest = eventGuest(backend, time);
  const tokens: string[] = [];
  for (let one = 0; one < 15; one += 1) {
    await guest.ask(event, `guest-${one}@example.org`);
    tokens.push(await guest.tokenFor(`guest-${one}@example.org`));
  }
  const people = await Promise.all(Array.from({ length: 15 }, () => signIn(backend, { role: "VOLUNTEER" })));
  const json = { quotaId: event.quotas[0] };
  const [outcomes, members] = await Promise.all([
    // Each twice, as people do who press again.
    Promise.all([...tokens, ...tokens].map((token) => guest.confirm(token))),
    Promise.all(people.map(({ cookie }) => backend.request(`/api/my-events/${event.id}/registration`, { method: "POST", cookie, json }))),
  ]);
  expect(outcomes).toEqual(outcomes.map(() => "done"));
  expect(members.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  expect(await placesOf(backend, admin, event.id)).toMatchObject({ rules: { taken: 3 }, counts: { confirmed: 3, waiting: 27 } });
});
