import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { promoteEverywhere } from "#backend/modules/event-registrations/promoting";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addEvent, savePlaces } from "#tests/support/events";
import { signIn } from "#tests/support/people";

const hour = 3_600_000;
const time = testClock();
let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
});
afterAll(() => backend.close());

const office = async () => (await signIn(backend, { role: "ADMIN" })).cookie;
const wall = (hours: number) => new Date(time.clock().getTime() + (hours + 1) * hour).toISOString().slice(0, 16);

/** Fittings of two days, from 50 hours on: one slot on the first, one on the second. */
async function twoDays(capacity = 2) {
  const quotas = [0, 30].map((from) => ({ capacity, startsAt: wall(50 + from), endsAt: wall(52 + from) }));
  return addEvent(backend, await office(), {
    event: { startsAt: wall(50), endsAt: wall(84) },
    offerHours: 100,
    cancelUntilHours: 24,
    quotas,
  });
}
const person = () => signIn(backend, { role: "VOLUNTEER" });
type Person = Awaited<ReturnType<typeof person>>;
const post = ({ cookie }: Person, path: string, json: object = {}) => backend.request(path, { method: "POST", cookie, json });
const join = (who: Person, { id }: { id: string }, quotaId: string | undefined) =>
  post(who, `/api/my-events/${id}/registration`, { quotaId });
const ownOf = async ({ cookie }: Person, { id }: { id: string }) =>
  (await (await backend.request(`/api/my-events/${id}`, { cookie })).json()) as {
    phase: string;
    free: number;
    quotas: { id: string }[];
    replacement: object | null;
    mine: { status: string; cancelUntil: string; offerEndsAt: string | null };
  };

test("on the first day of an event, places of the second are taken, given back and handed on", async () => {
  const event = await twoDays();
  const [first, second] = event.quotas;
  const seated = await person();
  expect((await join(seated, event, second)).status).toBe(200);
  const begins = time.clock().getTime() + 80 * hour;
  const { cancelUntil } = (await ownOf(seated, event)).mine;
  expect(Math.abs(new Date(cancelUntil).getTime() - (begins - 24 * hour))).toBeLessThan(hour);
  time.pass(52 * 3600);
  const late = await person();
  const seen = await ownOf(late, event);
  expect(seen).toMatchObject({ phase: "open", free: 1, quotas: [{ id: second }] });
  expect((await join(late, event, first)).status).toBe(409);
  expect((await join(late, event, second)).status).toBe(200);
  expect((await ownOf(late, event)).replacement).toEqual({ wanted: false });
  expect((await post(late, `/api/my-events/${event.id}/cancel`)).status).toBe(200);
});

test("who waits for a place of the second day is offered it on the first, until it begins", async () => {
  const event = await twoDays(1);
  const [first, second] = event.quotas;
  const [seated, waiting, missed] = [await person(), await person(), await person()];
  await join(seated, event, second);
  await join(waiting, event, second);
  await join(await person(), event, first);
  await join(missed, event, first);
  time.pass(51 * 3600);
  const { db } = backend.services;
  await db.update(eventRegistrations).set({ status: "cancelled_by_staff" }).where(eq(eventRegistrations.userId, seated.id));
  await promoteEverywhere(backend.services);
  const statusOf = async ({ id }: Person) => (await db.select().from(eventRegistrations).where(eq(eventRegistrations.userId, id)))[0];
  const offered = await statusOf(waiting);
  expect(offered).toMatchObject({ status: "offered" });
  // The hours to answer would go beyond the beginning of the place, at 80 hours.
  expect((offered?.offerExpiresAt?.getTime() ?? 0) - time.clock().getTime()).toBeLessThanOrEqual(30 * hour);
  expect(await statusOf(missed)).toMatchObject({ status: "waiting" });
});

test("a slot outside its event is refused", async () => {
  const admin = await office();
  const { id } = await addEvent(backend, admin, { event: { startsAt: wall(50), endsAt: wall(54) } });
  const { rules } = (await (await backend.request(`/api/admin/events/${id}/places`, { cookie: admin })).json()) as {
    rules: { version: number };
  };
  const save = (from: number, to: number) =>
    savePlaces(backend, admin, id, { version: rules.version, quotas: [{ startsAt: wall(from), endsAt: wall(to) }] });
  for (const [from, to] of [
    [53, 55],
    [49, 51],
    [60, 61],
  ] as const)
    expect((await save(from, to)).status).toBe(422);
  expect((await save(51, 52)).status).toBe(200);
});

test("places at different hours are for the same person, also where their events overlap", async () => {
  const morning = { capacity: 5, startsAt: wall(50), endsAt: wall(52) };
  const event = { startsAt: wall(50), endsAt: wall(62) };
  const groups = [morning, { ...morning, startsAt: wall(51), endsAt: wall(53) }, { ...morning, startsAt: wall(52), endsAt: wall(54) }];
  const cookie = await office();
  const [delivery, fitting] = [
    await addEvent(backend, cookie, { event, quotas: [morning, { capacity: 5 }] }),
    await addEvent(backend, cookie, { event, quotas: [...groups, { capacity: 5 }] }),
  ];
  const who = await person();
  const refusals = async () => {
    const seen = (await (await backend.request(`/api/my-events/${fitting.id}`, { cookie: who.cookie })).json()) as {
      quotas: { refused: string | null }[];
    };
    return seen.quotas.map(({ refused }) => refused);
  };
  expect(await refusals()).toEqual([null, null, null, null]);
  expect((await join(who, delivery, delivery.quotas[0])).status).toBe(200);
  // A place without hours of its own lasts as long as its event.
  expect(await refusals()).toEqual(["overlap", "overlap", null, "overlap"]);
  expect(await (await join(who, fitting, fitting.quotas[1])).json()).toMatchObject({
    fieldErrors: { quotaId: ["events:refused.overlap"] },
  });
  expect((await join(who, fitting, fitting.quotas[2])).status).toBe(200);
});
