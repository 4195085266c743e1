// `node bench/races.ts --postgres URL [--people 500]`: as many sign-ups at once for the last place of an event, and then as many tickets at its
// door, 32 at a time, over two built backends on one database. Prints the latency and the CPU of each. The database must be empty.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import { request } from "undici";
import { openServer } from "#backend/db/client";
import { openSession } from "#backend/identity/sessions";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import { freePort } from "#tests/support/free-port";
import { percentile } from "./load.ts";
import { secondsOf } from "./postgres-cpu.ts";
import { type Running, startBackend } from "./processes.ts";
import { printTargets } from "./report.ts";

const { values } = parseArgs({ options: { people: { type: "string", default: "500" }, postgres: { type: "string" } } });
if (!values.postgres) throw new Error("--postgres is missing");
const people = Number(values.people);
const publicUrl = "http://localhost:3000";
const doorsAtOnce = 32;
const secret = "a-secret-of-the-bench-that-is-long-enough";

const database = await openServer(values.postgres);
const { db } = database;
if ((await db.$count(users)) > 0) throw new Error("The database is not empty.");
const dataFolder = await mkdtemp(join(tmpdir(), "maillon-races-"));
const backends: Running[] = [];

/** Accounts of one role, each with the cookies of a session. */
async function sessionsOf(role: "ADMIN" | "VOLUNTEER", count: number) {
  const rows = await db
    .insert(users)
    .values(
      Array.from({ length: count }, (_, at) => ({
        ...{ email: `${role}-${at}@maillon.example`.toLowerCase(), firstName: "Aya", lastName: `Test ${at}`, role },
        ...{ accountState: "validated" as const, emailVerifiedAt: new Date() },
      })),
    )
    .returning({ id: users.id });
  const sessions: { id: string; cookie: string }[] = [];
  for (const { id } of rows) {
    const { access, refresh } = await openSession(db, new Date(), { userId: id });
    sessions.push({ id, cookie: `access=${access}; refresh=${refresh}` });
  }
  return sessions;
}

/** A published event with a quota, that begins some hours from now. */
async function addEvent(hours: number, capacity: number) {
  const startsAt = new Date(Date.now() + hours * 3_600_000);
  const [event] = await db
    .insert(events)
    .values({
      ...{ title: { fr: "Distribution" }, type: "distribution", placeName: "Local", placeAddress: "1 rue des Maillons, Lyon" },
      ...{ status: "published", publishedAt: new Date(), startsAt, endsAt: new Date(startsAt.getTime() + 3 * 3_600_000) },
    })
    .returning({ id: events.id });
  const eventId = event?.id ?? "";
  await db.insert(registrationRules).values({ eventId, roles: ["VOLUNTEER"] });
  const [quota] = await db
    .insert(eventQuotas)
    .values({ eventId, position: 0, label: { fr: "Places" }, capacity })
    .returning({ id: eventQuotas.id });
  return { eventId, quotaId: quota?.id ?? "" };
}

/** Sends requests, the next to the other backend; returns their statuses, their latencies and the CPU that each took, in milliseconds. */
async function sent(atOnce: number, requests: { path: string; cookie: string; body: object }[]) {
  const cpuSeconds = () => backends.reduce((sum, { pid }) => sum + secondsOf(pid), 0);
  const limit = pLimit(atOnce);
  const before = cpuSeconds();
  const answers = await Promise.all(
    requests.map(({ path, cookie, body }, at) =>
      limit(async () => {
        const begun = performance.now();
        const answer = await request(`${backends[at % backends.length]?.url}${path}`, {
          method: "POST",
          headers: { origin: publicUrl, "content-type": "application/json", "idempotency-key": crypto.randomUUID(), cookie },
          body: JSON.stringify(body),
          headersTimeout: 60_000,
        });
        await answer.body.dump();
        return { status: answer.statusCode, milliseconds: performance.now() - begun };
      }),
    ),
  );
  const cpu = ((cpuSeconds() - before) * 1_000) / requests.length;
  const latencies = answers.map(({ milliseconds }) => milliseconds);
  const others = answers.filter(({ status }) => status !== 200).length;
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), cpu, others };
}

const say = (what: string, { p50, p99, cpu, others }: Awaited<ReturnType<typeof sent>>) =>
  process.stdout.write(
    `${what}: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, CPU ${cpu.toFixed(1)} ms each, ${others} not answered with 200\n`,
  );

try {
  const volunteers = await sessionsOf("VOLUNTEER", people);
  const [admin] = await sessionsOf("ADMIN", 1);
  const [crowded, running] = [await addEvent(100, 1), await addEvent(-1, people)];
  const registered = await db
    .insert(eventRegistrations)
    .values(volunteers.map(({ id }) => ({ ...running, userId: id, status: "confirmed" as const })))
    .returning({ id: eventRegistrations.id });
  const settings = { publicUrl, sessionSecrets: [secret] } as Parameters<typeof issueCodes>[0]["settings"];
  const codes = await issueCodes(
    { db, settings, clock: () => new Date() },
    "ticket",
    registered.map(({ id }) => id),
  );
  while (backends.length < 2)
    backends.push(
      await startBackend({
        publicUrl,
        port: await freePort(),
        dataFolder,
        databaseUrl: values.postgres,
        environment: { RUN_JOBS: "false" },
      }),
    );
  const register = (event: { eventId: string; quotaId: string }) =>
    volunteers.map(({ cookie }) => ({ path: `/api/my-events/${event.eventId}/registration`, cookie, body: { quotaId: event.quotaId } }));
  // The first requests of a process compile its code.
  await sent(doorsAtOnce, register(await addEvent(200, people)));
  const places = await sent(people, register(crowded));
  say(`${people} sign-ups at once for the last place`, places);
  const doors = await sent(
    doorsAtOnce,
    [...codes.values()].map(({ code }) => ({
      path: `/api/doors/${running.eventId}/scans`,
      cookie: admin?.cookie ?? "",
      body: { kind: "entry", nonce: crypto.randomUUID(), deviceId: "00000000-0000-4000-8000-000000000001", code },
    })),
  );
  say(`${people} check-ins, ${doorsAtOnce} at a time`, doors);
  printTargets({ lastPlaceP99: Math.max(places.p99, doors.p99), lastPlaceCpu: Math.max(places.cpu, doors.cpu) });
} finally {
  for (const backend of backends) await backend.stop();
  await database.close();
  await rm(dataFolder, { recursive: true });
}
