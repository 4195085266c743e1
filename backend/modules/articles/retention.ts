import { sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import { type OldRows, oldSince } from "#backend/privacy/retention";

/** Articles in the bin go for good after as long as other deleted content, with their pictures, addresses and revisions. */
export const retention: OldRows[] = [
  {
    ...oldSince("deleted_contents", "articles", "deleted_at"),
    act: async ({ db }, where) => {
      const { rows } = await db.execute<{ id: string }>(sql`delete from articles it where ${where} returning id`);
      const gone = rows.map(({ id }) => ({ action: "article.delete_for_good", entityType: "article" as const, entityId: id }));
      for (let from = 0; from < gone.length; from += 1_000) await recordChanges(db, null, gone.slice(from, from + 1_000));
      return gone.length;
    },
  },
];
