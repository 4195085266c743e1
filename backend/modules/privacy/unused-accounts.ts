import { and, asc, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMails } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { closeAccounts } from "#backend/modules/users/transitions";
import type { Role } from "#contract/accounts/roles";
import { countKey, type DataKind, dataKinds, retentionSteps } from "#contract/law/retention";
import { erasePeople, lockForErasure } from "./erasure.ts";
import { retentionPolicies, retentionProgress } from "./tables.ts";

type Deps = Pick<Services, "db" | "files" | "clock" | "translate" | "settings" | "wakeMail" | "declarations">;
type Step = "firstNotice" | "lastNotice" | "archive" | "anonymise";

const day = 86_400_000;
const firstNotice = 30;
const lastNotice = 7;
/** How long an account stays locked before it is erased, in days. */
const archived = 30;
const atOnce = 250;

const kindOf: Partial<Record<Role, DataKind>> = {
  BENEFICIARY: "beneficiary_account",
  VOLUNTEER: "volunteer_account",
  DONATOR_MERCHANT: "donor_account",
  DONATOR_INDIVIDUAL: "donor_account",
};

/** When an account reaches the retention period of its role; administrators have none. */
const due = sql<Date>`coalesce(${users.lastInteractionAt}, ${users.createdAt}) + make_interval(months => ${retentionPolicies.months}, days => ${retentionPolicies.days})`;
const policyOfRole = sql`${retentionPolicies.dataKind} = case ${sql.join(
  Object.entries(kindOf).map(([role, kind]) => sql`when ${users.role} = ${role} then ${kind}`),
  sql` `,
)} end`;

const before = (now: Date, days: number) => new Date(now.getTime() - days * day);
const iso = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;

/** The stages: notice, second warning, lock, erasure. None is skipped: each waits its days after the previous one. A login starts again from the first stage. */
function steps(now: Date): Record<Step, SQL | undefined> {
  const { state, firstNoticeAt, lastNoticeAt, archivedAt } = retentionProgress;
  const noticed = eq(state, "noticed");
  const cameBack = sql`coalesce(${users.lastInteractionAt} > ${firstNoticeAt}, false)`;
  return {
    firstNotice: and(or(isNull(state), and(noticed, cameBack)), sql`${due} <= ${iso(new Date(now.getTime() + firstNotice * day))}`),
    lastNotice: and(
      noticed,
      sql`not ${cameBack}`,
      isNull(lastNoticeAt),
      lte(firstNoticeAt, before(now, firstNotice - lastNotice)),
      sql`${due} <= ${iso(new Date(now.getTime() + lastNotice * day))}`,
    ),
    archive: and(noticed, sql`not ${cameBack}`, lte(lastNoticeAt, before(now, lastNotice)), sql`${due} <= ${iso(now)}`),
    anonymise: and(eq(state, "archived"), lte(archivedAt, before(now, archived))),
  };
}

function accountsAt(db: Db, step: Step, now: Date, among?: SQL) {
  return db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      locale: users.locale,
      kind: retentionPolicies.dataKind,
      due,
      lastSeen: sql<Date>`coalesce(${users.lastInteractionAt}, ${users.createdAt})`,
    })
    .from(users)
    .innerJoin(retentionPolicies, policyOfRole)
    .leftJoin(retentionProgress, eq(retentionProgress.userId, users.id))
    .where(and(steps(now)[step], among))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(atOnce);
}
type Due = Awaited<ReturnType<typeof accountsAt>>[number];
export type Counts = Record<string, number>;

/** No account at any stage. */
export function noAccounts(): Counts {
  const kinds = dataKinds.filter((kind) => Object.values(kindOf).includes(kind));
  return Object.fromEntries(kinds.flatMap((kind) => retentionSteps[kind].map((step) => [countKey(kind, step), 0])));
}

/** The number of accounts that a run would move to each stage now, by kind. */
export async function countAccounts(db: Db, now: Date): Promise<Counts> {
  const counts = noAccounts();
  for (const [step, where] of Object.entries(steps(now)) as [Step, SQL | undefined][]) {
    const rows = await db
      .select({ kind: retentionPolicies.dataKind, count: sql<number>`count(*)::int` })
      .from(users)
      .innerJoin(retentionPolicies, policyOfRole)
      .leftJoin(retentionProgress, eq(retentionProgress.userId, users.id))
      .where(where)
      .groupBy(retentionPolicies.dataKind);
    for (const { kind, count } of rows) counts[countKey(kind, step)] = count;
  }
  return counts;
}

/** Moves every due account to its next stage: the last stage first, so that none moves twice in one night. */
export async function moveAccounts(services: Deps, now: Date): Promise<Counts> {
  const { db } = services;
  const counts = noAccounts();
  const acts: [Step, (inTx: Deps, people: Due[]) => Promise<unknown>][] = [
    ["anonymise", (inTx, people) => erasePeople(inTx, null, idsOf(people), now)],
    ["archive", ({ db: tx }, people) => archive(tx, people, now)],
    ["lastNotice", (inTx, people) => notify(inTx, people, "retention_week", now)],
    ["firstNotice", (inTx, people) => notify(inTx, people, "retention_month", now)],
  ];
  for (const [step, act] of acts)
    for (let people = await accountsAt(db, step, now); people.length > 0; people = await accountsAt(db, step, now)) {
      const moved = await db.transaction(async (tx) => {
        if (step === "anonymise") await lockForErasure({ ...services, db: tx }, idsOf(people));
        const still = await stillAt(tx, step, people, now);
        if (still.length > 0) await act({ ...services, db: tx }, still);
        return still;
      });
      for (const { kind } of moved) counts[countKey(kind, step)] = (counts[countKey(kind, step)] ?? 0) + 1;
    }
  await forgetThoseWhoCameBack(db);
  return counts;
}

/** Those that are still due after the rows are locked: an account may be used or reopened at the same time. */
async function stillAt(tx: Db, step: Step, people: Due[], now: Date): Promise<Due[]> {
  const chosen = inArray(users.id, idsOf(people));
  await tx.select({ id: users.id }).from(users).where(chosen).orderBy(asc(users.id)).for("update");
  return accountsAt(tx, step, now, chosen);
}

const idsOf = (people: Due[]) => people.map(({ id }) => id);

async function forgetThoseWhoCameBack(db: Db) {
  await db.execute(sql`
    delete from ${retentionProgress} using ${users}
    where ${users.id} = ${retentionProgress.userId} and ${retentionProgress.state} = 'noticed'
      and ${users.lastInteractionAt} > ${retentionProgress.firstNoticeAt}`);
}

async function notify(services: Deps, people: Due[], topic: "retention_month" | "retention_week", now: Date) {
  const days = topic === "retention_month" ? firstNotice : lastNotice;
  const mails = people.map((person) => {
    const end = new Date(Math.max(new Date(person.due).getTime(), now.getTime() + days * day));
    const format = new Intl.DateTimeFormat(person.locale === "en" ? "en-GB" : "fr-FR", { timeZone: "Europe/Paris", dateStyle: "long" });
    const values = { date: format.format(end), lastSeen: format.format(new Date(person.lastSeen)) };
    const { id, email, locale, firstName } = person;
    return { to: { userId: id, email, locale, firstName }, values, dedupeKey: `${topic} ${id} ${now.toISOString().slice(0, 10)}` };
  });
  const first = topic === "retention_month";
  await services.db
    .insert(retentionProgress)
    .values(people.map(({ id }) => ({ userId: id, state: "noticed" as const, firstNoticeAt: now })))
    .onConflictDoUpdate({
      target: retentionProgress.userId,
      set: first ? { firstNoticeAt: now, lastNoticeAt: null } : { lastNoticeAt: now },
    });
  await queueMails(services, topic, mails);
  await recordChanges(services.db, null, changesOf(people, `user.${topic}`));
}

/** Locks unused accounts: they cannot log in, and are reopened by staff or erased later. */
async function archive(tx: Db, people: Due[], now: Date) {
  const ids = idsOf(people);
  const closedFrom = sql`(select nullif(${users.accountState}, 'left') from ${users} where ${users.id} = ${retentionProgress.userId})`;
  await tx.update(retentionProgress).set({ state: "archived", archivedAt: now, closedFrom }).where(inArray(retentionProgress.userId, ids));
  await closeAccounts(tx, ids, now);
  await recordChanges(tx, null, changesOf(people, "user.archive"));
}

const changesOf = (people: Due[], action: string) => idsOf(people).map((entityId) => ({ action, entityType: "person" as const, entityId }));
