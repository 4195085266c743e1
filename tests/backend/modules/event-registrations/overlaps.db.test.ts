import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { users } from "#backend/modules/users/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";

const hour = 3_600_000;
const time = testClock();
let backend: TestBackend;
let admin = "";
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const wall = (hours: number) => new Date(time.clock().getTime() + (hours + 1) * hour).toISOString().slice(0, 16);
const coming = { startsAt: wall(100), endsAt: wall(102) };
const person = () => signIn(backend, { role: "VOLUNTEER" });
type Person = Awaited<ReturnType<typeof person>>;
type Event = Awaited<ReturnType<typeof addEvent>>;
const post = ({ cookie }: Person, { id }: Event, act: string, json: object = {}) =>
  backend.request(`/api/my-events/${id}/${act}`, { method: "POST", cookie, json });
const join = (who: Person, event: Event) => post(who, event, "registration", { quotaId: event.quotas[0] });
const ownIn = async ({ cookie }: Person, { id }: Event) =>
  ((await (await backend.request(`/api/my-events/${id}`, { cookie })).json()) as { mine: { status: string; offerEndsAt: string | null } })
    .mine;

/** Somebody who waits for a full event and has a place in another one at the same time, and who has the place that they wait for. */
async function whoWaitsAndHasAPlace(offerHours: number) {
  const [full, other] = [await addEvent(backend, admin, { event: coming, offerHours }), await addEvent(backend, admin, { event: coming })];
  const [seated, waiting] = [await person(), await person()];
  await join(seated, full);
  await join(waiting, full);
  expect((await join(waiting, other)).status).toBe(200);
  return { full, other, seated, waiting };
}

test("nobody accepts a place at whose hours they have another one, before they give that back", async () => {
  const { full, other, seated, waiting } = await whoWaitsAndHasAPlace(12);
  await post(seated, full, "cancel");
  expect(await ownIn(waiting, full)).toMatchObject({ status: "offered" });
  const refused = await post(waiting, full, "offer", { accepted: true });
  expect([refused.status, await refused.json()]).toMatchObject([422, { fieldErrors: { quotaId: ["events:refused.overlap"] } }]);
  expect(await ownIn(waiting, full)).toMatchObject({ status: "offered" });
  expect((await post(waiting, other, "cancel")).status).toBe(200);
  expect((await post(waiting, full, "offer", { accepted: true })).status).toBe(200);
  expect(await ownIn(waiting, full)).toMatchObject({ status: "confirmed" });
});

test("where places are given at once, who has another one at the same time is offered it for twelve hours", async () => {
  const { full, seated, waiting } = await whoWaitsAndHasAPlace(0);
  await post(seated, full, "cancel");
  const own = await ownIn(waiting, full);
  expect(own).toMatchObject({ status: "offered", offerEndsAt: new Date(time.clock().getTime() + 12 * hour).toISOString() });
  const mails = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, waiting.id));
  expect(mails.map(({ topic }) => topic)).toContain("event_offer");
  expect((await post(waiting, full, "offer", { accepted: false })).status).toBe(200);
  // Somebody without another place has the next one at once.
  const [next, last] = [await person(), await person()];
  expect(await (await join(next, full)).json()).toMatchObject({ status: "confirmed" });
  await join(last, full);
  await post(next, full, "cancel");
  expect(await ownIn(last, full)).toMatchObject({ status: "confirmed" });
});

/** Does something while its person is just given a place in another event at the same time, by a transaction that is not over yet. */
async function whileSeatedElsewhere(userId: string, act: () => Promise<Response>): Promise<Response | undefined> {
  const { id: eventId, quotas } = await addEvent(backend, admin, { event: coming });
  let answer: Promise<Response> | undefined;
  await backend.services.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    await tx.insert(eventRegistrations).values({ eventId, quotaId: quotas[0] ?? "", userId, status: "confirmed" });
    answer = act();
    await setTimeout(500);
  });
  return answer;
}

test.runIf(serverUrl).each([
  [12, "offered", 422],
  [0, "waiting", 200],
] as const)("with %i hours, two events that give somebody a place at the same moment give one", async (offerHours, before, status) => {
  const full = await addEvent(backend, admin, { event: coming, offerHours });
  const [seated, waiting] = [await person(), await person()];
  await join(seated, full);
  await join(waiting, full);
  if (before === "offered") await post(seated, full, "cancel");
  expect(await ownIn(waiting, full)).toMatchObject({ status: before });
  const act = () => (before === "offered" ? post(waiting, full, "offer", { accepted: true }) : post(seated, full, "cancel"));
  expect((await whileSeatedElsewhere(waiting.id, act))?.status).toBe(status);
  expect(await ownIn(waiting, full)).toMatchObject({ status: "offered" });
});

test.runIf(serverUrl)("who is given a place elsewhere while they register has no second one", async () => {
  const event = await addEvent(backend, admin, { event: coming });
  const registering = await person();
  const answer = await whileSeatedElsewhere(registering.id, () => join(registering, event));
  expect([answer?.status, await answer?.json()]).toMatchObject([422, { fieldErrors: { quotaId: ["events:refused.overlap"] } }]);
});
