import { sql } from "drizzle-orm";
import { announceChange } from "#backend/changes";
import type { Db } from "#backend/db/client";
import { oneOf } from "#backend/db/columns";
import { countedStates } from "#contract/charity/volunteer-hours";

/**
 * Counts the validated hours and delivered kits of all teams by month, those of an activity for the team above it; what has no team counts for none. Public pages leave their
 * caches only when a month changed of which they show what is counted: with the worker's run at most once an hour, however many hours are validated.
 */
export async function countFigures(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('counted_months'))`);
    const { rows } = await tx.execute<{ shown: boolean }>(sql`
      with recursive teams as (
        select id, id as team from sectors where kind = 'local_team'
        union all
        select below.id, teams.team from sectors below join teams on below.parent_id = teams.id where below.kind = 'activity'
      ), done as (
        select sector_id, date_trunc('month', date)::date as month, 0 as kits, sum(minutes) as minutes
        from volunteer_hours where status in (${oneOf(countedStates)}) and sector_id is not null group by 1, 2
        union all
        select event.sector_id, date_trunc('month', kit.day)::date, count(*), 0
        from delivered_kits kit join events event on event.id = kit.event_id where event.sector_id is not null group by 1, 2
      ), counted as (
        select teams.team as sector_id, done.month, sum(done.kits) as kits, sum(done.minutes) as minutes
        from done join teams on teams.id = done.sector_id group by 1, 2
      ), gone as (
        delete from counted_months before
        where not exists (select from counted where counted.sector_id = before.sector_id and counted.month = before.month)
        returning sector_id, month
      ), written as (
        insert into counted_months as before (sector_id, month, kits, volunteer_minutes) select sector_id, month, kits, minutes from counted
        on conflict (sector_id, month) do update set kits = excluded.kits, volunteer_minutes = excluded.volunteer_minutes, updated_at = now()
        where (before.kits, before.volunteer_minutes) is distinct from (excluded.kits, excluded.volunteer_minutes)
        returning sector_id, month
      )
      select exists (select from (select * from gone union all select * from written) changed
        join sectors team on team.id = changed.sector_id where changed.month >= team.counted_from) as shown`);
    if (rows[0]?.shown) await announceChange(tx, "monthly_record");
  });
}
