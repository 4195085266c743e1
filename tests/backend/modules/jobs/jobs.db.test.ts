import { sql } from "drizzle-orm";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openServer } from "#backend/db/client";
import { partsOf } from "#backend/module";
import { modules } from "#backend/modules";
import { publishDueArticles } from "#backend/modules/articles/publication";
import { articles } from "#backend/modules/articles/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { backendJobs } from "#backend/worker/jobs";
import { type Job, lastTime, startJobs } from "#backend/worker/queue";
import { logSerializers } from "#contract/api/logged-errors";
import { franceWallTime } from "#contract/formats/france-time";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { openTestDatabase, serverUrl, type TestDatabase } from "#tests/support/database";
import { addPerson } from "#tests/support/people";

const waiting = { timeout: 20_000, interval: 50 };
const never = "0 0 29 2 *";

/** A log that keeps its lines. */
function listeningLog() {
  const lines: { level: number; msg: string; job?: string }[] = [];
  return {
    lines,
    log: pino({ level: "info", base: undefined, serializers: logSerializers }, { write: (line: string) => lines.push(JSON.parse(line)) }),
  };
}

/** Another process's connections to the same database. */
async function beside(database: TestDatabase) {
  if (!("url" in database)) throw new Error("only a server has room for a second process");
  return openServer(database.url, 5);
}

const rowsOf = (database: TestDatabase, name: string) =>
  database.db.execute<{ state: string; retry_count: number }>(sql`select state::text, retry_count from jobs.job where name = ${name}`);

test("a job that fails is logged and tried again until it succeeds", async () => {
  const database = await openTestDatabase();
  const { lines, log } = listeningLog();
  let tries = 0;
  const run = async () => {
    tries += 1;
    if (tries < 3) throw new Error("the post office is closed");
  };
  const queue = await startJobs(database, [{ name: "letters", every: never, run }], { log, reports: null });
  onTestFinished(async () => {
    await queue.stop();
    await database.close();
  });
  queue.wake("letters");
  await expect.poll(async () => (await rowsOf(database, "letters")).rows, waiting).toEqual([{ state: "completed", retry_count: 2 }]);
  expect([tries, lines.filter(({ msg }) => msg === "job failed").map(({ job }) => job)]).toEqual([3, ["letters", "letters"]]);
});

test("a job that always fails is given up after three more tries, and others go on", async () => {
  const database = await openTestDatabase();
  const { log } = listeningLog();
  let others = 0;
  const jobs: Job[] = [
    { name: "broken", every: never, run: async () => Promise.reject(new Error("never")) },
    { name: "sound", every: never, run: async () => ++others },
  ];
  const queue = await startJobs(database, jobs, { log, reports: null });
  onTestFinished(async () => {
    await queue.stop();
    await database.close();
  });
  queue.wake("broken");
  await expect.poll(async () => (await rowsOf(database, "broken")).rows, waiting).toEqual([{ state: "failed", retry_count: 3 }]);
  queue.wake("sound");
  await expect.poll(() => others, waiting).toBe(1);
});

test.runIf(serverUrl)("two processes on one database never run one job twice", async () => {
  const database = await openTestDatabase();
  const other = await beside(database);
  const { log } = listeningLog();
  const started: string[] = [];
  const rounds = 12;
  const names = Array.from({ length: rounds }, (_, index) => `round-${index}`);
  const jobsOf = (process: string) =>
    names.map((name): Job => ({ name, every: never, run: async () => void started.push(`${process} ${name}`) }));
  const queues = await Promise.all([
    startJobs(database, jobsOf("first"), { log, reports: null }),
    startJobs(other, jobsOf("second"), { log, reports: null }),
  ]);
  onTestFinished(async () => {
    await Promise.all(queues.map((queue) => queue.stop()));
    await other.close();
    await database.close();
  });
  for (const name of names) for (const queue of queues) queue.wake(name);
  const done = async () =>
    (await database.db.execute<{ name: string }>(sql`select name from jobs.job where state = 'completed'`)).rows.map(({ name }) => name);
  await expect.poll(async () => new Set(await done()).size, waiting).toBe(rounds);
  await expect
    .poll(
      async () => (await database.db.execute(sql`select 1 from jobs.job where state in ('created', 'active', 'retry')`)).rowCount,
      waiting,
    )
    .toBe(0);
  expect(started.length).toBe((await done()).length);
});

test.runIf(serverUrl)("the queue of a process is made while no other process makes its own", async () => {
  const database = await openTestDatabase();
  const other = await beside(database);
  onTestFinished(async () => {
    await other.close();
    await database.close();
  });
  let inside = 0;
  const most: number[] = [];
  const act = async () => {
    inside += 1;
    most.push(inside);
    await database.db.execute(sql`select pg_sleep(0.05)`);
    inside -= 1;
  };
  await Promise.all([database, other, database, other].map(({ alone }) => alone("job queue", act)));
  expect(most).toEqual([1, 1, 1, 1]);
  await expect(database.alone("job queue", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  await other.alone("job queue", act);
});

async function scheduledArticles(backend: TestBackend, count: number) {
  const { id } = await addPerson(backend, { role: "ADMIN" });
  const words = { title: { fr: "Programmé" }, lead: { fr: "" }, body: { fr: "Texte." } };
  const one = { ...words, status: "scheduled" as const, publishedAt: new Date("2026-11-21T10:30:00Z"), authorId: id, updatedBy: id };
  await backend.services.db.insert(articles).values(Array.from({ length: count }, () => one));
}

const publications = ({ services }: TestBackend) =>
  services.db.select({ entityId: auditLog.entityId, actorKind: auditLog.actorKind }).from(auditLog);

test("a scheduled article is published at its time, not before, once, and by the system", async () => {
  const time = testClock();
  const backend = await startBackend({ clock: time.clock });
  onTestFinished(() => backend.close());
  await scheduledArticles(backend, 1);
  const { services } = backend;
  const job = backendJobs(await partsOf(modules, services), services).find(({ name }) => name === "publish-articles");
  time.set("2026-11-21T10:29:59Z");
  expect(await job?.run()).toBe(0);
  time.set("2026-11-21T10:30:00Z");
  expect([await job?.run(), await job?.run()]).toEqual([1, 0]);
  const [article] = await services.db.select().from(articles);
  expect([article?.status, article?.publishedAt, article?.version]).toEqual(["published", new Date("2026-11-21T10:30:00Z"), 2]);
  expect(await publications(backend)).toEqual([{ entityId: article?.id, actorKind: "system" }]);
});

test.runIf(serverUrl)("workers that publish at the same moment publish each article once", async () => {
  const database = await openTestDatabase();
  const backend = await startBackend({ database });
  onTestFinished(() => backend.close());
  await scheduledArticles(backend, 40);
  const now = new Date("2026-11-21T10:31:00Z");
  const found = await Promise.all(Array.from({ length: 6 }, () => publishDueArticles(backend.services.db, now)));
  expect(found.reduce((sum, count) => sum + count)).toBe(40);
  const entries = await publications(backend);
  expect([entries.length, new Set(entries.map(({ entityId }) => entityId)).size]).toEqual([40, 40]);
});

test.each([
  ["2026-11-24T06:33:00Z", "2026-11-24T06:30:00.000Z"],
  ["2026-11-24T06:30:00Z", "2026-11-24T06:30:00.000Z"],
  ["2026-11-24T06:29:59Z", "2026-11-23T06:30:00.000Z"],
  ["2026-11-23T23:30:00Z", "2026-11-23T06:30:00.000Z"],
  // The clocks changed that morning: the day before has 23 or 25 hours.
  ["2026-03-29T05:31:00Z", "2026-03-29T05:30:00.000Z"],
  ["2026-03-29T22:10:00Z", "2026-03-29T05:30:00.000Z"],
  ["2026-10-25T06:29:00Z", "2026-10-24T05:30:00.000Z"],
])("at %s, 7:30 in France was last at %s", (now, time) => {
  expect(lastTime("30 7 * * *", new Date(now)).toISOString()).toBe(time);
});

test.each([
  ["2026-11-23T06:29:00Z", "2026-11-16T06:30:00.000Z"],
  ["2026-11-23T06:30:00Z", "2026-11-23T06:30:00.000Z"],
  ["2026-11-24T02:00:00Z", "2026-11-23T06:30:00.000Z"],
  ["2026-11-29T22:59:00Z", "2026-11-23T06:30:00.000Z"],
  ["2026-10-26T06:29:00Z", "2026-10-19T05:30:00.000Z"],
])("at %s, Monday 7:30 in France was last at %s", (now, time) => {
  expect(lastTime("30 7 * * 1", new Date(now)).toISOString()).toBe(time);
});

/** Minute and hour in France, as a cron has them, some minutes ago: as when a new version is installed at that time. */
function minutesAgo(minutes = 3) {
  const then = new Date(Date.now() - minutes * 60_000);
  const [hour, minute] = franceWallTime(then).slice(11).split(":");
  return { time: `${minute} ${hour}`, weekday: new Date(`${franceWallTime(then)}Z`).getUTCDay() };
}

test.each([
  { kind: "daily", days: 1 },
  { kind: "weekly", days: 7 },
] as const)(
  "a $kind job that did not begin at its last time runs at the next start; one that did, or is new, does not",
  async ({ kind, days }) => {
    const database = await openTestDatabase();
    const { log } = listeningLog();
    const ran: string[] = [];
    const { time, weekday } = minutesAgo();
    const every = `${time} * * ${kind === "weekly" ? weekday : "*"}`;
    const jobs = ["missed", "forgotten", "done", "new"].map(
      (name): Job => ({ name, every, [kind]: true, run: async () => void ran.push(name) }),
    );
    const first = await startJobs(database, jobs, { log, reports: null });
    for (const { name } of jobs.slice(0, 3)) first.wake(name);
    await expect.poll(() => ran.length, waiting).toBe(3);
    const left = sql`select 1 from jobs.job where name in ('missed', 'forgotten', 'done') and state <> 'completed'`;
    await expect.poll(async () => (await database.db.execute(left)).rows.length, waiting).toBe(0);
    const { rows } = await database.db.execute<{ seconds: number }>(
      sql`select deletion_seconds as seconds from jobs.queue where name = 'done'`,
    );
    expect(rows[0]?.seconds).toBeGreaterThan(days * 24 * 60 * 60);
    await first.stop();
    const before = sql`now() - make_interval(days => ${days}, mins => 2)`;
    await database.db.execute(sql`update jobs.queue set created_on = ${before} where name <> 'new'`);
    await database.db.execute(sql`update jobs.job set created_on = ${before}, started_on = ${before} where name = 'missed'`);
    // What was done long ago is deleted.
    await database.db.execute(sql`delete from jobs.job where name = 'forgotten'`);
    const fresh: Job = { name: "fresh", every, [kind]: true, run: async () => void ran.push("fresh") };
    const second = await startJobs(database, [...jobs, fresh], { log, reports: null });
    onTestFinished(async () => {
      await second.stop();
      await database.close();
    });
    await expect.poll(() => ran.length, waiting).toBe(5);
    expect(ran.slice(3).sort()).toEqual(["forgotten", "missed"]);
  },
);

test("a daily job whose time came while the database was away runs once it is back, without a new start", async () => {
  const database = await openTestDatabase();
  let ran = 0;
  const run = async () => void ran++;
  const jobs: Job[] = [{ name: "missed", every: `${minutesAgo(10).time} * * *`, daily: true, run }];
  const queue = await startJobs(database, jobs, { log: listeningLog().log, reports: null, catchUpEvery: 200 });
  onTestFinished(async () => {
    await queue.stop();
    await database.close();
  });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  // A queue of today has missed nothing.
  expect(ran).toBe(0);
  await database.db.execute(sql`update jobs.queue set created_on = now() - interval '3 days'`);
  await expect.poll(() => ran, waiting).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(ran).toBe(1);
});

test("a daily job that failed is tried again after an hour, and not before", async () => {
  const database = await openTestDatabase();
  let tries = 0;
  const run = async () => {
    tries += 1;
    if (tries <= 4) throw new Error("the storage is away");
  };
  const jobs: Job[] = [{ name: "missed", every: `${minutesAgo(180).time} * * *`, daily: true, run }];
  const queue = await startJobs(database, jobs, { log: listeningLog().log, reports: null, catchUpEvery: 200 });
  onTestFinished(async () => {
    await queue.stop();
    await database.close();
  });
  await database.db.execute(sql`update jobs.queue set created_on = now() - interval '3 days'`);
  await expect.poll(() => tries, { ...waiting, timeout: 60_000 }).toBe(4);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(tries).toBe(4);
  // It failed after its time, which was three hours ago.
  await database.db.execute(
    sql`update jobs.job set created_on = created_on - interval '2 hours', started_on = started_on - interval '2 hours'`,
  );
  await expect.poll(() => tries, waiting).toBe(5);
});

test("every job of one time a day, or of one day of the week, is made up for after a stop", async () => {
  const backend = await startBackend();
  onTestFinished(() => backend.close());
  const { services } = backend;
  const jobs = backendJobs(await partsOf(modules, services), services);
  const atOneTime = jobs.filter(({ every }) => /^\d+ \d+ \* \* [\d*]$/.test(every));
  const caughtUp = ({ every, daily, weekly }: Job) => (every.endsWith("*") ? daily : weekly) === true;
  expect(atOneTime.length).toBeGreaterThan(8);
  expect(atOneTime.filter((job) => !caughtUp(job)).map(({ name }) => name)).toEqual([]);
  // Others run at least every hour.
  expect(jobs.filter((job) => !atOneTime.includes(job) && !/^\S+ \* \* \* \*$/.test(job.every)).map(({ name }) => name)).toEqual([]);
});
