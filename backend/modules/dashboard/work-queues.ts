import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { firstMomentInTime, waitsLongerThan } from "#backend/db/overdue";
import type { Actor } from "#backend/http/actor";
import { accountsOf, managesAccounts, ofAccountsOf } from "#backend/identity/account-scope";
import { articles } from "#backend/modules/articles/tables";
import { mayPublish } from "#backend/modules/articles/visibility";
import { messageThread } from "#backend/modules/contact/receiving";
import { documents } from "#backend/modules/documents/tables";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { hoursDecidedBy } from "#backend/modules/hours/scope";
import { volunteerHours } from "#backend/modules/hours/tables";
import { applicationThread } from "#backend/modules/jobs/applications";
import { pledges } from "#backend/modules/pledges/tables";
import { dataRequests } from "#backend/modules/privacy/tables";
import { dueFor, dueSince, isLate } from "#backend/modules/tracking/queries";
import { trackingEntries } from "#backend/modules/tracking/tables";
import { users } from "#backend/modules/users/tables";
import { verificationChats } from "#backend/modules/verification-chats/tables";
import { accountDeadline } from "#contract/accounts/answer-days";
import type { Holder } from "#contract/accounts/permissions";
import type { QueueName, WorkQueue, WorkQueues } from "#contract/charity/work-queues";
import { franceDay } from "#contract/formats/france-time";

type Reader = Pick<Actor, "id" | "role" | "permissions"> & Pick<Holder, "extraData">;

/** The queues: their rows, the start of waiting, and when one is overdue. Conditions are literals, to match the partial indexes. */
type Source = { table: PgTable; since: SQLWrapper; waits: SQL; late?: SQL };

function sources(db: Db, actor: Reader, now: Date): Record<QueueName, Source> {
  const { table: messages } = messageThread;
  const { table: applications } = applicationThread;
  return {
    accounts: {
      table: users,
      since: users.stateChangedAt,
      waits: within(sql`${users.accountState} = 'to_validate'`, accountsOf(actor)),
      late: waitsLongerThan(users.stateChangedAt, accountDeadline, now),
    },
    chats: {
      table: verificationChats,
      since: verificationChats.waitingSince,
      waits: within(sql`${verificationChats.status} = 'waiting_staff'`, ofAccountsOf(db, actor, verificationChats.userId)),
      late: waitsLongerThan(verificationChats.waitingSince, accountDeadline, now),
    },
    documents: {
      table: documents,
      since: documents.createdAt,
      waits: within(
        sql`${documents.verification} = 'pending' and ${documents.verification} is not null and ${documents.purgedAt} is null`,
        ofAccountsOf(db, actor, documents.ownerId),
      ),
    },
    messages: {
      table: messages,
      since: messages.waitingSince,
      waits: eq(messages.status, messageThread.waiting),
      late: waitsLongerThan(messages.waitingSince, messageThread.promise, now),
    },
    applications: {
      table: applications,
      since: applications.waitingSince,
      waits: eq(applications.status, applicationThread.waiting),
      late: waitsLongerThan(applications.waitingSince, applicationThread.promise, now),
    },
    privacy: {
      table: dataRequests,
      since: dataRequests.receivedAt,
      waits: sql`${dataRequests.status} = 'open'`,
      late: sql`${dataRequests.dueAt} < ${now.toISOString()}::timestamptz`,
    },
    pledges: { table: pledges, since: pledges.createdAt, waits: eq(pledges.status, "promised") },
    followUp: { table: trackingEntries, since: dueSince, waits: dueFor(db, actor, franceDay(now)), late: isLate(franceDay(now)) },
    hours: {
      table: volunteerHours,
      since: volunteerHours.submittedAt,
      waits: within(sql`${volunteerHours.status} = 'submitted'`, hoursDecidedBy(db, actor)),
    },
    expenses: {
      table: expenseClaims,
      since: expenseClaims.waivedAt,
      waits: sql`${expenseClaims.status} = 'sent' and ${expenseClaims.userId} <> ${actor.id}`,
    },
    articles: { table: articles, since: articles.updatedAt, waits: eq(articles.status, "in_review") },
  };
}

/** A condition within the accounts that the reader looks after. */
const within = (condition: SQL, scope: SQL | undefined) => (scope ? sql`${condition} and ${scope}` : condition);

/** Which queues somebody works on. */
export function queuesOf(actor: Reader): QueueName[] {
  const ofAccounts: QueueName[] = managesAccounts(actor) ? ["accounts", "chats", "documents"] : [];
  const answered: QueueName[] =
    actor.role === "ADMIN" ? [...ofAccounts, "messages", "applications", "privacy", "pledges", "followUp", "expenses"] : ofAccounts;
  const published: QueueName[] = mayPublish(actor) ? ["articles"] : [];
  // Who leads a sector is not known here: for volunteers who validate nobody's hours, the queue is empty and left out.
  const validated: QueueName[] = actor.role === "ADMIN" || actor.role === "VOLUNTEER" ? ["hours"] : [];
  return [...answered, ...published, ...validated];
}

/** What waits for this reader, in one statement, each count on an index. */
export async function readWorkQueues(db: Db, actor: Reader, now: Date): Promise<WorkQueues> {
  const names = queuesOf(actor);
  if (names.length === 0) return { queues: {}, accountDays: [] };
  const all = sources(db, actor, now);
  const columns = Object.fromEntries(names.map((name) => [name, queueColumn(all[name])]));
  const days = names.includes("accounts") ? accountDays(actor, now) : sql<number[]>`'[]'::json`;
  const [row] = await db.select({ ...columns, days }).from(sql`(values (1)) as work`);
  if (!row) throw new Error("A statement without a condition answered no row.");
  const { days: accountDaysRead, ...queues } = row as Record<QueueName, WorkQueue> & { days: number[] };
  const isShown = ([name, { count }]: [string, WorkQueue]) =>
    count > 0 || (name !== "expenses" && (name !== "hours" || actor.role === "ADMIN"));
  const shown = Object.entries(queues)
    .filter(isShown)
    .map(([name, queue]) => [name, { ...queue, oldest: queue.oldest && new Date(queue.oldest).toISOString() }]);
  return { queues: Object.fromEntries(shown), accountDays: accountDaysRead };
}

function queueColumn({ table, since, waits, late }: Source): SQL {
  const overdue = late ? sql`count(*) filter (where ${late})` : sql`0`;
  return sql<WorkQueue>`(select json_build_object('count', count(*), 'oldest', min(${since}), 'late', ${overdue}) from ${table} where ${waits})`;
}

/** How many accounts are on the first, second… of the promised working days. */
function accountDays(actor: Reader, now: Date) {
  const starts = Array.from({ length: accountDeadline.workingDays }, (_, at) => firstMomentInTime({ workingDays: at + 1 }, now));
  const counts = starts.map((start, at) => {
    const end = starts[at - 1];
    const until = end === undefined ? sql`true` : sql`${users.stateChangedAt} < ${end}::timestamptz`;
    return sql`count(*) filter (where ${users.stateChangedAt} >= ${start}::timestamptz and ${until})`;
  });
  return sql<number[]>`(select json_build_array(${sql.join(counts, sql`, `)}) from ${users}
    where ${within(sql`${users.accountState} = 'to_validate'`, accountsOf(actor))})`;
}
