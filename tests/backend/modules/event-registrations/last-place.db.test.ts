import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { backendForTest } from "#tests/support/backend";
import { addEvent, placesOf } from "#tests/support/events";
import { signIn } from "#tests/support/people";

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);

test("of many who register at once for the last places, as many get one as there are, and the others wait in turn", async () => {
  const backend = await backendForTest();
  const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
  const event = { startsAt: later(100), endsAt: later(102) };
  const { id, quotas } = await addEvent(backend, admin, { event, quotas: [{ capacity: 3 }] });
  const people = await Promise.all(Array.from({ length: 60 }, () => signIn(backend, { role: "VOLUNTEER" })));
  const answers = await Promise.all(
    people.map(({ cookie }) =>
      backend.request(`/api/my-events/${id}/registration`, {
        method: "POST",
        cookie,
        json: { quotaId: quotas[0] },
        headers: { "idempotency-key": crypto.randomUUID() },
      }),
    ),
  );
  const states = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { status: string }).status));
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  expect(states.filter((state) => state === "confirmed")).toHaveLength(3);
  expect(states.filter((state) => state === "waiting")).toHaveLength(57);

  // All who have a place give it back while others still arrive: each free place goes to one person.
  const rows = await backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id));
  const seated = people.filter((person) => rows.some(({ userId, status }) => userId === person.id && status === "confirmed"));
  const more = await Promise.all(Array.from({ length: 10 }, () => signIn(backend, { role: "VOLUNTEER" })));
  const acts = await Promise.all([
    ...seated.map(({ cookie }) => backend.request(`/api/my-events/${id}/cancel`, { method: "POST", cookie, json: {} })),
    ...more.map(({ cookie }) =>
      backend.request(`/api/my-events/${id}/registration`, {
        method: "POST",
        cookie,
        json: { quotaId: quotas[0] },
        headers: { "idempotency-key": crypto.randomUUID() },
      }),
    ),
  ]);
  expect(acts.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  expect(await placesOf(backend, admin, id)).toMatchObject({
    rules: { taken: 3 },
    counts: { offered: 3, waiting: 64, cancelled_by_user: 3 },
  });
});
