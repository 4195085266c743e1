import { sql } from "drizzle-orm";
import { type ConstructorOptions, fromPglite, PgBoss } from "pg-boss";
import type { openEmbedded, openServer } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { franceDay, instantInFrance } from "#contract/formats/france-time";

export type Job = {
  name: string;
  /** Five-field cron, in Europe/Paris. */
  every: string;
  /** Run later when it has not begun at its last time, as the queue does not catch up. `every` is then a time of day. */
  daily?: boolean;
  /** The same, for a job whose `every` is a time of one day of the week. */
  weekly?: boolean;
  /** Run at each start, too. */
  atStart?: boolean;
  /** Run in each process so often, too, whatever the queue says: a job of a process that was killed stays in the queue for minutes. */
  everySeconds?: number;
  /** Never twice at the same time in one process. `stopping` is aborted when the process is about to end. */
  run(stopping?: AbortSignal): Promise<unknown>;
};

type Opened = Awaited<ReturnType<typeof openEmbedded>> | Awaited<ReturnType<typeof openServer>>;

export type JobQueue = {
  /** Runs a job as soon as a worker is free, without waiting for its schedule. */
  wake(name: string): void;
  /** Starts no more jobs and waits for running ones, three seconds at most; unfinished ones are run again. */
  stop(): Promise<void>;
};

/** How long what is done stays known, in seconds: longer than until its next time. */
const knownFor = { daily: 25 * 60 * 60, weekly: 8 * 24 * 60 * 60 };

/** Milliseconds after which missed jobs are looked for again, and within which the queue itself starts one at its time. */
const catchUp = { every: 10 * 60_000, after: 5 * 60_000 };

/**
 * Background work on a queue in the database itself (pg-boss): however many processes run, each due job runs once.
 * Jobs must be idempotent, since a process may crash. One that fails its last retry is reported, once
 * until it succeeds again: some are due every minute.
 */
export async function startJobs(
  database: Opened,
  jobs: Job[],
  { log, reports, catchUpEvery = catchUp.every }: Pick<Services, "log" | "reports"> & { catchUpEvery?: number },
): Promise<JobQueue> {
  const boss = new PgBoss({ db: connectionOf(database), schema: "jobs", backend: database.kind === "embedded" ? "pglite" : "postgres" });
  boss.on("error", (error) => log.error({ err: error }, "job queue failed"));
  // pg-boss creates its tables at the first start, and two processes that do so at once would conflict.
  await database.alone("job queue", () => boss.start());
  let stopped: Promise<void> | undefined;
  const failing = new Set<string>();
  const stopping = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const missed = await missedSince(boss, database, jobs, new Date());
  for (const { name, every, weekly, atStart, everySeconds, run: runNow } of jobs) {
    const run = oneAtATime(() => runNow(stopping.signal));
    const deleteAfterSeconds = weekly ? knownFor.weekly : knownFor.daily;
    await boss.createQueue(name, { policy: "short", retryLimit: 3, expireInSeconds: 10 * 60, deleteAfterSeconds });
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
    const again = () => run().catch((error) => log.error({ err: error, job: name }, "job failed"));
    if (everySeconds) timers.push(setInterval(again, everySeconds * 1_000).unref());
  }
  // A database that was away at the time of a job leaves it out as a stop of the process does.
  const sendMissed = async () => {
    for (const name of await missedSince(boss, database, jobs, new Date(Date.now() - catchUp.after))) await boss.send(name, {});
  };
  const sendMissedLater = () => sendMissed().catch((error) => log.error({ err: error }, "missed jobs could not be looked for"));
  timers.push(setInterval(sendMissedLater, catchUpEvery).unref());
  return {
    wake(name) {
      if (stopped) return;
      boss.send(name, {}).catch((error) => log.error({ err: error, job: name }, "job could not be queued"));
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      // A database that is away cannot mark what is unfinished: it is run again after its expiry.
      const failed = (error: unknown) => log.error({ err: error }, "job queue did not stop in order");
      stopped ??= boss.stop({ graceful: true, timeout: 3_000 }).catch(failed);
      return stopped;
    },
  };
}

/** Whoever asks while it runs waits for that run. */
function oneAtATime<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Daily and weekly jobs that existed at their last time before `now`, and have not begun since. One that failed begins again after an hour. */
async function missedSince(boss: PgBoss, { jobs: db }: Opened, jobs: Job[], now: Date): Promise<Set<string>> {
  const known = new Map((await boss.getQueues()).map(({ name, createdOn }) => [name, new Date(createdOn)]));
  const { rows } = await db.execute<{ name: string; begun: string | Date }>(
    sql`select name, max(coalesce(started_on, created_on)) as begun from jobs.job
      where state <> 'failed' or started_on > now() - interval '1 hour' group by name`,
  );
  const begun = new Map(rows.map((row) => [row.name, new Date(row.begun)]));
  const missed = ({ name, every }: Job) => {
    const last = lastTime(every, now);
    return (known.get(name) ?? now) < last && (begun.get(name) ?? 0) < last;
  };
  return new Set(jobs.filter((job) => (job.daily || job.weekly) && missed(job)).map(({ name }) => name));
}

const twoDigits = (number = "") => number.padStart(2, "0");

/** The last time, up to now, that clocks in France showed the minute and hour of this cron, on its day of the week when it names one. */
export function lastTime(every: string, now: Date): Date {
  const [minute, hour, , , weekday = "*"] = every.split(" ");
  const today = Date.parse(`${franceDay(now)}T12:00:00Z`);
  for (let daysAgo = 0; daysAgo <= 7; daysAgo += 1) {
    const day = new Date(today - daysAgo * 86_400_000);
    const time = instantInFrance(`${day.toISOString().slice(0, 10)}T${twoDigits(hour)}:${twoDigits(minute)}`) ?? now;
    if (time <= now && (weekday === "*" || Number(weekday) === day.getUTCDay())) return time;
  }
  return now;
}

function connectionOf(database: Opened): NonNullable<ConstructorOptions["db"]> {
  return "client" in database ? fromPglite(database.client) : { executeSql: (text, values) => database.jobPool.query(text, values) };
}
