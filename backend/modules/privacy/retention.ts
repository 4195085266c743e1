import { and, asc, desc, eq, inArray, isNull, lte, notInArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { recordChange } from "#backend/modules/audit/recording";
import { documents } from "#backend/modules/documents/tables";
import { queueMail } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import type { RetentionRun, RetentionStep } from "#contract/privacy";
import type { Role } from "#contract/roles";
import { erasePerson, leave } from "./erasure.ts";
import { dataRequests, retentionPolicies, retentionProgress, retentionRuns } from "./tables.ts";

type Needs = Pick<Services, "db" | "files" | "clock" | "translate" | "settings" | "wakeMail">;

const day = 86_400_000;
const firstNotice = 30;
const lastNotice = 7;
/** How long an account stays locked before it becomes nobody's, in days. */
const archived = 30;
const atOnce = 500;

const kindOf: Partial<Record<Role, "beneficiary_account" | "volunteer_account" | "donor_account">> = {
  BENEFICIARY: "beneficiary_account",
  VOLUNTEER: "volunteer_account",
  DONATOR_MERCHANT: "donor_account",
  DONATOR_INDIVIDUAL: "donor_account",
};

/** When an account's time is up by the policy of its role; administrators have none. */
const due = sql<Date>`coalesce(${users.lastInteractionAt}, ${users.createdAt}) + make_interval(months => ${retentionPolicies.months}, days => ${retentionPolicies.days})`;
const policyOfRole = sql`${retentionPolicies.dataKind} = case ${sql.join(
  Object.entries(kindOf).map(([role, kind]) => sql`when ${users.role} = ${role} then ${kind}`),
  sql` `,
)} end`;

const before = (now: Date, days: number) => new Date(now.getTime() - days * day);
const iso = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;

/** Someone may be noticed, warned again, locked and then erased, and nobody skips a step: each waits its days after the one before. */
function steps(now: Date) {
  const { state, firstNoticeAt, lastNoticeAt, archivedAt } = retentionProgress;
  return {
    firstNotice: and(isNull(state), sql`${due} <= ${iso(new Date(now.getTime() + firstNotice * day))}`),
    lastNotice: and(
      eq(state, "noticed"),
      isNull(lastNoticeAt),
      lte(firstNoticeAt, before(now, firstNotice - lastNotice)),
      sql`${due} <= ${iso(new Date(now.getTime() + lastNotice * day))}`,
    ),
    archive: and(eq(state, "noticed"), lte(lastNoticeAt, before(now, lastNotice)), sql`${due} <= ${iso(now)}`),
    anonymise: and(eq(state, "archived"), lte(archivedAt, before(now, archived))),
  };
}

async function accountsAt(db: Db, step: keyof ReturnType<typeof steps>, now: Date) {
  return db
    .select({ id: users.id, locale: users.locale, due, lastSeen: sql<Date>`coalesce(${users.lastInteractionAt}, ${users.createdAt})` })
    .from(users)
    .innerJoin(retentionPolicies, policyOfRole)
    .leftJoin(retentionProgress, eq(retentionProgress.userId, users.id))
    .where(steps(now)[step])
    .orderBy(asc(users.createdAt))
    .limit(atOnce);
}
type Due = Awaited<ReturnType<typeof accountsAt>>[number];

function papersToPurge(db: Db, now: Date) {
  return db
    .select({ id: documents.id, key: documents.storageKey })
    .from(documents)
    .where(and(isNull(documents.purgedAt), lte(documents.purgeAt, now)))
    .limit(atOnce);
}

function oldRequests(db: Db, now: Date) {
  return db
    .select({ id: dataRequests.id })
    .from(dataRequests)
    .innerJoin(retentionPolicies, eq(retentionPolicies.dataKind, "data_requests"))
    .where(
      and(
        notInArray(dataRequests.status, ["open", "running"]),
        sql`${dataRequests.receivedAt} + make_interval(months => ${retentionPolicies.months}, days => ${retentionPolicies.days}) <= ${iso(now)}`,
      ),
    )
    .limit(atOnce);
}

/** What a run would do now, in numbers; nothing changes but that the look itself is kept. */
export async function dryRun(db: Db, now: Date): Promise<RetentionRun> {
  const counts: Record<RetentionStep, number> = {
    firstNotice: (await accountsAt(db, "firstNotice", now)).length,
    lastNotice: (await accountsAt(db, "lastNotice", now)).length,
    archive: (await accountsAt(db, "archive", now)).length,
    anonymise: (await accountsAt(db, "anonymise", now)).length,
    papers: (await papersToPurge(db, now)).length,
    requests: (await oldRequests(db, now)).length,
  };
  return keepRun(db, now, true, counts);
}

/** The nightly run. Whoever comes back is left alone; the others go on by one step. */
export async function applyRetention(services: Needs): Promise<RetentionRun> {
  const { db, clock } = services;
  const now = clock();
  await forgetThoseWhoCameBack(db);
  const counts: Record<RetentionStep, number> = {
    anonymise: await each(await accountsAt(db, "anonymise", now), (person) => erasePerson(services, null, person.id, now)),
    archive: await each(await accountsAt(db, "archive", now), (person) => archive(services, person, now)),
    lastNotice: await each(await accountsAt(db, "lastNotice", now), (person) => notify(services, person, "retention_week", now)),
    firstNotice: await each(await accountsAt(db, "firstNotice", now), (person) => notify(services, person, "retention_month", now)),
    papers: await purgePapers(services, now),
    requests: await purgeRequests(db, now),
  };
  return keepRun(db, now, false, counts);
}

async function each(people: Due[], act: (person: Due) => Promise<void>): Promise<number> {
  for (const person of people) await act(person);
  return people.length;
}

async function forgetThoseWhoCameBack(db: Db) {
  await db.execute(sql`
    delete from ${retentionProgress} using ${users}
    where ${users.id} = ${retentionProgress.userId} and ${retentionProgress.state} = 'noticed'
      and ${users.lastInteractionAt} > ${retentionProgress.firstNoticeAt}`);
}

async function notify(services: Needs, person: Due, topic: "retention_month" | "retention_week", now: Date) {
  const days = topic === "retention_month" ? firstNotice : lastNotice;
  const end = new Date(Math.max(new Date(person.due).getTime(), now.getTime() + days * day));
  const format = new Intl.DateTimeFormat(person.locale === "en" ? "en-GB" : "fr-FR", { timeZone: "Europe/Paris", dateStyle: "long" });
  const values = { date: format.format(end), lastSeen: format.format(new Date(person.lastSeen)) };
  await services.db.transaction(async (tx) => {
    await tx
      .insert(retentionProgress)
      .values({ userId: person.id, state: "noticed", firstNoticeAt: now })
      .onConflictDoUpdate({ target: retentionProgress.userId, set: { lastNoticeAt: now } });
    await queueMail({ ...services, db: tx }, person.id, topic, values, `${topic} ${person.id} ${now.toISOString().slice(0, 10)}`);
    await recordChange(tx, null, { action: `user.${topic}`, entityType: "user", entityId: person.id });
  });
}

/** Locks an account that nobody uses: it opens no more, and waits to become nobody's. */
async function archive(services: Needs, { id }: Due, now: Date) {
  await services.db.transaction(async (tx) => {
    await leave({ ...services, db: tx }, id);
    await tx.update(retentionProgress).set({ state: "archived", archivedAt: now }).where(eq(retentionProgress.userId, id));
    await recordChange(tx, null, { action: "user.archive", entityType: "user", entityId: id });
  });
}

/** The bytes of decided papers go on their day; that they were seen, by whom and when, stays. */
async function purgePapers({ db, files }: Needs, now: Date): Promise<number> {
  const papers = await papersToPurge(db, now);
  for (const { id, key } of papers) {
    await files.remove(key);
    await db.transaction(async (tx) => {
      await tx.update(documents).set({ purgedAt: now, fileName: null }).where(eq(documents.id, id));
      await recordChange(tx, null, { action: "document.purge", entityType: "document", entityId: id });
    });
  }
  return papers.length;
}

async function purgeRequests(db: Db, now: Date): Promise<number> {
  const ids = (await oldRequests(db, now)).map(({ id }) => id);
  if (ids.length > 0) await db.delete(dataRequests).where(and(inArray(dataRequests.id, ids), isNull(dataRequests.archiveKey)));
  return ids.length;
}

async function keepRun(db: Db, at: Date, dry: boolean, counts: Record<RetentionStep, number>): Promise<RetentionRun> {
  const [run] = await db.insert(retentionRuns).values({ at, dryRun: dry, counts }).returning();
  return { id: run?.id ?? "", at: at.toISOString(), dryRun: dry, counts };
}

export async function lastRuns(db: Db): Promise<RetentionRun[]> {
  const rows = await db.select().from(retentionRuns).orderBy(desc(retentionRuns.at)).limit(20);
  return rows.map(({ at, ...run }) => ({ ...run, at: at.toISOString() }));
}

/** When the bytes of a paper decided now are to go. */
export async function paperPurgeDate(db: Db, now: Date): Promise<Date> {
  const { rows } = await db.execute<{ at: string | Date }>(sql`
    select ${iso(now)} + make_interval(months => ${retentionPolicies.months}, days => ${retentionPolicies.days}) as at
    from ${retentionPolicies} where ${retentionPolicies.dataKind} = 'papers'`);
  return new Date(rows[0]?.at ?? now);
}
