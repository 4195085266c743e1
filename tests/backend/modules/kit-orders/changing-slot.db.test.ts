import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { addStudent, inHours, kitsPage, orderKit } from "#tests/support/kits";
import { signIn } from "#tests/support/people";

const time = testClock();
let backend: TestBackend;
let admin = "";
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

/** Fittings with three slots of an hour: the last one is for volunteers. */
function addFittings(capacity = 1) {
  const slot = (from: number) => ({ capacity, startsAt: inHours(backend, from), endsAt: inHours(backend, from + 1) });
  return addEvent(backend, admin, {
    roles: ["BENEFICIARY", "VOLUNTEER"],
    cancelUntilHours: 24,
    offerHours: 0,
    quotas: [slot(100), slot(101), { ...slot(102), roles: ["VOLUNTEER"] }],
    event: { type: "dressed", visibility: "members", startsAt: inHours(backend, 100), endsAt: inHours(backend, 103) },
  });
}
type Event = Awaited<ReturnType<typeof addFittings>>;
type Student = Awaited<ReturnType<typeof addStudent>>;
const order = async (event: Event, slot = 0) => {
  const student = await addStudent(backend);
  expect((await orderKit(backend, student.cookie, { id: event.id, quotas: [event.quotas[slot] ?? ""] }, { sizes: "M, 38" })).status).toBe(
    200,
  );
  return student;
};
const change = ({ cookie }: Student, { id, quotas }: Event, slot: number) =>
  backend.request(`/api/my-events/${id}/kit/slot`, { method: "PUT", cookie, json: { quotaId: quotas[slot] } });
const ownOf = async ({ id }: Student) =>
  (await backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.userId, id)))[0];

test("a student moves to a free slot with what they said, and who waits for the former one gets it", async () => {
  const event = await addFittings();
  const [first, waiting] = [await order(event), await order(event)];
  expect((await ownOf(waiting))?.status).toBe("waiting");
  expect((await change(first, event, 1)).status).toBe(200);
  expect(await ownOf(first)).toMatchObject({ status: "confirmed", quotaId: event.quotas[1] });
  expect(await ownOf(waiting)).toMatchObject({ status: "confirmed", quotaId: event.quotas[0] });
  const { items } = await kitsPage(backend, admin, event.id);
  expect(items.map(({ userId, sizes, quotaId }) => [userId, sizes, quotaId])).toContainEqual([first.id, "M, 38", event.quotas[1]]);
});

test("a slot that is taken, that somebody waits for, that is not for students, or of somebody else's event is refused", async () => {
  const event = await addFittings();
  const [first] = [await order(event), await order(event, 1)];
  expect((await change(first, event, 1)).status).toBe(422);
  expect((await change(first, event, 2)).status).toBe(422);
  const other = await addFittings();
  expect((await change(first, { id: event.id, quotas: other.quotas }, 0)).status).toBe(422);
  expect((await change(await addStudent(backend), event, 0)).status).toBe(409);
  expect(await ownOf(first)).toMatchObject({ quotaId: event.quotas[0] });
});

test("clothes that were set aside are marked as changed, and after the limit the slot stays", async () => {
  const event = await addFittings();
  const student = await order(event);
  const ids = (await kitsPage(backend, admin, event.id)).items.map(({ id }) => id);
  await backend.request(`/api/kits/${event.id}/moves`, { method: "POST", cookie: admin, json: { move: "in_preparation", ids } });
  expect((await change(student, event, 1)).status).toBe(200);
  expect((await kitsPage(backend, admin, event.id)).items).toMatchObject([{ quotaId: event.quotas[1], changedAt: expect.any(String) }]);
  time.pass(80 * 3600);
  const later = { ...student, cookie: (await signIn(backend, { role: "BENEFICIARY" })).cookie };
  expect((await change(later, event, 0)).status).toBe(409);
});
