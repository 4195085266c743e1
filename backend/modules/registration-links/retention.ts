import { sql } from "drizzle-orm";
import { countChanged, type OldRows, retentionLimit, timestamp } from "#backend/privacy/retention";

export const retention: OldRows[] = [
  {
    kind: "invitations",
    table: "registration_links",
    where: (now) =>
      sql`(it.state = 'revoked' or it.expires_at <= ${timestamp(now)} or it.uses >= it.max_uses) and greatest(it.updated_at, least(it.expires_at, ${timestamp(now)})) <= ${retentionLimit("invitations", now)}`,
    act: async ({ db }, where) => {
      const old = sql`(select it.id from registration_links it where ${where})`;
      await db.execute(sql`update registrations set registration_link_id = null where registration_link_id in ${old}`);
      await db.execute(sql`update registration_drafts set registration_link_id = null where registration_link_id in ${old}`);
      return countChanged(db, sql`delete from registration_links it where ${where}`);
    },
  },
];
