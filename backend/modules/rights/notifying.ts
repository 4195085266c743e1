import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { sectors } from "#backend/modules/sectors/tables";
import { isRightInForce, permissionGrants, type users } from "#backend/modules/users/tables";
import type { Grant } from "#contract/accounts/rights";
import { franceDay, writtenDay } from "#contract/formats/france-time";

type Deps = Pick<Services, "db" | "clock" | "translate" | "settings" | "wakeMail">;

/** Rights as the log has them: the permission, its sector, its last day. */
export async function describeGrants(db: Db, grants: Pick<Grant, "permission" | "sectorId" | "expiresOn">[]): Promise<string[]> {
  const ids = grants.flatMap(({ sectorId }) => sectorId ?? []);
  const named = ids.length > 0 ? await db.select({ id: sectors.id, name: sectors.name }).from(sectors).where(inArray(sectors.id, ids)) : [];
  const nameOf = new Map(named.map(({ id, name }) => [id, name]));
  return grants
    .map(({ permission, sectorId, expiresOn }) => {
      const where = sectorId ? `${permission} (${nameOf.get(sectorId)})` : permission;
      return expiresOn ? `${where} → ${expiresOn}` : where;
    })
    .sort();
}

/** Mails a person the role and the rights that they hold now. */
export async function notifyOfRights(services: Deps, { id, locale, role }: Pick<typeof users.$inferSelect, "id" | "locale" | "role">) {
  const { db, translate, clock } = services;
  const { permission, expiresOn } = permissionGrants;
  const rows = await db
    .select({ permission, expiresOn, sector: sectors.name })
    .from(permissionGrants)
    .leftJoin(sectors, eq(sectors.id, permissionGrants.sectorId))
    .where(and(eq(permissionGrants.userId, id), isRightInForce(franceDay(clock()))))
    .orderBy(sql`${sectors.name} nulls first`, asc(permission));
  const lines = rows.map(({ permission: held, expiresOn: day, sector }) => {
    const right = translate(locale, `rights:name.${held}`);
    const where = sector ? translate(locale, "rights:nameIn", { name: right, sector }) : right;
    return day ? translate(locale, "rights:nameUntil", { name: where, date: writtenDay(locale, day) }) : where;
  });
  const rights = lines.join("\n") || translate(locale, "mails:frame.noRight");
  const values = { rights, role: translate(locale, `mails:frame.role.${role}`) };
  await queueMail(services, id, "rights_changed", values, `rights_changed:${id}:${clock().toISOString()}`);
}
