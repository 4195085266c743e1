import * as z from "zod";
import { Selection } from "../api/endpoint.ts";
import type { ArticleStatus } from "./articles.ts";

export const articleBulkActions = ["publish", "archive", "remove", "undelete"] as const;
export const ArticleBulk = z.object({ action: z.enum(articleBulkActions), selection: Selection, dryRun: z.boolean().default(false) });
export type ArticleBulk = z.infer<typeof ArticleBulk>;

/** Why an article stays as it is: its state, its missing French text, or that only drafts and archived ones are deleted, and deleted ones restored. */
export type ArticleObstacle = ArticleStatus | "noText" | "inUse" | "notDeleted";
