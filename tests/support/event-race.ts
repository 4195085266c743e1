import { openServer } from "#backend/db/client";
import { backendForTest } from "./backend";
import { openTestDatabase } from "./database";
import { addEvent } from "./events";
import { signIn } from "./people";

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);

/** Two backends with connections of their own to one database, and an event with some places. */
export async function crowdedEvent(capacity: number) {
  const database = await openTestDatabase();
  if (!("url" in database)) throw new Error("the database has no address");
  const second = await openServer(database.url, 20);
  // How long hundreds wait for a connection and a lock depends on the machine: the bench measures it.
  const patient = { connectionTimeoutMillis: 60_000, lock_timeout: 60_000, statement_timeout: 60_000 };
  for (const { pool } of [database, second]) Object.assign(pool.options, patient);
  const backends = [await backendForTest({ database }), await backendForTest({ database: second })] as const;
  const [backend] = backends;
  const { cookie: admin } = await signIn(backend, { role: "ADMIN" });
  const { id, quotas } = await addEvent(backend, admin, { event: { startsAt: later(100), endsAt: later(102) }, quotas: [{ capacity }] });
  const send = (guest: number, cookie: string, path: string, json: object) =>
    backends[guest % 2 === 0 ? 0 : 1].request(`/api/my-events/${id}/${path}`, {
      method: "POST",
      cookie,
      json,
      headers: { "idempotency-key": crypto.randomUUID() },
    });
  const registerAll = (people: { cookie: string }[]) =>
    Promise.all(people.map(({ cookie }, guest) => send(guest, cookie, "registration", { quotaId: quotas[0] })));
  const volunteers = (count: number) => Promise.all(Array.from({ length: count }, () => signIn(backend, { role: "VOLUNTEER" })));
  return { backend, db: backend.services.db, admin, id, send, registerAll, volunteers };
}
