import { eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { articles } from "./tables.ts";

/**
 * Counts the page views of articles anonymously: counts are collected in memory and
 * added to the rows now and then, so that reading a page writes nothing.
 */
export function createReadingCounter(db: Db) {
  let counts = new Map<string, number>();
  return {
    add(articleId: string, count = 1) {
      counts.set(articleId, (counts.get(articleId) ?? 0) + count);
    },
    async save() {
      const gathered = counts;
      counts = new Map();
      for (const [id, count] of gathered) {
        await db
          .update(articles)
          .set({ pageViews: sql`${articles.pageViews} + ${count}` })
          .where(eq(articles.id, id));
      }
    },
  };
}
export type ReadingCounter = ReturnType<typeof createReadingCounter>;
