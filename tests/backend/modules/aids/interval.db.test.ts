import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openServer } from "#backend/db/client";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);

/** Two backends on one database, with a rule about the days between two kits. */
async function twoBackends(aidRule: "warn" | "refuse") {
  const database = await openTestDatabase();
  const second = "url" in database ? await openServer(database.url, 10) : null;
  const first = await backendForTest({ database });
  const admin = await signIn(first, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  const facts = { aidRule, parcelDays: 6, clothesDays: null };
  const saved = await first.request("/api/admin/organisation/aids", { method: "PUT", cookie: admin.cookie, json: { version: 0, facts } });
  expect(saved.status).toBe(200);
  // Opened after: it begins with the rule.
  const other = second ? await backendForTest({ database: second }) : first;
  const addKits = async (hours: number) =>
    addEvent(first, admin.cookie, {
      event: { type: "delivery", visibility: "members", startsAt: later(hours), endsAt: later(hours + 2) },
      roles: ["BENEFICIARY"],
      quotas: [{ capacity: 50 }],
    });
  const order = (at: number, cookie: string, { id, quotas }: { id: string; quotas: string[] }) =>
    (at % 2 === 0 ? first : other).request(`/api/my-events/${id}/kit`, {
      method: "POST",
      cookie,
      json: { quotaId: quotas[0], place: "other", address: "9 rue des Lilas, Lyon", phone: "06 39 98 12 34" },
      headers: { "idempotency-key": crypto.randomUUID() },
    });
  return { first, admin, addKits, order };
}

const statusesOf = (answers: Response[]) => answers.map(({ status }) => status).sort();

test("a second kit inside the interval is refused, also when both are ordered at the same moment in two processes", {
  timeout: 120_000,
}, async () => {
  const { first, admin, addKits, order } = await twoBackends("refuse");
  const [one, two, far] = [await addKits(100), await addKits(120), await addKits(100 + 24 * 8)];
  for (let times = 0; times < (serverUrl ? 8 : 2); times++) {
    const { cookie, id } = await signIn(first, { role: "BENEFICIARY" });
    expect(statusesOf(await Promise.all([order(0, cookie, one), order(1, cookie, two)]))).toEqual([200, 422]);
    expect((await order(0, cookie, far)).status).toBe(200);
    const forms = await Promise.all(
      [one, two].map(async (event) => (await first.request(`/api/my-events/${event.id}/kit`, { cookie })).json() as Promise<object>),
    );
    // Of the two, the one that was ordered does not stand in its own way.
    expect(forms).toContainEqual(expect.objectContaining({ earlier: [] }));
    expect(forms).toContainEqual(expect.objectContaining({ earlier: [expect.objectContaining({ kind: "parcel", refused: true })] }));
    const day = later(0).slice(0, 10);
    const add = (json: object) =>
      first.request(`/api/admin/users/${id}/aids`, { method: "POST", cookie: admin.cookie, json: { kind: "parcel", day, ...json } });
    // Staff are refused as well, by hand.
    expect((await add({ repeated: true })).status).toBe(422);
    expect((await add({ kind: "meal" })).status).toBe(200);
  }
});

test("where the charity warns, a second kit is ordered and marked, and by hand it takes a tick", { timeout: 120_000 }, async () => {
  const { first, admin, addKits, order } = await twoBackends("warn");
  const [one, two] = [await addKits(100), await addKits(150)];
  const { cookie, id } = await signIn(first, { role: "BENEFICIARY" });
  expect(statusesOf([await order(0, cookie, one), await order(1, cookie, two)])).toEqual([200, 200]);
  const page = await first.request(`/api/kits/${two.id}`, { cookie: admin.cookie });
  expect(await page.json()).toMatchObject({ items: [{ repeated: true }] });
  const path = `/api/admin/users/${id}/aids`;
  const day = later(0).slice(0, 10);
  const add = (json: object) => first.request(path, { method: "POST", cookie: admin.cookie, json: { kind: "parcel", day, ...json } });
  expect((await add({})).status).toBe(422);
  expect((await add({ repeated: true })).status).toBe(200);
  const read = async () =>
    (await (await first.request(path, { cookie: admin.cookie })).json()) as { total: number; items: { id: string }[] };
  const [aid] = (await read()).items;
  expect((await first.request(`${path}/${aid?.id}`, { method: "DELETE", cookie: admin.cookie })).status).toBe(200);
  expect((await read()).total).toBe(0);
  expect((await add({ day: "2099-01-01", repeated: true })).status).toBe(422);
});

test.runIf(serverUrl)(
  "an order, an erasure of its person and of others with a place, and staff who register them do not wait for each other",
  {
    timeout: 120_000,
  },
  async () => {
    const { first, admin, addKits, order } = await twoBackends("refuse");
    const { services } = first;
    for (let times = 0; times < 12; times++) {
      const event = await addKits(100);
      const [one, seated] = [await signIn(first, { role: "BENEFICIARY" }), await signIn(first, { role: "BENEFICIARY" })];
      expect((await order(0, seated.cookie, event)).status).toBe(200);
      const ordered = order(1, one.cookie, event);
      // By the job, and by staff for whoever wrote a letter.
      const letter = { kind: "erase", reason: "Lettre du 3 mars", sure: true };
      const byLetter = ({ id }: { id: string }) =>
        first.request(`/api/admin/people/${id}/data-requests`, { method: "POST", cookie: admin.cookie, json: letter });
      const erase = async () => {
        if (times % 2 === 0) await erasePeople(services, null, [one.id, seated.id], services.clock());
        else for (const answer of await Promise.all([byLetter(one), byLetter(seated)])) expect(answer.status).toBe(201);
      };
      await Promise.all([ordered, pause(4 * times).then(erase)]);
      // Staff register the person who orders.
      const two = await signIn(first, { role: "BENEFICIARY" });
      const path = `/api/admin/events/${event.id}/participants`;
      const json = { email: two.email, quotaId: event.quotas[0], partySize: 1 };
      const added = first.request(path, { method: "POST", cookie: admin.cookie, json });
      expect(statusesOf(await Promise.all([added, pause(times).then(() => order(1, two.cookie, event))]))).toEqual([200, 422]);
    }
    await pause(1_500);
    const { rows } = await services.db.execute(sql`select deadlocks::int from pg_stat_database where datname = current_database()`);
    expect(rows).toEqual([{ deadlocks: 0 }]);
  },
);
