import { sql } from "drizzle-orm";
import { type ConstructorOptions, fromPglite, PgBoss } from "pg-boss";
import type { openEmbedded, openServer } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { franceDay, instantInFrance } from "#contract/formats/france-time";

export type Job = {
  name: string;
  /** Five-field cron, in Europe/Paris. */
  every: string;
  /** Run at the start when it has not begun since its last time, as the queue does not catch up. `every` is then a time of day. */
  daily?: boolean;
  /** Run at each start, too. */
  atStart?: boolean;
  run(): Promise<unknown>;
};

type Opened = Awaited<ReturnType<typeof openEmbedded>> | Awaited<ReturnType<typeof openServer>>;

export type JobQueue = {
  /** Runs a job as soon as a worker is free, without waiting for its schedule. */
  wake(name: string): void;
  /** Starts no more jobs and waits for running ones, three seconds at most; unfinished ones are run again. */
  stop(): Promise<void>;
};

/**
 * Background work on a queue in the database itself (pg-boss): however many processes run, each due job runs once.
 * Jobs must be idempotent, since a process may crash. One that fails its last retry is reported, once
 * until it succeeds again: some are due every minute.
 */
export async function startJobs(database: Opened, jobs: Job[], { log, reports }: Pick<Services, "log" | "reports">): Promise<JobQueue> {
  const boss = new PgBoss({ db: connectionOf(database), schema: "jobs", backend: database.kind === "embedded" ? "pglite" : "postgres" });
  boss.on("error", (error) => log.error({ err: error }, "job queue failed"));
  // pg-boss creates its tables at the first start, and two processes that do so at once would conflict.
  await database.alone("job queue", () => boss.start());
  let stopped: Promise<void> | undefined;
  const failing = new Set<string>();
  const missed = await missedSince(boss, database, jobs);
  for (const { name, every, atStart, run } of jobs) {
    await boss.createQueue(name, { policy: "short", retryLimit: 3, expireInSeconds: 10 * 60, deleteAfterSeconds: 25 * 60 * 60 });
    await boss.work(name, { includeMetadata: true }, async ([job]) => {
      try {
        await run();
        failing.delete(name);
      } catch (error) {
        log.error({ err: error, job: name }, "job failed");
        if (job && job.retryCount >= job.retryLimit && !failing.has(name)) {
          failing.add(name);
          reports?.report(error, { job: name });
        }
        throw error;
      }
    });
    await boss.schedule(name, every, null, { tz: "Europe/Paris" });
    if (atStart || missed.has(name)) await boss.send(name, {});
  }
  return {
    wake(name) {
      if (stopped) return;
      boss.send(name, {}).catch((error) => log.error({ err: error, job: name }, "job could not be queued"));
    },
    stop() {
      stopped ??= boss.stop({ graceful: true, timeout: 3_000 });
      return stopped;
    },
  };
}

/** Daily jobs that have run before, but not since their last time. */
async function missedSince(boss: PgBoss, { jobs: db }: Opened, jobs: Job[]): Promise<Set<string>> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  const { rows } = await db.execute<{ name: string; begun: string | Date }>(
    sql`select name, max(coalesce(started_on, created_on)) as begun from jobs.job group by name`,
  );
  const begun = new Map(rows.map((row) => [row.name, new Date(row.begun)]));
  const now = new Date();
  const missed = ({ name, every }: Job) => known.has(name) && !((begun.get(name) ?? 0) >= lastTime(every, now));
  return new Set(jobs.filter((job) => job.daily && missed(job)).map(({ name }) => name));
}

const twoDigits = (number = "") => number.padStart(2, "0");

/** The last time, up to now, that clocks in France showed the minute and hour of this cron. */
export function lastTime(every: string, now: Date): Date {
  const [minute, hour] = every.split(" ");
  const timeOn = (day: string) => instantInFrance(`${day}T${twoDigits(hour)}:${twoDigits(minute)}`) ?? now;
  const today = franceDay(now);
  const time = timeOn(today);
  return time <= now ? time : timeOn(new Date(Date.parse(`${today}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10));
}

function connectionOf(database: Opened): NonNullable<ConstructorOptions["db"]> {
  return "client" in database ? fromPglite(database.client) : { executeSql: (text, values) => database.jobPool.query(text, values) };
}
