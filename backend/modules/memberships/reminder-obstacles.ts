import { eq, type SQL, sql } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { lifetimeEnd } from "#contract/charity/lifetime";
import type { ReminderObstacle } from "#contract/charity/memberships";
import { franceDay } from "#contract/formats/france-time";
import { renewsByItself } from "./reminding.ts";
import { memberships } from "./tables.ts";

/** Why a member is not reminded of a membership today, none where they are. The table is named by hand: in the columns of a statement on it alone its name would be left out, and a subquery would read its own. */
export const obstacleOn = ({ db, paymentProvider }: Pick<Services, "db" | "paymentProvider">, today: string): SQL => sql`case
  when memberships.user_id is null
    or exists (select from users gone where gone.id = memberships.user_id and gone.account_state = 'left') then 'nobody'
  when memberships.status not in ('active', 'pending_approval', 'pending_payment') then 'ended'
  when memberships.status = 'active' and memberships.end_date = ${lifetimeEnd}::date then 'forLife'
  when memberships.status = 'active' and exists (select from memberships later
    where later.user_id = memberships.user_id and later.status = 'active' and later.end_date > memberships.end_date) then 'followed'
  when exists (select from pending_debits due where due.membership_id = memberships.id) then 'debited'
  when memberships.status = 'active' and ${renewsByItself(db, paymentProvider !== null)} then 'renews'
  when (memberships.reminded_at at time zone 'Europe/Paris')::date = ${today}::date then 'today' end`;

/** Why nobody is reminded of this membership today; null where its member is, or where there is no such membership. */
export async function reminderObstacle(
  services: Pick<Services, "db" | "clock" | "paymentProvider">,
  id: string,
): Promise<ReminderObstacle | null> {
  const obstacle = sql<ReminderObstacle | null>`${obstacleOn(services, franceDay(services.clock()))}`;
  const [found] = await services.db.select({ obstacle }).from(memberships).where(eq(memberships.id, id));
  return found?.obstacle ?? null;
}
