import { desc, sql } from "drizzle-orm";
import type { OfficeSearchSource } from "#backend/dashboard/office-search";
import { foundOfKind } from "#contract/charity/office-search";
import { rowsMatching } from "./records.ts";
import { articles } from "./tables.ts";

export const articlesInOffice: OfficeSearchSource = {
  kind: "articles",
  find: (db, reader, q) =>
    db
      .select({ id: sql`${articles.id}`.as("id"), title: sql`${articles.title}`.as("title"), status: sql`${articles.status}`.as("status") })
      .from(articles)
      .where(rowsMatching(reader, { q }))
      .orderBy(desc(articles.updatedAt), desc(articles.id))
      .limit(foundOfKind)
      .getSQL(),
};
