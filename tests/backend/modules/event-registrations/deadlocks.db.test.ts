import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { serverUrl } from "#tests/support/database";
import { addEvent } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";
import { deadlocksIn, expectNoFault, twoOffices } from "#tests/support/two-offices";

const patience = 180_000;
const rounds = 8;
const parties = 12;
const seated: string[] = ["confirmed", "offered", "attended", "no_show"];

/** Two offices and an event with three groups of places, none large enough for everybody. */
async function eventOfTwoOffices() {
  const offices = await twoOffices();
  const { backend } = offices;
  const { db } = backend.services;
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const quotas = [{ capacity: 9 }, { capacity: 7, label: { fr: "Tri" } }, { capacity: 6, label: { fr: "Vélo" } }];
  const event = await addEvent(backend, cookie, { quotas });
  const people: string[] = [];
  for (let at = 0; at < parties; at += 1) people.push((await addPerson(backend, { role: "VOLUNTEER" })).id);
  /** Registers everybody anew, in parties of one to three: the first of each group have places, and the others wait. */
  const registerAll = async () => {
    await db.delete(eventRegistrations).where(eq(eventRegistrations.eventId, event.id));
    const rows = people.map((userId, at) => {
      const status = at < 6 ? ("confirmed" as const) : ("waiting" as const);
      return { eventId: event.id, quotaId: event.quotas[at % 3] ?? "", userId, status, partySize: 1 + (at % 3) };
    });
    return (await db.insert(eventRegistrations).values(rows).returning({ id: eventRegistrations.id })).map(({ id }) => id);
  };
  /** The places as they are counted, beside the sums of the registrations that have them. */
  const sums = async () => {
    const [rules] = await db.select().from(registrationRules).where(eq(registrationRules.eventId, event.id));
    const groups = await db.select().from(eventQuotas).where(eq(eventQuotas.eventId, event.id));
    const rows = await db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, event.id));
    const sizeOf = (all: typeof rows) => all.reduce((sum, { partySize }) => sum + partySize, 0);
    const there = rows.filter(({ status }) => seated.includes(status));
    const counted = [rules?.taken, ...groups.map(({ taken }) => taken)];
    const real = [sizeOf(there), ...groups.map(({ id }) => sizeOf(there.filter(({ quotaId }) => quotaId === id)))];
    return { counted, real, isWithin: groups.every(({ taken, capacity }) => taken <= capacity) };
  };
  return { ...offices, event, people, registerAll, sums };
}

const to = (id: string, act: string) => `/api/admin/events/${id}/participants${act}`;

test.runIf(serverUrl)(
  "parties that register, are moved round three groups of places both ways, promoted and cancelled at once: no fault, and all are counted",
  { timeout: patience },
  async () => {
    const { backends, first, second, event, registerAll, sums } = await eventOfTwoOffices();
    const newcomers = await Promise.all([0, 1, 2, 3].map(() => signIn(backends[0], { role: "VOLUNTEER" })));
    const [one = "", two = "", three = ""] = event.quotas;
    const statuses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const ids = await registerAll();
      const back = ids.toReversed();
      const move = (office: typeof first, quotaId: string, some: string[]) =>
        office(to(event.id, "/move"), { quotaId, selection: { ids: some } });
      const act = (office: typeof first, action: string, some: string[]) =>
        office(to(event.id, "/act"), { action, selection: { ids: some } });
      const add = (office: typeof first, quotaId: string) => office(to(event.id, ""), { guestName: "Lou", quotaId, partySize: 2 });
      const turns = [one, two, three].flatMap((quotaId) => [move(first, quotaId, ids), move(second, quotaId, back)]);
      const others = [act(first, "promote", ids), act(second, "promote", back), act(second, "cancel", back.slice(8)), add(first, two)];
      const register = newcomers.map(async ({ cookie }, at) => {
        const json = { quotaId: event.quotas[at % 3], partySize: 1 };
        const path = `/api/my-events/${event.id}/registration`;
        const headers = { "idempotency-key": crypto.randomUUID() };
        return (await backends[at % 2 === 0 ? 0 : 1].request(path, { method: "POST", cookie, json, headers })).status;
      });
      const each = ids.map((id, at) => move(at % 2 === 0 ? second : first, event.quotas[(at + 1) % 3] ?? "", [id]));
      statuses.push(...(await Promise.all([...turns, ...others, ...each, ...register, add(second, three)])));
      const { counted, real, isWithin } = await sums();
      expect(counted).toEqual(real);
      expect(isWithin).toBe(true);
    }
    expectNoFault(statuses);
  },
);

test.runIf(serverUrl)(
  "people who are erased while their parties are moved both ways: no fault, and the places of who is gone are given back",
  { timeout: patience },
  async () => {
    const { backend, backends, first, second, event, people, registerAll, sums } = await eventOfTwoOffices();
    const ids = await registerAll();
    const { db } = backend.services;
    const statuses: number[] = [];
    for (let at = 0; at < people.length; at += 2) {
      const pair = people.slice(at, at + 2);
      const move = (office: typeof first, group: number, some: string[]) =>
        office(to(event.id, "/move"), { quotaId: event.quotas[group] ?? "", selection: { ids: some } });
      const moves = [0, 1, 2].flatMap((group) => [move(first, group, ids), move(second, group, ids.toReversed())]);
      const erased = backends.map(({ services }, turn) =>
        erasePeople(services, null, turn === 0 ? pair : pair.toReversed(), services.clock()),
      );
      const [answers] = await Promise.all([Promise.all(moves), ...erased]);
      statuses.push(...answers);
      const { counted, real } = await sums();
      expect(counted).toEqual(real);
    }
    expectNoFault(statuses);
    expect(await deadlocksIn(db)).toBe(0);
    const left = await db.select().from(eventRegistrations).where(inArray(eventRegistrations.userId, people));
    expect(left.filter(({ status }) => ["confirmed", "offered", "waiting"].includes(status))).toEqual([]);
  },
);
