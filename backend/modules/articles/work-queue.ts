import { eq } from "drizzle-orm";
import type { WorkQueueSource } from "#backend/dashboard/work-queue";
import { articles } from "./tables.ts";
import { mayPublish } from "./visibility.ts";

/** Articles that wait for a review. */
export const reviewQueue: WorkQueueSource = {
  name: "articles",
  worksOn: mayPublish,
  rows: () => ({ table: articles, since: articles.updatedAt, waits: eq(articles.status, "in_review") }),
};
