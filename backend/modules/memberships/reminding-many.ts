import { sql } from "drizzle-orm";
import type { BulkAction } from "#backend/modules/tasks/bulk";
import { type ManyReminders, MembershipRowsQuery, membershipsApi } from "#contract/charity/memberships";
import { franceDay } from "#contract/formats/france-time";
import { membershipsMatching } from "./list.ts";
import { remindMember } from "./moving.ts";
import { obstacleOn } from "./reminder-obstacles.ts";
import { memberships } from "./tables.ts";

const memberName = sql<string>`coalesce((select member.first_name || ' ' || member.last_name from users member
  where member.id = memberships.user_id), '–')`;

/** Writes to the members of many memberships, as {@link remindMember} does to one. */
export const remindingMembers: BulkAction<ManyReminders> = {
  endpoint: membershipsApi.remindMany,
  table: memberships,
  key: memberships.id,
  name: memberName,
  order: memberships.endDate,
  matching: (query, { db, clock }) => membershipsMatching(db, clock(), MembershipRowsQuery.parse(query)),
  obstacle: (services, _body, now) => obstacleOn(services, franceDay(now)),
  texts: "memberships:bulk.obstacle.",
  taskName: () => "membership.remind",
  list: "/dashboard/admin/memberships",
  async change(call, ids) {
    for (const id of ids) await remindMember(call, call.actor, id);
  },
};
