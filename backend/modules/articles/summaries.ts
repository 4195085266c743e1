import { and, inArray } from "drizzle-orm";
import type { SummarySource } from "#backend/dashboard/summary-records";
import { readIn } from "#contract/formats/localized-text";
import { articles } from "./tables.ts";
import { visibleTo } from "./visibility.ts";

export const summarisedArticles: SummarySource = {
  topic: "articles",
  async find({ db }, reader, ids) {
    const { id, title, status } = articles;
    const rows = await db
      .select({ id, title, status })
      .from(articles)
      .where(and(inArray(id, [...ids]), visibleTo(reader)));
    return rows.map((row) => [row.id, { name: readIn(reader.locale, row.title).text, isDone: row.status !== "in_review" }]);
  },
};
