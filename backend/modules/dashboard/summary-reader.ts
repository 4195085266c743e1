import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { answersMessages } from "#backend/modules/contact/scope";
import { frequencyOf, isNotPaused, isSummaryReader } from "#backend/modules/mails/preferences";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import type { Frequency, summaryChoices } from "#contract/accounts/notifications";
import type { Permission } from "#contract/accounts/roles";

type SectorGrant = { permission: Permission; sectorId: string };
type Topic = (typeof summaryChoices)[number];
/** How often each topic comes. */
export type Wishes = Record<Topic, Frequency | "paused">;

/** An account with its choices, locked against concurrent summaries and choices; undefined for one that gets no summaries any more. */
export async function lockReader(tx: Db, id: string, day: string) {
  // The lock first: a statement that waited for it would use values from before.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("no key update");
  const { email, firstName, locale, role } = users;
  const wish = (about: Topic) =>
    sql<
      Frequency | "paused"
    >`case when ${isNotPaused(tx, users.id, about, day)} then ${frequencyOf(tx, users.id, about)} else 'paused' end`;
  const theirs = and(eq(permissionGrants.userId, users.id), isRightInForce(day));
  const granted = tx
    .select({ permission: permissionGrants.permission })
    .from(permissionGrants)
    .where(and(theirs, isNull(permissionGrants.sectorId)));
  const { permission, sectorId } = permissionGrants;
  const sectorGrants = sql<
    SectorGrant[]
  >`(select coalesce(json_agg(json_build_object('permission', ${permission}, 'sectorId', ${sectorId})), '[]')
    from ${permissionGrants} where ${and(theirs, isNotNull(sectorId))})`;
  const [row] = await tx
    .select({
      ...{ id: users.id, email, firstName, locale, role, permissions: sql<Permission[]>`array(${granted})`, sectorGrants },
      ...{ articles: wish("articles"), messages: wish("messages"), waiting: wish("waiting") },
    })
    .from(users)
    .where(and(eq(users.id, id), isSummaryReader(tx, day)));
  if (!row) return undefined;
  const { articles, messages, waiting, sectorGrants: grants, ...reader } = row;
  const extraData = { sectorGrants: grants };
  // Articles to review are summarised for administrators, messages for those who answer them: others may have been ones when they chose.
  const wishes: Wishes = {
    articles: reader.role === "ADMIN" ? articles : "never",
    messages: answersMessages({ role: reader.role, extraData }) ? messages : "never",
    waiting,
  };
  return { ...reader, extraData, wishes };
}
