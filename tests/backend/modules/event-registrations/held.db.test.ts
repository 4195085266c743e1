import { afterAll, beforeAll, expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

/** An event with two places of which one is free, and a volunteer who waits for some with others. */
async function whoWaits(partySize: number, rules: { manual?: boolean } = {}) {
  const { id, quotas } = await addEvent(backend, cookie, { quotas: [{ capacity: 2 }], ...rules });
  const person = await signIn(backend, { role: "VOLUNTEER" });
  const values = { eventId: id, quotaId: quotas[0] ?? "" };
  await backend.services.db.insert(eventRegistrations).values([
    { ...values, guestName: "Nadia", status: "confirmed" },
    { ...values, userId: person.id, partySize, status: "waiting" },
  ]);
  const read = async (path: string, by: string) => (await (await backend.request(path, { cookie: by })).json()) as Record<string, unknown>;
  const { mine } = await read(`/api/my-events/${id}`, person.cookie);
  const { items } = (await read(`/api/admin/events/${id}/participants?status=waiting`, cookie)) as { items: object[] };
  return { mine, office: items[0] };
}

test("a party that waits reads how many places are free for it, when these are too few", async () => {
  expect(await whoWaits(4)).toMatchObject({ mine: { position: 1, tooFew: 1 }, office: { held: "party" } });
  expect(await whoWaits(1)).toMatchObject({ mine: { position: 1, tooFew: null }, office: { held: "earlier" } });
});

test("where staff choose who gets a place, nobody is held by those who have waited longer", async () => {
  expect(await whoWaits(1, { manual: true })).toMatchObject({ mine: { tooFew: null }, office: { held: null } });
  expect(await whoWaits(3, { manual: true })).toMatchObject({ office: { held: "party" } });
});
