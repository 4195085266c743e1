import { eq, sql } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { sessions } from "#backend/identity/tables";
import { isOpenSession } from "#backend/modules/mails/open-sessions";
import { pushDevices } from "#backend/modules/notices/tables";

const day = 86_400_000;
/** Browsers and systems that are named; there are few. */
const most = 50;

/** How many browsers are registered for push, by their name and by when they last got a message. */
export async function countDevices({ db, clock, push }: Pick<Services, "db" | "clock" | "push">) {
  if (!push.sender) return { offered: false, items: [] };
  const now = clock().getTime();
  const ago = (days: number) => sql`${new Date(now - days * day).toISOString()}::timestamptz`;
  const { label, usedAt, userId } = pushDevices;
  const people = sql<number>`count(distinct ${userId})::int`;
  const count = (condition: ReturnType<typeof ago>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const items = await db
    .select({
      label,
      people,
      month: count(sql`${usedAt} > ${ago(31)}`),
      quarter: count(sql`${usedAt} <= ${ago(31)} and ${usedAt} > ${ago(92)}`),
      older: count(sql`${usedAt} <= ${ago(92)}`),
      unused: count(sql`${usedAt} is null`),
    })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .where(isOpenSession(clock()))
    .groupBy(label)
    .orderBy(sql`count(*) desc`, label)
    .limit(most);
  return { offered: true, items };
}
